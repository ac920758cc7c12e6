/** `namesOfFiles`: unique names that every system can store, and that no tool acts on. */
import { describe, expect, it } from "vitest";
import { namesOfFiles } from "../../../src/site/media/media-names.ts";

describe("namesOfFiles", () => {
  it("keeps names that every system allows", () => {
    const PLAIN = [
      ...["/media/a/b c.jpg", "/media/ü.png", "/media/photo~1 of 2.jpg", "/media/a.git", "/m/Makefile"],
      ...["/media/dotted.name.jpg", "/media/package.json", "/media/Thumbs.db", "/media/headline.jpg"],
    ];
    expect([...namesOfFiles(PLAIN)]).toEqual(PLAIN.map((path) => [path, path.slice(1)]));
  });

  it("gives different names on disks that ignore case or Unicode forms, independent of the order of paths", () => {
    const paths = [
      ...["/m/A.jpg", "/m/a.jpg", "/m/A~33ba4ec43d.jpg", "/m/x", "/m/x/y.jpg", "/m/con.txt", "/m/nul"],
      ...["/m/a:b", "/m/a?b", "/m/end.", "/m/COM1.log", "/m/caf\u00e9.txt", "/m/cafe\u0301.txt"],
      ...["/m/x%25.txt", "/m/x%.txt", "/m/%E9.txt", "/m/%25E9.txt"],
    ];
    const names = namesOfFiles(paths);
    const folded = [...names.values()].map((name) => name.normalize("NFC").toLowerCase());
    expect(new Set(folded).size).toBe(paths.length);
    for (const name of folded) {
      for (const segment of name.split("/")) {
        expect(segment).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"\\|?*]|[. ]$/);
      }
      expect(folded.some((other) => other.startsWith(`${name}/`))).toBe(false);
    }
    expect(namesOfFiles(paths.toReversed())).toEqual(names);
  });

  it.each([
    ...[".gitattributes", ".env", ".vscode/settings.json", ".GIT/config", ".x.jpg", "...dots", ". x"],
    // HFS+ ignores invisible characters, and Windows maps full-width characters to ASCII if a program uses a code page.
    ...[".g\u200cit/config", "\u200c.git/config", "\ufeff\u2060.env", "\uff0egit/config", "\u2024env"],
    // Streams, short names and endings of NTFS.
    ...[".git::$INDEX_ALLOCATION/config", ".git /config", ".git./config", "git~1/config", "GI7EBA~1/config"],
    ...["git~1\u200d/config", "gitatt~1", "desktop.ini.", "desktop.ini::$DATA", "LONGNA~1.JPG", "dot./x.jpg"],
    ...["desktop.ini", "DESKTOP.INI", "de\u017f\u212atop.ini", "HEAD", "head", "\uff28EAD"],
    ...["web.config", "Global.asax", "app_offline.htm", "folder.{ED7BA470-8E54-465E-825C-99712043E01C}/x"],
    `${"y".repeat(130)}.${"x".repeat(35)}.jpg`,
  ])("changes %s, which a tool would execute or read, or a disk confuse", (path) => {
    const name = namesOfFiles([`/media/${path}`]).get(`/media/${path}`) ?? "";
    for (const segment of name.split("/")) {
      const seen = segment.replace(/\p{Default_Ignorable_Code_Point}/gu, "").normalize("NFKC");
      expect(seen).not.toMatch(/^\.|[:. ]$/);
      expect(seen.toUpperCase().toLowerCase()).not.toMatch(
        /^(?:desktop\.ini|head|web\.config|global\.asax|app_offline\.htm)$|^[^.]{1,6}~\d(?:\..{0,3})?$|\.\{[-\da-f]+\}$/,
      );
    }
  });
});
