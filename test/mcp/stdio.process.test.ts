/** `mcp` as an assistant starts it: a process with the protocol on stdin and stdout. */
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { BINARY, runProcess, start } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { REVISIONS } from "./connected.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

it.each(Object.keys(REVISIONS) as (keyof typeof REVISIONS)[])(
  "`mcp` serves the SDK's client over stdio in revision %s, and ends with it",
  async (revision) => {
    const client = new Client({ name: "test", version: "1.0.0" }, REVISIONS[revision]);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [BINARY, "mcp", "--sample"],
      cwd: ROOT,
      stderr: "pipe",
    });
    await client.connect(transport);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    const { content } = await client.callTool({ name: "site", arguments: {} });
    expect(content[0]).toMatchObject({ type: "text", text: expect.stringContaining('"content":41') });
    const { pid } = transport;
    await client.close();
    expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
  },
);

it("`mcp` writes nothing but the protocol to stdout, even after malformed messages", async () => {
  const { child, output, ended } = start(["mcp", "--sample"]);
  child.stdin.write(`not json\n{"jsonrpc":"2.0"}\n${JSON.stringify(INITIALIZE)}\n`);
  while (!output.stdout.includes("\n")) await once(child.stdout, "data");
  child.stdin.end();
  expect(await ended).toBe(0);
  const lines = output.stdout.trim().split("\n");
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty("jsonrpc", "2.0");
  expect(lines.map((line) => JSON.parse(line)).find(({ id }) => id === 1)?.result).toMatchObject({
    protocolVersion: "2025-11-25",
    serverInfo: { name: "migrations" },
  });
  expect(output.stderr).toContain("41 content and 21 media nodes");
});

it("`mcp` ends at once if stdin is empty or a signal arrives, and reports data that does not load", async () => {
  expect(await runProcess(["mcp", "--sample", "--quiet"])).toEqual({ status: 0, stdout: "", stderr: "" });
  const { child, until, ended } = start(["mcp", "--sample"]);
  await until(/answering questions/);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  const missing = await runProcess(["mcp", "--data", "./nowhere"]);
  expect(missing).toMatchObject({ status: 6, stdout: "" });
  const live = await runProcess(["mcp", "--sample", "--against", "https://old.example"]);
  expect(live).toMatchObject({ status: 2, stderr: expect.stringContaining("copy it with migrations pull") });
});
