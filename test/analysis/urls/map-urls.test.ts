/** `siteUrls`, `mapUrls` and `redirectsOf`: the URLs of a site, old URLs matched with new ones, and redirects. */
import { describe, expect, it } from "vitest";
import { matchNodes } from "../../../src/analysis/diff/match-nodes.ts";
import { type MappedUrl, mapUrls, redirectsOf } from "../../../src/analysis/urls/map-urls.ts";
import { siteUrls } from "../../../src/site/urls/site-urls.ts";
import type { DataNode } from "../../oracle.ts";
import { keyOf, nodeOf, propertiesOf, treeOf } from "../../support/site.ts";

type Page = { id: number; url?: string; alias?: string; file?: string; children?: Page[] };

/** Pages without others below, with the ids from 1. */
const pagesAt = (...urls: string[]): Page[] => urls.map((url, i) => ({ id: i + 1, url }));

function pageNode({ id, url, alias, file, children = [] }: Page): DataNode {
  const properties = propertiesOf({
    ...(alias === undefined ? {} : { umbracoUrlAlias: ["x", alias] }),
    ...(file === undefined ? {} : { umbracoFile: ["x", file] }),
  });
  return { ...nodeOf(id, `Page ${id}`, children.map(pageNode)), url, properties };
}

const site = (pages: Page[], media: Page[] = []) => ({
  content: treeOf(pages.map(pageNode)),
  media: treeOf(media.map(pageNode)),
});

type Options = { hosts?: [string, string][]; byHand?: [string, string][]; legacy?: boolean };

function mapped(old: Page[], other: Page[], { hosts, byHand, legacy }: Options = {}): MappedUrl[] {
  const [oldTrees, newTrees] = [site(old), site(other)];
  return mapUrls({
    old: siteUrls(oldTrees, { legacy }),
    new: siteUrls(newTrees),
    oldTrees,
    wasAt: { content: matchNodes(oldTrees.content, newTrees.content).wasAt },
    hosts: new Map(hosts),
    byHand: new Map(byHand),
  });
}

const rowsOf = (all: readonly MappedUrl[]) =>
  all.map(({ verdict, old, to }) =>
    [verdict, old?.url, to?.url].filter((part) => part !== undefined).join(" "),
  );

describe("siteUrls", () => {
  it("lists urls of pages, aliases, files of media, and on request URLs of version 7", () => {
    const trees = site(
      [{ id: 1, url: "/", children: [{ id: 2, url: "/a/", alias: "b, /c d/ ,," }] }, { id: 3 }],
      [{ id: 4, url: "/media/x/a.jpg" }, { id: 5 }, { id: 6, file: "" }],
    );
    const { urls, without } = siteUrls(trees, { legacy: true });
    expect(urls.map(({ url, source, node }) => `${source} ${url} ${node.kind} ${node.id}`)).toEqual([
      "url / content 1",
      "legacy /1 content 1",
      "url /a/ content 2",
      "alias /b/ content 2",
      "alias /cd/ content 2",
      "legacy /a.aspx content 2",
      "legacy /2 content 2",
      "file /media/x/a.jpg media 4",
    ]);
    expect(without).toEqual({ content: 1, media: 1 });
  });

  it("lists URLs that several nodes share, ignoring case, escapes and trailing slashes", () => {
    const trees = site([
      { id: 1, url: "/blåbær/" },
      { id: 2, url: "/Bl%C3%A5b%C3%A6r" },
      { id: 3, url: "/other/", alias: "x,x" },
    ]);
    const { shared } = siteUrls(trees);
    expect(shared.map(({ url, nodes }) => [url, nodes.map(({ id }) => id)])).toEqual([["/blåbær/", [1, 2]]]);
  });
});

describe("mapUrls: the verdict on", () => {
  it.each<[of: string, old: Page[], other: Page[], is: string[], options?: Options]>([
    ["a page that stayed", pagesAt("/a/"), pagesAt("/A"), ["same /a/ /A"]],
    ["a page that moved", pagesAt("/a/"), pagesAt("/b/"), ["moved /a/ /b/"]],
    [
      "a page that is removed, whose nearest remaining ancestor is two levels up",
      [{ id: 1, url: "/a/", children: [{ id: 2, url: "/a/b/", children: [{ id: 3, url: "/a/b/c/" }] }] }],
      pagesAt("/z/"),
      ["moved /a/ /z/", "removed /a/b/ /z/", "removed /a/b/c/ /z/"],
    ],
    ["a removed page without a remaining ancestor", pagesAt("/a/"), [], ["removed /a/"]],
    ["a new page", [], pagesAt("/a/"), ["new /a/"]],
    [
      "an alias that was kept, and one that was not",
      [{ id: 1, url: "/a/", alias: "x,y" }],
      [{ id: 1, url: "/b/", alias: "y" }],
      ["moved /a/ /b/", "moved /x/ /b/", "same /y/ /y/"],
    ],
    [
      "URLs of hosts that are mapped",
      pagesAt("https://old.example/a/"),
      pagesAt("https://new.example/a/"),
      ["same https://old.example/a/ https://new.example/a/"],
      { hosts: [["old.example", "new.example"]] },
    ],
    [
      "URLs that are mapped by hand, by URL and by key",
      pagesAt("/a/", "/b/"),
      [{ id: 3, url: "/c/" }],
      ["moved /a/ /elsewhere?x=1", "moved /b/ /c/"],
      {
        byHand: [
          ["/a", "/elsewhere?x=1"],
          [keyOf(2), keyOf(3)],
        ],
      },
    ],
  ])("%s", (_, old, other, is, options) => {
    expect(rowsOf(mapped(old, other, options))).toEqual(is);
  });
});

describe("redirectsOf", () => {
  const NONE = { removed: "none", hosts: new Map() } as const;
  const lines = (all: readonly MappedUrl[], options: Parameters<typeof redirectsOf>[1] = NONE) =>
    redirectsOf(all, options).redirects.map(({ path, query, to }) => `${path}${query} ${to}`);

  it("redirects moved URLs, and removed ones if requested", () => {
    const all = mapped([{ id: 1, url: "/a/", children: [{ id: 2, url: "/a/b/" }] }], [{ id: 1, url: "/z/" }]);
    expect(lines(all)).toEqual(["/a/ /z/"]);
    expect(lines(all, { ...NONE, removed: "ancestor" })).toEqual(["/a/ /z/", "/a/b/ /z/"]);
    expect(lines(all, { ...NONE, removed: { url: "/sorry/" } })).toEqual(["/a/ /z/", "/a/b/ /sorry/"]);
  });

  it("redirects no URL that is a page of the new site", () => {
    const all = mapped(pagesAt("/a/", "/b/"), pagesAt("/b/", "/a/"));
    const { redirects, left } = redirectsOf(all, NONE);
    expect(redirects).toEqual([]);
    expect(left.get("taken")).toEqual(["/a/", "/b/"]);
  });

  it("redirects no path of another page if hosts are unknown or the same", () => {
    const old = pagesAt("https://old.example/a/");
    const other = pagesAt("/b/", "/a/");
    expect(redirectsOf(mapped(old, other), NONE).left.get("taken")).toEqual(["https://old.example/a/"]);
    const whole = pagesAt("https://new.example/b/", "https://new.example/a/");
    expect(redirectsOf(mapped(pagesAt("/a/"), whole), NONE).left.get("taken")).toEqual(["/a/"]);
    expect(lines(mapped(old, whole))).toEqual(["/a/ https://new.example/b/"]);
    const moved = pagesAt("https://new.example/a/");
    expect(lines(mapped(old, moved))).toEqual(["/a/ https://new.example/a/"]);
  });

  it("keeps the fragment of a URL that is mapped by hand", () => {
    const byHand: [string, string][] = [["/a", "/b/#contact"]];
    const old = pagesAt("/a/");
    expect(lines(mapped(old, [{ id: 2, url: "/b/" }], { byHand }))).toEqual(["/a/ /b/#contact"]);
    const removed = { ...NONE, removed: { url: "/sorry/#why" } };
    expect(lines(mapped(old, []), removed)).toEqual(["/a/ /sorry/#why"]);
  });

  it("resolves chains, and leaves out loops", () => {
    const old = pagesAt("/1/", "/2/", "/3/", "/4/");
    const byHand: [string, string][] = [
      ["/1", "/2"],
      ["/2", "/end"],
      ["/3", "/4/"],
      ["/4", "/3"],
    ];
    const { redirects, left } = redirectsOf(mapped(old, [], { byHand }), NONE);
    expect(redirects.map(({ path, to }) => [path, to])).toEqual([
      ["/1/", "/end"],
      ["/2/", "/end"],
    ]);
    expect(left.get("loop")).toEqual(["/3/", "/4/"]);
  });

  it("redirects a URL of two pages to the first one", () => {
    const all = mapped(pagesAt("/a/", "/A"), pagesAt("/x/", "/y/"));
    expect(redirectsOf(all, NONE)).toMatchObject({ redirects: [{ path: "/a/", to: "/x/" }] });
    expect(redirectsOf(all, NONE).left.get("twice")).toEqual(["/A"]);
  });
});
