/** Requests to the Content Delivery API, and checks of its answers. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

export const PATH = "/umbraco/delivery/api/v2";

export type Item = { name: string; properties: Record<string, unknown> };
export type Headers = Record<string, string>;

/** Functions that request paths below the API of a server. */
export function requestsTo(origin: string) {
  const get = (path: string, headers: Headers = {}, init: RequestInit = {}) =>
    fetch(`${origin}${path.startsWith("/umbraco") ? "" : PATH}${path}`, {
      headers,
      redirect: "manual",
      ...init,
    });
  const json = async (path: string, headers?: Headers) => {
    const response = await get(path, headers);
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  };
  return { get, json };
}

/** Validates all content and media of a site with the schemas of its OpenAPI document. */
export async function expectDescribed({ json }: ReturnType<typeof requestsTo>) {
  const { components } = await json("/umbraco/openapi/delivery.json");
  const ajv = new Ajv2020({ strict: false, formats: { uuid: true } });
  ajv.addSchema({ $id: "https://delivery.example/", components });
  const validates = (name: string) =>
    ajv.compile({ $ref: `https://delivery.example/#/components/schemas/${name}` });
  const isPage = validates("IApiContentResponseModel");
  const { items } = await json("/content?take=1000");
  const expanded = await json("/content?take=1000&expand=properties[$all]");
  for (const item of [...items, ...expanded.items])
    expect([item.name, isPage(item), isPage.errors]).toEqual([item.name, true, null]);
  const isMedia = validates("IApiMediaResponseModel");
  const media = await allMedia(json);
  for (const item of media)
    expect([item.name, isMedia(item), isMedia.errors]).toEqual([item.name, true, null]);
  return [...items, ...media];
}

async function allMedia(json: (path: string) => Promise<{ items: (Item & { id: string })[] }>, below = "/") {
  const { items } = await json(`/media?fetch=children:${below}&take=1000`);
  const found: Item[] = [];
  for (const item of items) found.push(item, ...(await allMedia(json, item.id)));
  return found;
}

/** The members of Umbraco's own models, by a member that only the one has. */
const MEMBERS: readonly [own: string, names: string][] = [
  ["cultures", "contentType name createDate updateDate route id properties cultures"],
  ["route contentType", "contentType name createDate updateDate route id properties"],
  ["contentType", "contentType id properties"],
  [
    "path mediaType",
    "path createDate updateDate focalPoint crops id name mediaType url extension width height bytes properties",
  ],
  ["mediaType", "focalPoint crops id name mediaType url extension width height bytes properties"],
  ["startItem", "path queryString startItem"],
  ["linkType", "url queryString title target destinationId destinationType route linkType culture"],
  ["gridColumns", "gridColumns items"],
  ["areaGridColumns", "rowSpan columnSpan areaGridColumns areas content settings"],
  ["columnSpan", "alias rowSpan columnSpan items"],
  ["settings", "content settings"],
  ["markup", "markup blocks"],
  ["coordinates", "alias width height coordinates"],
];

/** Checks the members of each object of Umbraco's models in an answer; other objects are values of editors. */
export function expectMembers(value: unknown, isModel = true): void {
  if (Array.isArray(value)) for (const each of value) expectMembers(each);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const names = isModel && MEMBERS.find(([own]) => own.split(" ").every((name) => name in value))?.[1];
  if (names) expect(Object.keys(value).join(" ")).toBe(names);
  for (const [name, member] of Object.entries(value)) {
    expectMembers(member, name !== "properties" && name !== "cultures");
  }
}
