/**
 * An importer that walks a site as importers with the API's .NET client do: a node by key, its ancestors first, the
 * media it uses with their bytes, and the types of the elements within its values. (Its requests and its requirements are
 * those of limbo-works/Limbo.Umbraco.Migrations, MigrationsServiceBase.)
 */
import { expect } from "vitest";
import { expectProblem } from "./problem.ts";

type Kind = "content" | "media";
type Property = { alias: string; editorAlias: string | null; value: unknown };
type Item = { id: number; key: string; children?: Item[] };
type Node = Item & {
  name: string;
  type: string;
  url?: string;
  createDate?: string;
  path: Item[];
  properties: Record<string, Property>;
};
type Type = { alias: string; tabs: { properties: { alias: string; editorAlias: string }[] }[] };
type Element = Record<string, unknown>;

/** A node in the new site. */
export type Imported = {
  name: string;
  type: string;
  /** The key of its parent. */
  parent: string | undefined;
  /** The file of a media node. */
  bytes?: Buffer;
};

/** The members of an element that are not properties. */
const OF_NESTED = new Set(["key", "name", "ncContentTypeAlias", "PropType"]);
const OF_BLOCK = new Set(["key", "udi", "contentTypeKey"]);
const MEDIA_UDI = /umb:\/\/media\/([0-9a-f]{32})/g;
const LINK_BY_ID = /\/\{localLink:(\d+)\}/g;

/** Finds the references in a value, by editor. */
type Convert = (value: unknown) => Promise<void>;

export class Importer {
  readonly content = new Map<string, Imported>();
  readonly media = new Map<string, Imported>();
  /** The types of elements, by alias or key, as elements refer to them. */
  readonly types = new Map<string, Type>();
  /** Aliases and keys of missing types of elements: a real importer stops at the first. */
  readonly missingTypes = new Set<string>();
  /** The names of nodes without a date. */
  readonly undated: string[] = [];
  /** How many elements of each type have been converted. */
  readonly elements = new Map<string, number>();
  readonly #operations: string;
  readonly #authorization: string;
  readonly #converters: Record<string, Convert> = {
    "Umbraco.NestedContent": (value) => this.#convertNested(value),
    "Umbraco.BlockList": (value) => this.#convertBlocks(value),
    "Umbraco.MediaPicker": (value) => this.#importNamed(value),
    "Umbraco.MediaPicker2": (value) => this.#importNamed(value),
    "Umbraco.MediaPicker3": (value) => this.#importPicked(value),
    "Umbraco.ContentPicker": (value) => this.#lookAt(String(value).match(/^\d+$/g) ?? []),
    "Umbraco.TinyMCE": (value) => this.#convertRichText(value),
    "Umbraco.TinyMCEv3": (value) => this.#convertRichText(value),
  };

  /**
   * @param operations the URL of the operations
   * @param apiKey sent with each operation, and never with a file
   */
  constructor(operations: string, apiKey: string) {
    this.#operations = operations;
    this.#authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString("base64")}`;
  }

  /** Imports everything, the deepest nodes first, so that each needs its ancestors. */
  async importAll(): Promise<void> {
    const content = await this.#send<Item[]>("GetContentAtRoot?maxLevel=100");
    for (const key of keysBelow(content).reverse()) await this.importContent(key);
    const media = await this.#send<Item[]>("GetMediaAtRoot?maxLevel=100");
    for (const key of keysBelow(media).reverse()) await this.importMedia(key);
  }

  async importContent(key: string): Promise<Imported> {
    const known = this.content.get(key);
    if (known) return known;
    const node = await this.#node("content", key);
    const parent = node.path.at(-1)?.key;
    if (parent !== undefined) await this.importContent(parent);
    const made = { name: node.name, type: node.type, parent };
    this.content.set(key, made);
    if (Number.isNaN(Date.parse(node.createDate ?? ""))) this.undated.push(node.name);
    for (const property of Object.values(node.properties)) await this.#convert(property);
    return made;
  }

  async importMedia(key: string): Promise<Imported> {
    const known = this.media.get(key);
    if (known) return known;
    const node = await this.#node("media", key);
    const parent = node.path.at(-1)?.key;
    if (parent !== undefined) await this.importMedia(parent);
    const bytes = node.type === "Folder" ? undefined : await this.#bytesOf(node);
    const made = { name: node.name, type: node.type, parent, ...(bytes && { bytes }) };
    this.media.set(key, made);
    return made;
  }

  /** Fetches a node by key, as references identify it. */
  async #node(kind: Kind, key: string): Promise<Node> {
    const node = await this.#send<Node>(`Get${kind === "content" ? "Content" : "Media"}ByKey?key=${key}`);
    expect(node.key).toBe(key);
    return node;
  }

  /** The property must name the file (uSync 7 writes loose JSON), which is fetched by the unchanged url of the node. */
  async #bytesOf({ name, url, properties }: Node): Promise<Buffer> {
    const { value } = properties.umbracoFile;
    const path = typeof value === "object" && value !== null && "src" in value ? value.src : value;
    expect(path, `umbracoFile of ${name}`).toContain("/media/");
    const answer = await fetch(new URL(this.#operations).origin + url);
    expect(answer.status, url).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** The client drops properties without an editor. */
  async #convert({ editorAlias, value }: Pick<Property, "editorAlias" | "value">): Promise<void> {
    if (editorAlias !== null) await this.#converters[editorAlias]?.(value);
  }

  async #convertNested(value: unknown): Promise<void> {
    for (const element of elementsIn(value)) {
      await this.#convertElement(element, "Alias", String(element.ncContentTypeAlias), OF_NESTED);
    }
  }

  async #convertBlocks(value: unknown): Promise<void> {
    const { contentData, settingsData } = (value || {}) as {
      contentData?: Element[];
      settingsData?: Element[];
    };
    for (const element of [...(contentData ?? []), ...(settingsData ?? [])]) {
      await this.#convertElement(element, "Key", String(element.contentTypeKey), OF_BLOCK);
    }
  }

  /** Each member must be a property of the element's type, whose editor decides how it is converted. */
  async #convertElement(
    element: Element,
    by: "Alias" | "Key",
    name: string,
    others: ReadonlySet<string>,
  ): Promise<void> {
    const type = this.types.get(name) ?? (await this.#typeOf(by, name));
    if (!type) return;
    this.types.set(name, type);
    this.elements.set(type.alias, (this.elements.get(type.alias) ?? 0) + 1);
    const properties = new Map(
      type.tabs.flatMap((tab) => tab.properties.map((property) => [property.alias, property])),
    );
    for (const [alias, value] of Object.entries(element)) {
      if (others.has(alias)) continue;
      const property = properties.get(alias);
      if (!property) throw new Error(`the type ${type.alias} has no property ${alias}`);
      await this.#convert({ editorAlias: property.editorAlias, value });
    }
  }

  async #typeOf(by: "Alias" | "Key", name: string): Promise<Type | undefined> {
    const answer = await this.#get(`GetContentTypeBy${by}?${by.toLowerCase()}=${encodeURIComponent(name)}`);
    if (answer.status === 200) return (await answer.json()) as Type;
    await expectProblem(answer, "no-such-type");
    this.missingTypes.add(name);
    return undefined;
  }

  async #importPicked(value: unknown): Promise<void> {
    for (const { mediaKey } of elementsIn(value)) await this.importMedia(String(mediaKey));
  }

  /** Links by UDI are kept; links by id are converted to UDIs. */
  async #convertRichText(value: unknown): Promise<void> {
    await this.#importNamed(value);
    await this.#lookAt([...String(value).matchAll(LINK_BY_ID)].map(([, id]) => id));
  }

  /** The media to which a text refers by UDI. */
  async #importNamed(value: unknown): Promise<void> {
    for (const [, hex] of String(value).matchAll(MEDIA_UDI)) {
      await this.importMedia(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
    }
  }

  /** Fetches content by id for its key, without importing it, since references can form cycles. */
  async #lookAt(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#send<Node>(`GetContentById?id=${id}`);
  }

  async #send<T>(operation: string): Promise<T> {
    const answer = await this.#get(operation);
    expect(answer.status, operation).toBe(200);
    return (await answer.json()) as T;
  }

  #get(operation: string): Promise<Response> {
    const headers = { Authorization: this.#authorization, Accept: "application/json" };
    return fetch(`${this.#operations}/${operation}`, { headers });
  }
}

/** The elements of a list, which within elements is JSON text. */
function elementsIn(value: unknown): Element[] {
  if (typeof value !== "string") return (value ?? []) as Element[];
  return value.trim() === "" ? [] : (JSON.parse(value) as Element[]);
}

function keysBelow(items: readonly Item[]): string[] {
  return items.flatMap(({ key, children = [] }) => [key, ...keysBelow(children)]);
}
