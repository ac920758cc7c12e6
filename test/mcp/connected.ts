/** The SDK's client of the Model Context Protocol, connected to the tools in this process. */

import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { afterAll, onTestFinished } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { SAMPLE_DIRECTORY } from "../../src/io.ts";
import { askedSite } from "../../src/mcp/asked-site.ts";
import { serveTools } from "../../src/mcp/tool-server.ts";
import { createSite } from "../../src/site/site.ts";
import type { SiteData } from "../../src/site/site-data.ts";

/** The revisions that are tested, and how the client negotiates them. */
export const REVISIONS = {
  "2025-11-25": {},
  "2026-07-28": { versionNegotiation: { mode: "auto" } },
} as const;

type Answer = { text: string; isError: boolean };

type Options = {
  path?: string;
  against?: string;
  revision?: keyof typeof REVISIONS;
  /** Replaces parts of the data. */
  more?: Partial<SiteData>;
};

/** Connects a client to the tools of a site until the test ends. `ask` calls a tool and parses its answer. */
export async function connect(options: Options = {}) {
  const connected = await connectTo(options);
  onTestFinished(connected.close);
  return connected;
}

/**
 * Returns a function that connects a client to the tools of a site, once for all tests of a file. Called outside of tests.
 * @param options called in the first test. Default: the sample
 */
export function sharedConnection(options: () => Options = () => ({})) {
  let connected: ReturnType<typeof connectTo> | undefined;
  afterAll(async () => (await connected)?.close());
  return () => {
    connected ??= connectTo(options());
    return connected;
  };
}

async function connectTo({ path = SAMPLE_DIRECTORY, against, revision = "2026-07-28", more }: Options) {
  const data = { ...(await loadDirectory(path, {}, { urls: true })), ...more };
  const old = against === undefined ? undefined : await loadDirectory(against, {}, { urls: true });
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const errors: string[] = [];
  const served = serveTools(
    askedSite(createSite(data), { old: old && createSite(old) }),
    { stdin: toServer, stdout: toClient },
    new AbortController().signal,
    (error) => errors.push(error.message),
  );
  const client = new Client({ name: "test", version: "1.0.0" }, REVISIONS[revision]);
  // Both ends of the protocol read lines from one stream and write lines to another.
  await client.connect(new StdioServerTransport(toClient, toServer));
  const close = async () => {
    await client.close();
    toServer.end();
    await served;
  };
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<Answer> => {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    const [part] = content;
    if (part?.type !== "text" || content.length !== 1) throw new Error(`${name} answers with one text`);
    return { text: part.text, isError };
  };
  const ask = async (name: string, given: Record<string, unknown> = {}) => {
    const { text, isError } = await call(name, given);
    if (isError) throw new Error(text);
    return JSON.parse(text);
  };
  /** All items of a list, page after page. */
  const askAll = async (name: string, given: Record<string, unknown> = {}) => {
    const items: Record<string, unknown>[] = [];
    for (let cursor: string | undefined = "0"; cursor !== undefined; ) {
      const page = await ask(name, { ...given, cursor });
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  };
  return { client, call, ask, askAll, errors, close };
}
