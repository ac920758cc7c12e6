/** Every command and request that the explorer offers to copy, run as it is copied. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { CRITERIA } from "../../src/analysis/find/criteria.ts";
import {
  type CopiedView,
  copiedLines,
  deliveryCurl,
  sectionCommand,
} from "../../src/explorer/command-lines.ts";
import type { ExplorerSite } from "../../src/http/explorer/explorer-api.ts";
import { KINDS, type Kind } from "../../src/operations.ts";
import { writeEditedSample } from "../support/edited-sample.ts";
import { type Finished, startServe } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped, shellWords } from "../support/terminal.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const IMAGE = "033f73e4-2ee0-4a33-8e38-3dc71ea609ce";

/** Starts `serve`; returns its address and what the explorer knows about the site. */
async function explored(args: readonly string[]) {
  const { origin } = await startServe(args);
  const answerOf = async (path: string) => (await fetch(origin + path)).json();
  return { origin, answerOf, site: (await answerOf("/explorer/site")) as ExplorerSite };
}

/** Runs a line as a shell does that knows `&&`. */
async function outcomesOf(line: string): Promise<Finished[]> {
  const finished: Finished[] = [];
  for (const command of line.split(" && ")) {
    const [program, ...args] = shellWords(command);
    expect(program).toBe("migrations");
    finished.push(await piped([...args, ...(args.includes("--format") ? [] : ["--format", "json"])]));
  }
  return finished;
}

it("copiedLines: every request and command of every view works as it is copied", async () => {
  const edited = join(temporaryDirectory(), "it's a $ite");
  writeEditedSample(edited);
  const { origin, site, answerOf } = await explored(["--data", edited, "--against", join(ROOT, "data")]);
  const types: { kind: Kind; alias: string }[] = await answerOf("/explorer/types");
  const { sections }: { sections: { name: string }[] } = await answerOf("/explorer/audit");
  const views: Record<CopiedView["view"], CopiedView[]> = {
    roots: KINDS.map((kind) => ({ view: "roots", kind })),
    node: [
      { view: "node", kind: "content", key: HOME },
      { view: "node", kind: "media", key: IMAGE, of: "used-by" },
    ],
    find: [
      ...Object.entries(CRITERIA).map(
        ([name, { example }]): CopiedView => ({
          view: "find",
          // `in` says of which property, and cannot be alone.
          query: { ...(name === "in" ? { property: "title" } : {}), [name]: String(example) },
        }),
      ),
      { view: "find", query: { name: "/it's/", text: '"a" $b `c`', type: "article,page", from: "50" } },
      {
        view: "find",
        query: {
          type: "article",
          fields: "url,updateDate,words,referencedBy,property:text,property:language",
        },
      },
    ],
    types: [
      { view: "types" },
      ...KINDS.map((kind): CopiedView => ({ view: "types", kind })),
      ...types.map(({ kind, alias }): CopiedView => ({ view: "types", kind, alias })),
    ],
    audit: [{ view: "audit" }, ...sections.map(({ name }): CopiedView => ({ view: "audit", section: name }))],
    changes: [{ view: "changes" }, { view: "changes", query: { kind: "content", changeKind: "added" } }],
  };
  for (const view of Object.values(views).flat()) {
    const { curl, command } = copiedLines(site, view, origin);
    const [program, url, ...more] = shellWords(curl);
    expect([program, more]).toEqual(["curl", []]);
    expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    for (const { status, stderr } of await outcomesOf(command)) {
      // The two states differ; a search may find nothing.
      const statuses = view.view === "changes" ? [1] : view.view === "find" ? [0, 3] : [0];
      expect(statuses, `${command}\n${stderr}`).toContain(status);
    }
  }
  for (const [kind, key] of [
    ["content", HOME],
    ["media", IMAGE],
  ] as const) {
    const [program, url] = shellWords(deliveryCurl(site, kind, key, origin));
    expect([program, await (await fetch(url)).json()]).toMatchObject(["curl", { id: key }]);
  }
  for (const { name } of sections) {
    expect(await outcomesOf(sectionCommand(site, name))).toMatchObject([{ status: 0 }]);
  }
  for (const { kind, alias } of types) {
    const { command } = copiedLines(site, { view: "types", kind, alias }, origin);
    const [{ stdout }] = await outcomesOf(command);
    expect(JSON.parse(stdout)).toMatchObject({ alias });
  }
});

it("copiedLines: the commands of all types print those of content and of media; a name from the URL is quoted", async () => {
  const { origin, site } = await explored(["--sample"]);
  const { command } = copiedLines(site, { view: "types" }, origin);
  expect(command).toBe("migrations types --sample && migrations types --sample --kind media");
  const { command: audit } = copiedLines(site, { view: "audit", section: "a; rm -rf ~" }, origin);
  expect(shellWords(audit).at(-1)).toBe("a; rm -rf ~");
});

it("copiedLines: requests and commands read the language that is shown", async () => {
  const data = join(ROOT, "test/fixtures/usync/cultures");
  const { site, origin, answerOf } = await explored([
    "--data",
    data,
    "--culture",
    "en-US",
    "--against",
    data,
  ]);
  expect(site.culture).toBe("en-US");
  const { command } = copiedLines(site, { view: "changes" }, origin);
  expect(await outcomesOf(command)).toMatchObject([{ status: 0 }]);
  expect(shellWords(command)).toEqual(expect.arrayContaining(["--culture", "en-US"]));
  const danish: ExplorerSite = await answerOf("/explorer/site?culture=da-DK");
  expect([danish.culture, danish.servedCulture]).toEqual(["da-DK", "en-US"]);
  const [{ row }]: { row: { key: string } }[] = (await answerOf("/explorer/filter?kind=content&name=e"))
    .paths[0];
  const views: CopiedView[] = [
    { view: "roots", kind: "content" },
    { view: "node", kind: "content", key: row.key },
    { view: "find", query: { search: "dansk" } },
    { view: "types", kind: "content" },
    { view: "audit", section: "references" },
    { view: "changes" },
  ];
  for (const view of views) {
    const { curl, command } = copiedLines(danish, view, origin);
    const [, url] = shellWords(curl);
    expect([url, (await fetch(url)).status]).toEqual([expect.stringContaining("culture=da-DK"), 200]);
    for (const { status } of await outcomesOf(command)) expect([command, status]).toEqual([command, 0]);
    expect(shellWords(command)).toEqual(expect.arrayContaining(["--culture", "da-DK"]));
  }
});
