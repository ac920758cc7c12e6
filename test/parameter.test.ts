/** Parameters: what is read, and the words in which a text is refused. */
import { describe, expect, it } from "vitest";
import {
  anyText,
  ONLY_TRUE,
  oneOf,
  type Parameters,
  readParameters,
  schemaOf,
  sentencesAbout,
  wholeNumber,
} from "../src/parameter.ts";

const PARAMETERS: Parameters = {
  kind: { ...oneOf(["content", "media"]), description: "which tree" },
  level: { ...wholeNumber(1, 9, 2), description: "on this level" },
  name: { ...anyText("a part of the name", "page"), description: "the name contains this" },
  alias: {
    ...anyText("an alias", "title"),
    read: (text) => [text],
    description: "has this property",
    repeats: "all",
  },
  unused: { ...ONLY_TRUE, description: "nothing refers to it" },
};

const read = (given: Record<string, unknown[]>, needs: string[] = []) =>
  readParameters(PARAMETERS, needs, new Map(Object.entries(given)), { subject: "/find", noun: "parameter" });

describe("readParameters", () => {
  it("reads each text by its form, and joins the lists of a parameter that repeats", () => {
    expect(
      read({ kind: ["media"], level: ["9"], name: ["x"], alias: ["a", "b"], unused: ["true"] }, ["kind"]),
    ).toEqual({ values: { kind: "media", level: 9, name: "x", alias: ["a", "b"], unused: true } });
  });

  it.each<[string, Record<string, unknown[]>, string]>([
    [
      "another name",
      { toString: ["x"] },
      '/find has no parameter "toString": it takes kind, level, name, alias or unused.',
    ],
    [
      "another choice",
      { kind: ["x"] },
      '/find: the parameter kind takes content or media, not "x". Try kind=content.',
    ],
    [
      "a number too large",
      { level: ["10"] },
      '/find: the parameter level takes a whole number from 1 to 9, not "10". Try level=2.',
    ],
    [
      "a number in words",
      { level: ["1e0"] },
      '/find: the parameter level takes a whole number from 1 to 9, not "1e0". Try level=2.',
    ],
    [
      "an empty text",
      { name: [""] },
      "/find: the parameter name is empty: it is a part of the name. Try name=page.",
    ],
    [
      "an object",
      { name: [{ a: 1 }] },
      '/find: the parameter name takes a part of the name, not {"a":1}. Try name=page.',
    ],
    ["an empty list", { alias: [] }, "/find: the parameter alias is empty: it is an alias. Try alias=title."],
    [
      "two values of one",
      { name: ["a", "b"] },
      "/find was given the parameter name more than once: give it once.",
    ],
    [
      "anything but true",
      { unused: ["false"] },
      '/find: the parameter unused takes true, not "false". Try unused=true.',
    ],
    ["nothing for what is needed", {}, "/find needs the parameter kind. Try kind=content."],
    [
      "a long text",
      { level: ["x".repeat(100)] },
      `/find: the parameter level takes a whole number from 1 to 9, not "${"x".repeat(64)}…". Try level=2.`,
    ],
  ])("refuses %s", (_, given, reason) => {
    expect(
      read(
        given,
        ["kind"].filter(() => Object.keys(given).length === 0),
      ),
    ).toMatchObject({
      fault: { reason },
    });
  });
});

it("sentencesAbout and schemaOf describe a parameter, and that it repeats", () => {
  expect(sentencesAbout(PARAMETERS.kind)).toBe("Which tree.");
  expect(sentencesAbout(PARAMETERS.alias)).toBe("Has this property; several: all of them.");
  const schema = { type: "string", minLength: 1 };
  expect(schemaOf(PARAMETERS.name)).toEqual(schema);
  expect(schemaOf(PARAMETERS.alias)).toEqual({
    anyOf: [schema, { type: "array", items: schema, minItems: 1 }],
  });
});
