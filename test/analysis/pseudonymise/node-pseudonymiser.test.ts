/** What is made up of nodes: in all their values, to any depth, and never what refers to another node. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  nodePseudonymiser,
  type PseudonymOptions,
} from "../../../src/analysis/pseudonymise/node-pseudonymiser.ts";
import {
  emailPseudonym,
  phonePseudonym,
  textPseudonym,
} from "../../../src/analysis/pseudonymise/pseudonymise-text.ts";
import { NO_TYPES } from "../../../src/formats/type-lists.ts";
import { decodedText, objectOf } from "../../../src/json/node-text.ts";
import { ElementTypes } from "../../../src/values/element-types.ts";
import { ROOT } from "../../support/repository.ts";
import { nodeOf, treeOf } from "../../support/site.ts";
import { expectSameReferences } from "./same-references.ts";

const EMAIL = "kari@firma.no";
const MADE_EMAIL = emailPseudonym(EMAIL);
const CONTACTS: PseudonymOptions = { contacts: true, properties: [] };

/** The value of a property, as it is once it is made up; and what else its node has. */
function scrubbed(
  value: unknown,
  options: PseudonymOptions,
  { alias = "title", editorAlias = "Umbraco.TextBox", fields = {} } = {},
) {
  const node = { ...nodeOf(1, "A"), ...fields, properties: { [alias]: { alias, editorAlias, value } } };
  const scrubber = nodePseudonymiser(options, new ElementTypes(NO_TYPES));
  const json = objectOf(decodedText(scrubber.scrub(treeOf([node]).text(0))));
  const { properties, ...others } = JSON.parse(json);
  return { value: properties[alias].value, others, json };
}

describe("nodeScrubber: contacts", () => {
  it.each([
    ["a text", `Write to ${EMAIL}`, `Write to ${MADE_EMAIL}`],
    ["a list", [EMAIL, 1, null], [MADE_EMAIL, 1, null]],
    ["JSON in a string", JSON.stringify({ a: [EMAIL] }), JSON.stringify({ a: [MADE_EMAIL] })],
    [
      "JSON in JSON in a string",
      JSON.stringify(JSON.stringify([EMAIL])),
      JSON.stringify(JSON.stringify([MADE_EMAIL])),
    ],
    ["behind escapes", `a\n${EMAIL}\t"${EMAIL}"`, `a\n${MADE_EMAIL}\t"${MADE_EMAIL}"`],
    ["names of members", { [EMAIL]: 1 }, { [EMAIL]: 1 }],
  ])("in %s", (_, value, expected) => {
    expect(scrubbed(value, CONTACTS).value).toEqual(expected);
  });

  it("in nested JSON that strings hold as objects", () => {
    const value = JSON.stringify([{ inner: JSON.stringify({ mail: EMAIL }) }]);
    expect(JSON.parse(JSON.parse(scrubbed(value, CONTACTS).value)[0].inner)).toEqual({ mail: MADE_EMAIL });
  });

  it("in numbers and texts of digits, where the property is for phones", () => {
    expect(scrubbed("90012345", CONTACTS, { alias: "contactPhone" }).value).toBe(phonePseudonym("90012345"));
    expect(scrubbed(90012345, CONTACTS, { alias: "mobil" }).value).not.toBe(90012345);
    expect(scrubbed(90012345, CONTACTS, { alias: "price" }).value).toBe(90012345);
  });

  it("in the name and in fields of the site's own, but not in those that name the node", () => {
    const fields = {
      name: `Mail ${EMAIL}`,
      writer: EMAIL,
      url: `/${EMAIL}/`,
      updateDate: "2024-01-31T10:00:00",
    };
    const { others } = scrubbed("", CONTACTS, { fields });
    expect(others).toMatchObject({ ...fields, name: `Mail ${MADE_EMAIL}`, writer: MADE_EMAIL });
  });

  it("leaves all else as it is written, down to the digits of numbers", () => {
    const json = '{"a":12345678901234567890.10,"b":"\\u0007 \\\\n ü"}';
    const tree = treeOf([{ ...nodeOf(1, "A"), properties: { p: { alias: "p", value: JSON.parse(json) } } }]);
    const scrubber = nodePseudonymiser(CONTACTS, new ElementTypes(NO_TYPES));
    expect(scrubber.scrub(tree.text(0)).equals(tree.text(0))).toBe(true);
  });
});

describe("nodeScrubber: named properties", () => {
  const named = (...properties: string[]): PseudonymOptions => ({ contacts: false, properties });

  it("are made up whole, whatever the case of their names, and no others", () => {
    expect(scrubbed("Kari Nordmann", named("TITLE")).value).toBe(textPseudonym("Kari Nordmann"));
    expect(scrubbed("Kari Nordmann", named("author")).value).toBe("Kari Nordmann");
    expect(scrubbed(["Kari", 47, true, null], named("title")).value).toEqual([
      textPseudonym("Kari"),
      expect.any(Number),
      true,
      null,
    ]);
  });

  it("are found in elements, whose types and keys stay", () => {
    const block = {
      contentTypeKey: "ca6558e1-81be-46e1-a367-99864e2b06fc",
      udi: "umb://element/ca6558e181be46e1a36799864e2b06fd",
    };
    const value = {
      layout: { "Umbraco.BlockList": [{ contentUdi: block.udi, columnSpan: 12 }] },
      contentData: [{ ...block, author: "Kari", text: "Hei" }],
      settingsData: [],
    };
    const expected = { ...value, contentData: [{ ...block, author: textPseudonym("Kari"), text: "Hei" }] };
    expect(scrubbed(value, named("author"), { editorAlias: "Umbraco.BlockList" }).value).toEqual(expected);
    const whole = {
      ...value,
      contentData: [{ ...block, author: textPseudonym("Kari"), text: textPseudonym("Hei") }],
    };
    expect(scrubbed(value, named("title"), { editorAlias: "Umbraco.BlockList" }).value).toEqual(whole);
    const nested = JSON.stringify([
      { key: block.contentTypeKey, name: "", ncContentTypeAlias: "quote", author: "Kari" },
    ]);
    expect(
      JSON.parse(scrubbed(nested, named("author"), { editorAlias: "Umbraco.NestedContent" }).value)[0],
    ).toMatchObject({
      ncContentTypeAlias: "quote",
      author: textPseudonym("Kari"),
    });
  });

  it.each([
    ["Umbraco.ContentPicker", 1063],
    ["Umbraco.ContentPicker", "1063"],
    ["Umbraco.MultiNodeTreePicker", "1063,1064"],
    [
      "Umbraco.MediaPicker3",
      [{ key: "ca6558e1-81be-46e1-a367-99864e2b06fc", mediaKey: "ca6558e1-81be-46e1-a367-99864e2b06fd" }],
    ],
    ["Umbraco.UploadField", "/media/1234/kari.jpg"],
  ])("that are %s keep what they pick: %j", (editorAlias, value) => {
    expect(scrubbed(value, named("title"), { editorAlias }).value).toEqual(value);
  });
});

it("nodeScrubber keeps all references of the sample", () => expectSameReferences(join(ROOT, "data")));
