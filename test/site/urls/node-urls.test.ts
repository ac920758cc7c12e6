/** `nodeUrls`: URLs by ancestors, domains and language. */
import { describe, expect, it } from "vitest";
import type { SiteDomain } from "../../../src/site/languages.ts";
import { nodeUrls, type UrlNode } from "../../../src/site/urls/node-urls.ts";

/** A node for each path of segments, parents first. Its key is the path. */
function nodesAt(...paths: string[]): UrlNode[] {
  return paths.map((path) => ({
    key: path,
    parent: paths.indexOf(path.split("/").slice(0, -1).join("/")),
    segment: path.split("/").at(-1) ?? "",
  }));
}

const domain = (node: string, name: string, language: string | null = null): SiteDomain => ({
  domain: name,
  node,
  language,
});
const tree = nodesAt("home", "home/news", "home/news/one", "shop", "shop/shoes");

describe("nodeUrls: URLs", () => {
  it.each<[string, SiteDomain[], object, (string | undefined)[]]>([
    [
      "leave out the top segment, except of roots after the first",
      [],
      {},
      ["/", "/news/", "/news/one/", "/shop/", "/shoes/"],
    ],
    [
      "begin with the nearest domain, without the segment of its node",
      [domain("home", "example.com"), domain("home/news", "example.com/NEWS/")],
      {},
      ["/", "/NEWS/", "/NEWS/one/", "/shop/", "/shoes/"],
    ],
    [
      "are absolute if there are several hosts",
      [domain("home", "one.example"), domain("shop", "http://Two.example:8080/de")],
      {},
      [
        "https://one.example/",
        "https://one.example/news/",
        "https://one.example/news/one/",
        "http://two.example:8080/de/",
        "http://two.example:8080/de/shoes/",
      ],
    ],
    [
      "are paths without a host if no ancestor has a domain, even if others are absolute",
      [domain("home/news", "one.example"), domain("shop", "two.example")],
      {},
      [
        "/",
        "https://one.example/",
        "https://one.example/one/",
        "https://two.example/",
        "https://two.example/shoes/",
      ],
    ],
    [
      "are paths if several domains have the same host",
      [domain("home", "http://one.example"), domain("shop", "https://one.example/shop")],
      {},
      ["/", "/news/", "/news/one/", "/shop/", "/shop/shoes/"],
    ],
    [
      "are paths if domains are paths or wildcards",
      [domain("home", "*1050", "en"), domain("shop", "/shop")],
      {},
      ["/", "/news/", "/news/one/", "/shop/", "/shop/shoes/"],
    ],
    [
      "begin with the domain of the language that is read, in any case",
      [domain("home", "/en", "en-US"), domain("home", "/de", "de-DE")],
      { culture: "de-de", isDefaultCulture: false },
      ["/de/", "/de/news/", "/de/news/one/", undefined, undefined],
    ],
    [
      "are paths in the default language if only other languages have domains",
      [domain("home", "/de", "de-DE"), domain("home", "/da", "da-DK")],
      { culture: "en-US", isDefaultCulture: true },
      ["/", "/news/", "/news/one/", "/shop/", "/shoes/"],
    ],
    [
      "begin with the domain of the language, past nearer domains of other languages",
      [domain("home", "/en", "en-US"), domain("home", "/ar", "ar"), domain("home/news", "/ar/news", "ar")],
      { culture: "en-US", isDefaultCulture: true },
      ["/en/", "/en/news/", "/en/news/one/", "/shop/", "/shoes/"],
    ],
    [
      "begin with the nearest domain of the language",
      [domain("home", "/en", "en-US"), domain("home", "/ar", "ar"), domain("home/news", "/ar/akhbar", "ar")],
      { culture: "ar", isDefaultCulture: false },
      ["/ar/", "/ar/akhbar/", "/ar/akhbar/one/", undefined, undefined],
    ],
    [
      "begin with a domain without a language in the default language",
      [domain("home", "/ar", "ar"), domain("home", "/any")],
      { culture: "en-US", isDefaultCulture: true },
      ["/any/", "/any/news/", "/any/news/one/", "/shop/", "/shoes/"],
    ],
    [
      "begin with the nearest domain, whatever its language, if pages have none, as up to version 7",
      [domain("home", "/en", "en-US"), domain("home/news", "/ar", "ar")],
      {},
      ["/en/", "/ar/", "/ar/one/", "/shop/", "/shoes/"],
    ],
    [
      "are absent in another language without a domain",
      [domain("home", "/en", "en-US"), domain("home/news", "/nyt", "da-DK")],
      { culture: "da-DK", isDefaultCulture: false },
      [undefined, "/nyt/", "/nyt/one/", undefined, undefined],
    ],
  ])("%s", (_rule, domains, options, urls) => {
    expect(nodeUrls(tree, { domains, ...options })).toEqual(urls);
  });

  it("of pages that do not vary, below pages that do not, can have the domain of another language", () => {
    const domains = [domain("home", "/en", "en-US"), domain("shop", "/butik", "da")];
    const urlsIf = (varies: string) =>
      nodeUrls(
        tree.map((node) => ({ ...node, isInvariant: node.key !== varies })),
        { domains, culture: "en-US" },
      );
    expect(urlsIf("")).toEqual(["/en/", "/en/news/", "/en/news/one/", "/butik/", "/butik/shoes/"]);
    expect(urlsIf("shop")).toEqual(["/en/", "/en/news/", "/en/news/one/", "/shop/", "/shoes/"]);
  });

  it("are absent for nodes without a segment, except the front page, and for their descendants", () => {
    const nodes = [
      { key: "a", parent: -1, segment: "" },
      { key: "b", parent: 0, segment: "b" },
      { key: "c", parent: -1, segment: "" },
      { key: "d", parent: 2, segment: undefined },
      { key: "e", parent: 3, segment: "e" },
    ];
    expect(nodeUrls(nodes, { domains: [] })).toEqual(["/", "/b/", undefined, undefined, undefined]);
  });

  it("may have 1,000 levels", () => {
    const chain = Array.from({ length: 1000 }, (_, index) => ({
      key: `${index}`,
      parent: index - 1,
      segment: "s",
    }));
    expect(nodeUrls(chain, { domains: [] }).at(-1)).toHaveLength(2 * 999 + 1);
  });
});
