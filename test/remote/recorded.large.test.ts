/** Recorded answers of the original API: a copy of them gives the same answers. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { OPERATIONS, parseId } from "../../src/operations.ts";
import { createDispatcher } from "../../src/remote/http-client.ts";
import type { Lookup } from "../../src/site/source.ts";
import { text } from "../source-contract.ts";
import { listening } from "../support/listening.ts";
import { parseLines } from "../support/ndjson.ts";
import { SHARED } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { PATIENT, pulled } from "./pulled-site.ts";

const RECORDED = join(SHARED, "recorded", "clean.ndjson.gz");
const PREFIX = "umbraco/Limbo";

type Recorded = { path: string; status: number; type: string; body: string };

function recordedAnswers(): Recorded[] {
  return parseLines(gunzipSync(readFileSync(RECORDED)).toString("utf8"));
}

/** Serves the recorded answers, and 404 for other requests. */
async function replaying(answers: readonly Recorded[]): Promise<string> {
  const byPath = new Map(answers.map((answer) => [answer.path, answer]));
  return await listening((request, response) => {
    const answer = byPath.get(request.url ?? "");
    if (answer) response.writeHead(answer.status, { "Content-Type": answer.type }).end(answer.body);
    else response.writeHead(404).end();
  });
}

function lookupOf(path: string): Lookup {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const operation = OPERATIONS.find(({ name }) => pathname.endsWith(`/${name}`));
  if (operation?.subject !== "nodes") throw new Error(`${path} is no operation of nodes`);
  const level = searchParams.get("maxLevel");
  const id = parseId(searchParams.get("id") ?? "");
  const key = searchParams.get("key");
  return {
    kind: operation.kind,
    target: id !== undefined ? { by: "id", id } : key ? { by: "key", key } : { by: "root" },
    maxLevel: level === null ? undefined : Number(level),
  };
}

/** An answer without the children in paths, which the original has. */
function withoutFatPath(body: string): unknown {
  const answer = JSON.parse(body);
  if (!Array.isArray(answer.path)) return answer;
  return { ...answer, path: answer.path.map(({ children, ...item }: Record<string, unknown>) => item) };
}

describe("pull: the answers of the original, recorded", () => {
  it("equal those of a copy of them", PATIENT, async (context) => {
    if (!existsSync(RECORDED)) context.skip("the recorded answers are missing");
    const answers = recordedAnswers();
    const baseUrl = await replaying(answers);
    const out = temporaryDirectory();
    const site = { baseUrl, prefix: PREFIX, timeout: 30, dispatcher: createDispatcher({ timeout: 30 }) };
    const { result } = await pulled(baseUrl, out, { site });
    expect(result.kinds).toMatchObject([
      { failures: [], unlisted: [], vanished: [] },
      { failures: [], unlisted: [], vanished: [] },
    ]);
    const source = new DirectorySource({ trees: (await loadDirectory(out)).trees });
    for (const { path, body } of answers) {
      const answer = source.answer(lookupOf(path));
      expect(answer && JSON.parse(text(answer)), path).toEqual(withoutFatPath(body));
    }
    expect(answers.length).toBeGreaterThan(1000);
  });
});
