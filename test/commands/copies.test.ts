/** What commands say of a copy of a live site: the API gives one language, and nobody knows whether the site has more. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pulled, servedSite } from "../remote/pulled-site.ts";
import { run, startServe } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { directoryOfFile, temporaryDirectory } from "../support/temporary.ts";

const SAMPLE = join(ROOT, "data");
const LIMITS = "the API gave one language and no redirects; whether the site has more languages is not known";

const copy = directoryOfFile();
let pull: Promise<unknown> | undefined;
/** The copy of the sample, pulled once. */
async function copiedSample(): Promise<string> {
  pull ??= servedSite(SAMPLE).then((url) => pulled(url, copy));
  await pull;
  return copy;
}

const textIn = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

/** Each command, and how it reads the data; COPY and OUT are folders. */
const COMMANDS = [
  "audit --data COPY",
  "diff COPY SAMPLE",
  "verify COPY SAMPLE",
  "export --data COPY --out OUT",
  "usync --data COPY --out OUT",
  "urls --data COPY",
  "urls --data COPY --against SAMPLE",
  "redirects COPY SAMPLE",
];

async function runOn(line: string, data: string, ...more: string[]) {
  const out = temporaryDirectory();
  const words: Record<string, string> = { COPY: data, OUT: out, SAMPLE };
  const finished = await run([...line.split(" ").map((word) => words[word] ?? word), ...more]);
  return { ...finished, out };
}

describe("a copy: stderr says what is not known", () => {
  it.each(COMMANDS)("%s", async (line) => {
    const data = await copiedSample();
    expect((await runOn(line, data)).stderr).toContain(`warning: ${data} is a copy: ${LIMITS}\n`);
    expect((await runOn(line, data, "--quiet")).stderr).not.toContain("is a copy");
    expect((await runOn(line, SAMPLE)).stderr).not.toContain("is a copy");
  });

  it("serve, and the audit of its explorer", async () => {
    const data = await copiedSample();
    const { origin, output } = await startServe(["--data", data, "--log", "none"]);
    expect(output.stderr).toContain(`warning: ${data} is a copy: ${LIMITS}\n`);
    expect(await (await fetch(`${origin}/explorer/audit`)).text()).toContain(LIMITS);
  });
});

describe("a copy: the report says what is not known", () => {
  it.each([
    ...["plain", "json", "html"].map((format) => `audit --data COPY --format ${format}`),
    ...["plain", "json", "html"].map((format) => `diff COPY SAMPLE --format ${format}`),
    ...["plain", "json", "html"].map((format) => `verify COPY SAMPLE --format ${format}`),
    ...["plain", "json"].map((format) => `export --data COPY --out OUT --format ${format}`),
  ])("%s", async (line) => {
    const { stdout } = await runOn(line, await copiedSample());
    expect(stdout.replace(/\n +/g, " ")).toContain(LIMITS);
  });

  it("the report of usync", async () => {
    const { out } = await runOn("usync --data COPY --out OUT", await copiedSample());
    expect(textIn(out, "report.ndjson")).toContain(LIMITS);
  });

  it("export.json, without languages: the site may have more; other data without languages has none", async () => {
    const indexOf = async (data: string) => {
      const { out } = await runOn("export --data COPY --out OUT", data);
      const { languages, copy } = JSON.parse(textIn(out, "export.json"));
      return { languages, copy };
    };
    expect(await indexOf(await copiedSample())).toEqual({ languages: undefined, copy: LIMITS });
    expect(await indexOf(SAMPLE)).toEqual({ languages: [], copy: undefined });
  });
});
