/** The recipes in the docs work, if their tools are installed. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BINARY } from "./support/program.ts";
import { ROOT } from "./support/repository.ts";
import { temporaryDirectory } from "./support/temporary.ts";

const PAGE = readFileSync(join(ROOT, "docs", "export.md"), "utf8");
const RECIPES = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text);

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Runs a recipe in a new directory with an export of the sample, `export`. */
function cook(name: string): { directory: string; stdout: string } {
  const recipe = RECIPES.find((text) => text.includes(name));
  expect(recipe).toBeDefined();
  const directory = temporaryDirectory();
  const program = `migrations() { '${process.execPath}' '${BINARY}' "$@"; }\n`;
  const script = `set -eo pipefail\n${program}migrations export --sample --out ./export >/dev/null 2>&1\n${recipe}`;
  writeFileSync(join(directory, "recipe.sh"), script);
  const stdout = execFileSync("bash", ["recipe.sh"], { cwd: directory, encoding: "utf8" });
  return { directory, stdout };
}

it.skipIf(!isInstalled("duckdb"))("recipes: DuckDB counts nodes by type", () => {
  expect(cook("duckdb").stdout).toMatch(/article\W+11\b/);
});

it.skipIf(!isInstalled("jq"))("recipes: jq makes a document of each node for Sanity", () => {
  const { directory } = cook("sanity.ndjson");
  const documents = readFileSync(join(directory, "sanity.ndjson"), "utf8").trimEnd().split("\n");
  expect(documents).toHaveLength(41);
  const [root, first] = documents.map((line) => JSON.parse(line));
  expect(root).toMatchObject({ _type: "homePage", title: "Måkevær Foghorn Museum" });
  expect(first.parent).toEqual({ _type: "reference", _ref: root._id });
});
