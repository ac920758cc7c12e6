/** Texts, numbers, booleans and dates, decoded. */
import { expect, it } from "vitest";
import { decode } from "./decoding.ts";

it.each([
  ["TextBox", "a text", '"a text"'],
  ["TextBox", '{"a":1}', '"{\\"a\\":1}"'],
  ["TextBox", { a: [1, "b"] }, '"{\\"a\\":[1,\\"b\\"]}"'],
  ["TextBox", 12, '"12"'],
  ["TextBox", " \n", "null"],
  ["TextBox", null, "null"],
  ["TextArea", "<b>two\nlines</b>", '"<b>two\\nlines</b>"'],
  ["TextboxMultiple", "[]", '"[]"'],
  ["EmailAddress", "a@example.com", '"a@example.com"'],
  ["TrueFalse", 1, "true"],
  ["TrueFalse", "1", "true"],
  ["TrueFalse", "True", "true"],
  ["TrueFalse", true, "true"],
  ["TrueFalse", 0, "false"],
  ["TrueFalse", "0", "false"],
  ["TrueFalse", "", "null"],
  ["Integer", "7", "7"],
  ["Integer", "007", "7"],
  ["Decimal", "1.50", "1.50"],
  ["Decimal", "12345678901234567.890", "12345678901234567.890"],
  ["Decimal", "1,5", "1.5"],
  ["DateTime", "2026-01-01 06:02:00", '"2026-01-01T06:02:00"'],
  ["DateTime", "2026-01-01T06:02:00Z", '"2026-01-01T06:02:00"'],
  ["Date", "2026-01-01", '"2026-01-01T00:00:00"'],
])("ValueDecoder: %s %j is %s", (editor, stored, json) => {
  expect(decode({ editor, stored })).toMatchObject({ json, report: [] });
});

it.each([
  ["Integer", "many", "many"],
  ["TrueFalse", "maybe", false],
  ["DateTime", "soon", "soon"],
])("ValueDecoder: %s %j is %j, with a line", (editor, stored, value) => {
  expect(decode({ editor, stored })).toMatchObject({ value, report: [`malformed-value  ${stored}`] });
});

it("ValueDecoder: values of unknown editors are given as they are stored, JSON parsed and compact, with a line", () => {
  expect(decode({ editor: "My.Editor", stored: '{"b": 1.50,\n "a": [2]}' })).toMatchObject({
    json: '{"b":1.50,"a":[2]}',
    report: ["unknown-editor  My.Editor"],
  });
});

it.each(["My.Editor", "Label", "BlockList", "NestedContent", undefined])(
  "ValueDecoder: JSON nested more than 1,000 levels deep stays a text, with a line (%s)",
  (editor) => {
    const nested = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
    const report = ["malformed-value  nested more than 1,000 levels deep"];
    expect(decode({ editor, stored: nested(3000) })).toMatchObject({ value: nested(3000), report });
    expect(decode({ editor, stored: nested(1000) }).report).not.toContain(report[0]);
  },
);
