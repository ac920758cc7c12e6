/** Routes as URLs. */
import { expect, it } from "vitest";
import { linkTo, queryWithout, type Route, readRoute } from "../../src/explorer/route.ts";

const KEY = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";

it.each<[hash: string, route: Route]>([
  ["#/", { view: "home", query: {} }],
  ["#/media", { view: "roots", kind: "media", query: {} }],
  [`#/content/${KEY}`, { view: "node", kind: "content", key: KEY, query: {} }],
  [
    `#/media/${KEY}/children?sort=-name&from=50`,
    { view: "node", kind: "media", key: KEY, of: "children", query: { sort: "-name", from: "50" } },
  ],
  ["#/find?text=a%26b", { view: "find", query: { text: "a&b" } }],
  ["#/types", { view: "types", query: {} }],
  ["#/types/content/home%20page", { view: "types", kind: "content", alias: "home page", query: {} }],
  ["#/audit/references?q=x", { view: "audit", section: "references", query: { q: "x" } }],
  ["#/changes", { view: "changes", query: {} }],
  ["#/no/where?q=x", { view: "unknown", segments: ["no", "where"], query: { q: "x" } }],
])("`readRoute` and `linkTo` agree on %s", (hash, route) => {
  expect(readRoute(hash)).toEqual(route);
  expect(linkTo(route)).toBe(hash);
});

it.each([
  ["", "home"],
  ["#/nothing", "unknown"],
  ["#/content/%ZZ", "node"],
  [`#/content/${KEY}/nothing`, "node"],
])("`readRoute` reads %j as the view %s", (hash, view) => {
  expect(readRoute(hash).view).toBe(view);
});

it("`queryWithout` leaves a parameter out, and begins at the first page", () => {
  const query = { q: "x", sort: "-name", from: "50" };
  expect(queryWithout(query, "q")).toEqual({ sort: "-name" });
  expect(queryWithout(query)).toEqual({ q: "x", sort: "-name" });
});
