/** `export --as usync` over real sites, if ../shared exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseXml, type XmlElement } from "../../src/formats/xml/xml-parser.ts";
import { validateFolder } from "../../src/usync17/validate-folder.ts";
import { SHARED } from "../support/repository.ts";
import { roundTrip } from "./round-trip.ts";

const names = (folder: string, pattern: RegExp) =>
  existsSync(join(SHARED, folder))
    ? readdirSync(join(SHARED, folder)).filter((name) => pattern.test(name))
    : [];
const reason = "skipped if ../shared is missing";
const CORPUS = names("corpus", /-v\d+$/).map((name) => `corpus/${name}`);
const SITES = [...CORPUS, ...names("databases", /\.db$/).map((name) => `databases/${name}`)];

describe.skipIf(SITES.length === 0)(`export --as usync: real sites (${reason})`, () => {
  it.each(SITES)(
    "writes %s so that it is read again with the same decoded lines, but for what the report names",
    async (name) => {
      const { differences, nodes } = await roundTrip(["--data", join(SHARED, name)]);
      expect(differences).toEqual([]);
      expect(nodes).toBeGreaterThan(0);
    },
  );

  it.each(SITES)("writes the unpublished nodes of %s, too", async (name) => {
    const { differences } = await roundTrip(["--data", join(SHARED, name), "--include-unpublished"]);
    expect(differences).toEqual([]);
  });
});

describe.skipIf(CORPUS.length === 0)(`export --as usync: files of real exports (${reason})`, () => {
  const roots = (folder: string, section: string) => {
    const path = join(folder, section);
    const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
    const found = names
      .filter((name) => name.endsWith(".config"))
      .map((name) => parseXml(readFileSync(join(path, name), "utf8").replace("\uFEFF", "")));
    // The keys of languages are made anew.
    const nameOf = ({ attributes }: XmlElement) => attributes[section === "Languages" ? "Alias" : "Key"];
    return new Map(found.map((root) => [nameOf(root), root]));
  };
  /** Elements that the folder of a site need not have. */
  const optional = new Set(["Folder", "SortOrder"]);
  const outline = (element: XmlElement, depth: number): string =>
    depth === 0
      ? element.name
      : `${element.name}(${Object.keys(element.attributes).sort()})[${element.children
          .filter(({ name }) => !(depth === 2 && optional.has(name)))
          .map((child) => outline(child, depth - 1))}]`;
  const sections = ["Languages", "DataTypes", "ContentTypes", "MediaTypes", "Content", "Media"];

  it.each(["clean-v17", "schemeweaver-v17"])(
    "have the elements and attributes of %s in its order",
    async (name) => {
      const source = join(SHARED, "corpus", name);
      const { folder } = await roundTrip(["--data", source, "--include-unpublished"]);
      for (const section of sections) {
        const [own, written] = [roots(source, section), roots(folder, section)];
        expect([...written.keys()].filter((key) => own.has(key)).length).toBeGreaterThan(0);
        for (const [key, root] of written) {
          const other = own.get(key);
          if (!other || /^(?:Empty)$/.test(other.name)) continue;
          const parts = ["Info", "GenericProperties", "Structure", "Tabs", "Properties"];
          expect(root.children.map((child) => child.name)).toEqual(other.children.map((child) => child.name));
          const texts = (element: XmlElement) =>
            (element.child("GenericProperties")?.children ?? [])
              .map(({ children }) => children.map((child) => `${child.name}=${child.text}`).join("\n"))
              .toSorted();
          expect(texts(root), `${section} ${key}`).toEqual(texts(other));
          for (const part of parts) {
            const [mine, theirs] = [root.child(part), other.child(part)];
            if (!mine || !theirs || part === "Properties") continue;
            expect(outline(mine, part === "GenericProperties" ? 3 : 2), `${section} ${key} ${part}`).toBe(
              outline(theirs, part === "GenericProperties" ? 3 : 2),
            );
          }
        }
      }
    },
  );
});

describe.skipIf(CORPUS.length === 0)(`validateFolder: real exports (${reason})`, () => {
  it.each(CORPUS.filter((name) => name.endsWith("-v17")))("finds nothing in %s", (name) => {
    const found: string[] = [];
    validateFolder(join(SHARED, name), (...finding) => found.push(finding.join(" ")));
    expect(found).toEqual([]);
  });
});
