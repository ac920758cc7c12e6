/** `editorFor`: the known editors, and how their values are read. */
import { describe, expect, it } from "vitest";
import { EDITORS, editorFor } from "../../../src/site/values/editors.ts";

it.each(["Umbraco.MediaPicker3", "umbraco.mediapicker3", "UMBRACO.MEDIAPICKER3"])(
  "editorFor: %s",
  (alias) => {
    expect(editorFor(alias)).toMatchObject({ reads: "nodes", kind: "media" });
  },
);

describe("editorFor: an unknown editor", () => {
  it.each([undefined, "", "Umbraco.", "umbraco", "ContentPicker", "constructor", "__proto__"])(
    "%s",
    (alias) => {
      expect(editorFor(alias)).toBeUndefined();
    },
  );

  it("or an editor of text or numbers is overridden by the CMS's convention for the property", () => {
    expect(editorFor(undefined, "umbracoRedirect")).toEqual({ reads: "nodes", kind: "content" });
    expect(editorFor("Some.Picker", "umbracoInternalRedirectId")).toEqual({
      reads: "nodes",
      kind: "content",
    });
    expect(editorFor("Umbraco.Integer", "umbracoRedirect")).toEqual({ reads: "nodes", kind: "content" });
    expect(editorFor("Umbraco.MultiUrlPicker", "umbracoRedirect")?.reads).toBe("links");
    expect(editorFor(undefined, "umbracoUrlAlias")).toBeUndefined();
  });
});

it("EDITORS has each alias once, in whatever case", () => {
  const aliases = EDITORS.map(({ alias }) => alias.toLowerCase());
  expect(new Set(aliases).size).toBe(aliases.length);
});
