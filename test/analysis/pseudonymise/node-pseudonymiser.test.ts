/** `nodePseudonymiser`: replaces personal data in all values, to any depth, and keeps references. */

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
import { decodedText, nodeJson } from "../../../src/json/node-text.ts";
import { createSite } from "../../../src/site/site.ts";
import { siteDataOf } from "../../../src/site/site-data.ts";
import { ROOT } from "../../support/repository.ts";
import { nodeOf, treeOf } from "../../support/site.ts";
import { expectSameReferences } from "./same-references.ts";

const EMAIL = "kari@firma.no";
const EMAIL_PSEUDONYM = emailPseudonym(EMAIL);
const CONTACTS: PseudonymOptions = { contacts: true, properties: [] };

/** The pseudonymised value of a property, and the other members of its node. */
function pseudonymised(
  value: unknown,
  options: PseudonymOptions,
  { alias = "title", editorAlias = "Umbraco.TextBox", fields = {} } = {},
) {
  const node = { ...nodeOf(1, "A"), ...fields, properties: { [alias]: { alias, editorAlias, value } } };
  const pseudonymiser = nodePseudonymiser(options, { read });
  const json = nodeJson(decodedText(pseudonymiser.scrub(treeOf([node]).text(0))));
  const { properties, ...others } = JSON.parse(json);
  return { value: properties[alias].value, others, json };
}

const { read } = createSite(siteDataOf({ trees: { content: treeOf([]), media: treeOf([]) } }));

describe("nodePseudonymiser: contacts", () => {
  it.each([
    ["a text", `Write to ${EMAIL}`, `Write to ${EMAIL_PSEUDONYM}`],
    ["a list", [EMAIL, 1, null], [EMAIL_PSEUDONYM, 1, null]],
    ["JSON in a string", JSON.stringify({ a: [EMAIL] }), JSON.stringify({ a: [EMAIL_PSEUDONYM] })],
    [
      "JSON in JSON in a string",
      JSON.stringify(JSON.stringify([EMAIL])),
      JSON.stringify(JSON.stringify([EMAIL_PSEUDONYM])),
    ],
    ["a text with escapes", `a\n${EMAIL}\t"${EMAIL}"`, `a\n${EMAIL_PSEUDONYM}\t"${EMAIL_PSEUDONYM}"`],
    ["names of members", { [EMAIL]: 1 }, { [EMAIL]: 1 }],
  ])("in %s", (_, value, expected) => {
    expect(pseudonymised(value, CONTACTS).value).toEqual(expected);
  });

  it("in JSON in a member of JSON in a string", () => {
    const value = JSON.stringify([{ inner: JSON.stringify({ mail: EMAIL }) }]);
    expect(JSON.parse(JSON.parse(pseudonymised(value, CONTACTS).value)[0].inner)).toEqual({
      mail: EMAIL_PSEUDONYM,
    });
  });

  it("in numbers and texts of digits, if the property is for phone numbers", () => {
    expect(pseudonymised("90012345", CONTACTS, { alias: "contactPhone" }).value).toBe(
      phonePseudonym("90012345"),
    );
    expect(pseudonymised(90012345, CONTACTS, { alias: "mobil" }).value).not.toBe(90012345);
    expect(pseudonymised(90012345, CONTACTS, { alias: "price" }).value).toBe(90012345);
  });

  it("in the name and in the site's own fields, but not in the url and dates", () => {
    const fields = {
      name: `Mail ${EMAIL}`,
      writer: EMAIL,
      url: `/${EMAIL}/`,
      updateDate: "2024-01-31T10:00:00",
    };
    const { others } = pseudonymised("", CONTACTS, { fields });
    expect(others).toMatchObject({ ...fields, name: `Mail ${EMAIL_PSEUDONYM}`, writer: EMAIL_PSEUDONYM });
  });

  it("keeps all other bytes, such as escapes and the digits of numbers", () => {
    const json = '{"a":12345678901234567890.10,"b":"\\u0007 \\\\n ü"}';
    const tree = treeOf([{ ...nodeOf(1, "A"), properties: { p: { alias: "p", value: JSON.parse(json) } } }]);
    const pseudonymiser = nodePseudonymiser(CONTACTS, { read });
    expect(pseudonymiser.scrub(tree.text(0)).equals(tree.text(0))).toBe(true);
  });
});

describe("nodePseudonymiser: named properties", () => {
  const named = (...properties: string[]): PseudonymOptions => ({ contacts: false, properties });

  it("are pseudonymised as a whole, in any case of their alias", () => {
    expect(pseudonymised("Kari Nordmann", named("TITLE")).value).toBe(textPseudonym("Kari Nordmann"));
    expect(pseudonymised("Kari Nordmann", named("author")).value).toBe("Kari Nordmann");
    expect(pseudonymised(["Kari", 47, true, null], named("title")).value).toEqual([
      textPseudonym("Kari"),
      expect.any(Number),
      true,
      null,
    ]);
  });

  it("are found in elements, whose types and keys are kept", () => {
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
    expect(pseudonymised(value, named("author"), { editorAlias: "Umbraco.BlockList" }).value).toEqual(
      expected,
    );
    const whole = {
      ...value,
      contentData: [{ ...block, author: textPseudonym("Kari"), text: textPseudonym("Hei") }],
    };
    expect(pseudonymised(value, named("title"), { editorAlias: "Umbraco.BlockList" }).value).toEqual(whole);
    const nested = JSON.stringify([
      { key: block.contentTypeKey, name: "", ncContentTypeAlias: "quote", author: "Kari" },
    ]);
    expect(
      JSON.parse(pseudonymised(nested, named("author"), { editorAlias: "Umbraco.NestedContent" }).value)[0],
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
  ])("of %s keep references: %j", (editorAlias, value) => {
    expect(pseudonymised(value, named("title"), { editorAlias }).value).toEqual(value);
  });
});

it("nodePseudonymiser keeps all references of the sample", () => expectSameReferences(join(ROOT, "data")));
