/** Small sites, servers of them, and raw HTTP. */

import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { NodeReader } from "../../src/formats/json/node-reader.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { type AppOptions, createApp } from "../../src/http/app.ts";
import type { ExplorerOptions } from "../../src/http/explorer/explorer-routes.ts";
import { faultInjection } from "../../src/http/fault-injection.ts";
import { type Listening, type ListenOptions, listen } from "../../src/http/listen.ts";
import { JsonCursor } from "../../src/json/cursor.ts";
import { Findings } from "../../src/site/findings.ts";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import type { ContentType, TypeProperty } from "../../src/site/schema/site-types.ts";
import { createSite, type Site } from "../../src/site/site.ts";
import { siteDataOf } from "../../src/site/site-data.ts";
import type { Source } from "../../src/site/source.ts";
import type { Tree } from "../../src/site/tree/tree.ts";
import type { DataNode } from "../oracle.ts";
import { temporaryDirectory } from "./temporary.ts";

export const OPERATIONS = "/platform/module/Migrations";
export const API_KEY = "not-a-real-key";
export const AUTHORIZATION = `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}`;

/** The path of the operation that lists the roots of content. */
export const ROOTS = `${OPERATIONS}/GetContentAtRoot`;

/** The name of the first root that a server lists. */
export async function nameOfRoot(origin: string): Promise<unknown> {
  const response = await fetch(origin + ROOTS);
  expect(response.status).toBe(200);
  return ((await response.json()) as { name: unknown }[])[0].name;
}

/** The key of a test node: its id in hexadecimal. */
export function keyOf(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, "0")}`;
}

/** The key of a test node without hyphens, as UDIs write it. */
export function digitsOf(id: number): string {
  return keyOf(id).replaceAll("-", "");
}

/** The UDI of a test node. */
export function udiOf(type: string, id: number): string {
  return `umb://${type}/${digitsOf(id)}`;
}

/** A node with a title. */
export function nodeOf(id: number, name: string, children: DataNode[] = []): DataNode {
  const title = { alias: "title", editorAlias: "Umbraco.TextBox", value: name };
  return { id, key: keyOf(id), name, type: "page", sortOrder: id, properties: { title }, children };
}

/**
 * A content type with one tab.
 * @param properties by alias: how each differs from a property that has its alias as its name, and no editor
 */
export function contentTypeOf(
  id: number,
  alias: string,
  properties: Readonly<Record<string, Partial<TypeProperty>>> = {},
): ContentType {
  const own = Object.entries(properties).map(
    ([name, more], i): TypeProperty => ({
      ...{ id: i + 1, key: keyOf(i + 1), alias: name, name, description: null, sortOrder: i },
      ...{ editorAlias: null, dataTypeId: 1, mandatory: false, ...more },
    }),
  );
  return {
    ...{ id, key: keyOf(id), alias, name: alias, icon: null, allowedAsRoot: false, defaultTemplate: null },
    ...{ allowedContentTypes: [], allowedTemplate: [], compositions: [] },
    tabs: [{ id: 1, key: keyOf(1), name: "Content", sortOrder: 0, properties: own }],
  };
}

/** A root with two levels below it. */
export function smallTree(name = "Home"): DataNode[] {
  return [nodeOf(1, name, [nodeOf(2, "Products", [nodeOf(3, "Chair")]), nodeOf(4, "À propos")])];
}

/** A root with many children: an answer of some megabytes. */
export function wideTree(count: number): DataNode[] {
  const children = Array.from({ length: count }, (_, i) => nodeOf(i + 2, `Page ${i} ${"x".repeat(200)}`));
  return [nodeOf(1, "Home", children)];
}

/** A data directory that is removed after the test. */
export function siteDirectory(content: DataNode[] = smallTree(), media: DataNode[] = []): string {
  const directory = join(temporaryDirectory(), "site");
  mkdirSync(directory);
  writeFileSync(join(directory, "content.json"), JSON.stringify(content));
  writeFileSync(join(directory, "media.json"), JSON.stringify(media));
  return directory;
}

/** Loads a data directory as a site. */
export async function loadSite(path: string): Promise<Site> {
  return createSite(await loadDirectory(path));
}

export function sourceOf(content?: DataNode[], media?: DataNode[]): Source {
  return directorySource({
    format: "JSON",
    trees: { content: treeOf(content ?? smallTree()), media: treeOf(media ?? []) },
  });
}

/** The properties of a node: the editor and the value of each alias. */
export function propertiesOf(
  values: Readonly<Record<string, readonly [editorAlias: string | null, value: unknown]>>,
) {
  return Object.fromEntries(
    Object.entries(values).map(([alias, [editorAlias, value]]) => [alias, { alias, editorAlias, value }]),
  );
}

/** A site in memory. @param types of content */
export function siteOf(content: DataNode[], media: DataNode[] = [], types: ContentType[] = []): Site {
  const trees = { content: treeOf(content), media: treeOf(media) };
  const lists = { content: types, media: [], data: [], warnings: [] };
  return createSite(siteDataOf({ format: "JSON", trees, types: () => lists }));
}

export function treeOf(nodes: DataNode[]): Tree {
  const cursor = JsonCursor.copyOf(Buffer.from(JSON.stringify(nodes)));
  const reader = new NodeReader("nodes", cursor, new Findings(), { isFlat: false });
  const tree = reader.readNested() ? reader.build() : undefined;
  if (!tree) throw new Error("these nodes are no tree");
  return tree;
}

/** The options of an app that a test is about. */
export type GivenOptions = Partial<Omit<AppOptions, "explorer">> & { explorer?: Partial<ExplorerOptions> };

/** An app with the options that a test is about; of all others it has what changes nothing. */
export function appOf(
  { explorer, ...options }: GivenOptions = {},
  source: Source | (() => Source) = sourceOf(),
) {
  const noFiles = new MediaFiles(treeOf([]), undefined, "site");
  return createApp(typeof source === "function" ? source : () => source, {
    prefix: "platform/module",
    dataName: "",
    apiKey: undefined,
    allowAnonymous: false,
    cors: [],
    faults: faultInjection({ seed: 1 }),
    media: () => noFiles,
    publicFiles: false,
    health: () => ({ loadedAt: new Date() }),
    onExchange: undefined,
    onFault: () => {},
    onFileWithoutKey: () => {},
    explorer: explorer && {
      siteName: () => options.dataName ?? "",
      siteUrl: undefined,
      warnings: () => [],
      failure: () => undefined,
      isWatched: false,
      dataFlags: undefined,
      inventory: () => undefined,
      compare: undefined,
      ...explorer,
    },
    ...options,
  });
}

/** Serves an app on a free port of loopback. */
export function listenOn(app: Parameters<typeof listen>[0], options: Partial<ListenOptions> = {}) {
  const standard = { host: "127.0.0.1", port: 0 };
  return listen(app, { ...standard, ...options });
}

/** A server that stops when the test ends. */
export async function serverOf(
  app = appOf(),
  options: Partial<ListenOptions> = {},
): Promise<Listening & { port: number }> {
  const server = await listenOn(app, options);
  onTestFinished(() => server.stop(0));
  return { ...server, port: Number(new URL(server.url).port) };
}

/** Sends raw bytes. @returns everything that is received until the server closes the connection */
export function rawExchange(
  port: number,
  text: string | Buffer,
  { halfClose = false } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    // A reset is a close.
    const finish = () => resolve(Buffer.concat(chunks).toString("latin1"));
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      if (halfClose) socket.end(text);
      else socket.write(text);
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => socket.end());
    socket.on("error", finish);
    socket.on("close", finish);
  });
}

/** Parses a raw response without chunks. */
export function parseAnswer(text: string): { status: number; head: string; body: string } {
  const [head, ...rest] = text.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: rest.join("\r\n\r\n") };
}

/** Decodes a body in chunks (RFC 9112, section 7.1), one character per byte. */
export function unchunked(body: string): string {
  let text = "";
  for (let at = 0; ; ) {
    const end = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.slice(at, end), 16);
    if (!(end > at && size > 0)) {
      if (body.slice(at) !== "0\r\n\r\n")
        throw new Error(`expected a chunk, found ${body.slice(at, at + 20)}`);
      return text;
    }
    text += body.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}
