/** Every command that the explorer offers, run as it is copied. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { nodeCommand, sectionCommand } from "../../src/explorer/command-lines.ts";
import type { ExplorerSite } from "../../src/http/explorer/explorer-api.ts";
import { writeEditedSample } from "../support/edited-sample.ts";
import { startServe } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped, shellWords } from "../support/terminal.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const IMAGE = "033f73e4-2ee0-4a33-8e38-3dc71ea609ce";

/** Starts `serve`; returns what the explorer knows about the site. */
async function explored(args: readonly string[]) {
  const { origin } = await startServe(args);
  const answerOf = async (path: string) => (await fetch(origin + path)).json();
  return { answerOf, site: (await answerOf("/explorer/site")) as ExplorerSite };
}

function printed(line: string, ...more: string[]) {
  const [program, ...args] = shellWords(line);
  expect(program).toBe("migrations");
  return piped([...args, ...more]);
}

it("nodeCommand and sectionCommand: print the node and the section, whatever the path of the data", async () => {
  const edited = join(temporaryDirectory(), "it's a $ite");
  writeEditedSample(edited);
  const { site } = await explored(["--data", edited]);
  for (const [kind, key] of [
    ["content", HOME],
    ["media", IMAGE],
  ] as const) {
    const { stdout } = await printed(nodeCommand(site, kind, key), "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({ key });
  }
  expect(await printed(sectionCommand(site, "references"))).toMatchObject({ status: 0 });
  expect(shellWords(sectionCommand(site, "a; rm -rf ~"))).toContain("a; rm -rf ~");
});

it("nodeCommand: reads the language that is shown", async () => {
  const data = join(ROOT, "test/fixtures/usync/cultures");
  const { answerOf } = await explored(["--data", data, "--culture", "en-US"]);
  const danish: ExplorerSite = await answerOf("/explorer/site?culture=da-DK");
  expect([danish.culture, danish.servedCulture]).toEqual(["da-DK", "en-US"]);
  const [{ row }]: { row: { key: string } }[] = (await answerOf("/explorer/filter?kind=content&name=e"))
    .paths[0];
  const command = nodeCommand(danish, "content", row.key);
  expect(shellWords(command)).toEqual(expect.arrayContaining(["--culture", "da-DK"]));
  expect(await printed(command)).toMatchObject({ status: 0 });
});
