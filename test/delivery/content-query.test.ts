/** Queries of the Delivery API: which nodes they select, in which order, and what is malformed. */
import { describe, expect, it } from "vitest";
import { type ContentQuery, type QueriedNode, readContentQuery } from "../../src/delivery/content-query.ts";

const NODES: QueriedNode[] = (
  [
    ["Foghorn", "exhibit", "2020-01-01T00:00:00", "2024-05-01T10:00:00", 2, 1],
    ["Fog signals", "article", "2021-01-01T00:00:00", "2024-04-01T10:00:00", 2, 0],
    ["About us", "article", "2019-06-30T12:00:00.1234567Z", null, 1, 5],
  ] as const
).map(([name, type, createDate, updateDate, level, sortOrder], i) => ({
  key: `aaaaaaaa-0000-4000-8000-00000000000${i}`,
  ...{ name, type, createDate, updateDate, level, sortOrder },
}));

function selected(query: string): string[] {
  const { filters, sorts } = readContentQuery(new URLSearchParams(query), "content") as ContentQuery;
  const found = NODES.filter((node) => filters.every((filter) => filter(node)));
  const compare = (a: QueriedNode, b: QueriedNode) =>
    sorts.map((sort) => sort(a, b)).find((order) => order !== 0) ?? 0;
  return found.toSorted(compare).map(({ name }) => name);
}

describe("readContentQuery", () => {
  it.each([
    ["", ["Foghorn", "Fog signals", "About us"]],
    ["filter=contentType:article", ["Fog signals", "About us"]],
    ["filter=CONTENTTYPE:article", ["Fog signals", "About us"]],
    ["filter=contentType:ARTICLE", []],
    ["filter=contentType:!article", ["Foghorn"]],
    ["filter=contentType:article,exhibit", ["Foghorn", "Fog signals", "About us"]],
    ["filter=contentType:!exhibit,home", ["Fog signals", "About us"]],
    ["filter=name:FOG", ["Foghorn", "Fog signals"]],
    ["filter=name:horn,us", ["Foghorn", "About us"]],
    ["filter=name:signals fog", ["Fog signals"]],
    ["filter=name:!horn,us", ["Fog signals"]],
    ["filter=name:", ["Foghorn", "Fog signals", "About us"]],
    ["filter=createDate:2020-01-01", ["Foghorn"]],
    ["filter=createDate:2019-06-30T12:00:00.1234567", ["About us"]],
    ["filter=createDate>2019-06-30T12:00:00.1234567", ["Foghorn", "Fog signals"]],
    ["filter=createDate<2019-06-30T12:00:00.1234568Z", ["About us"]],
    ["filter=createDate>2020-01-01T00:00:00", ["Fog signals"]],
    ["filter=createDate>:2020-01-01T00:00:00", ["Foghorn", "Fog signals"]],
    ["filter=createDate<2020-01-01T00:00:00", ["About us"]],
    ["filter=updateDate<:2024-05-01T10:00:00", ["Foghorn", "Fog signals"]],
    // Umbraco ignores a date that it cannot read.
    ["filter=updateDate<soon", ["Foghorn", "Fog signals", "About us"]],
    ["filter=contentType:article&filter=name:about", ["About us"]],
    ["sort=name:asc", ["About us", "Fog signals", "Foghorn"]],
    ["sort=NAME:DESC", ["Foghorn", "Fog signals", "About us"]],
    ["sort=name:down", ["Foghorn", "Fog signals", "About us"]],
    ["sort=level:desc&sort=sortOrder:asc", ["Fog signals", "Foghorn", "About us"]],
    ["sort=createDate:asc", ["About us", "Foghorn", "Fog signals"]],
    ["sort=updateDate:desc", ["Foghorn", "Fog signals", "About us"]],
  ])("readContentQuery of %s selects %j", (query, names) => {
    expect(selected(query)).toEqual(names);
  });

  it.each([
    ["fetch=children:/about/", { relation: "children", of: "/about/" }],
    [
      "fetch=DESCENDANTS:6f0c2a44-7b1e-4a8e-9a55-0d4f1f6f3b10",
      { relation: "descendants", of: "6f0c2a44-7b1e-4a8e-9a55-0d4f1f6f3b10" },
    ],
    ["fetch=ancestors:about", { relation: "ancestors", of: "about" }],
    ["fetch=children:", { relation: "children", of: "" }],
    ["fetch=", undefined],
  ])("readContentQuery reads %s", (query, fetch) => {
    expect(readContentQuery(new URLSearchParams(query), "content")).toMatchObject({ fetch });
  });

  it.each([
    ["fetch=siblings:/", "content", "fetch"],
    ["fetch=children:/&fetch=children:/a/", "content", "fetch"],
    ["fetch=descendants:/", "media", "fetch"],
    ["filter=tag:a", "content", "filter"],
    ["filter=mediaType:Image", "content", "filter"],
    ["filter=contentType:Image", "media", "filter"],
    ["sort=name", "content", "sort"],
    ["sort=color:asc", "content", "sort"],
    ["sort=level:asc", "media", "sort"],
  ] as const)("readContentQuery refuses %s for %s", (query, kind, parameter) => {
    expect(readContentQuery(new URLSearchParams(query), kind)).toBe(parameter);
  });
});
