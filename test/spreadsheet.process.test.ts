/** A content inventory in a spreadsheet: LibreOffice imports it and exports it again without a changed cell. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "./support/program.ts";
import { temporaryDirectory } from "./support/temporary.ts";

/** LibreOffice's options: comma, double quote, UTF-8, from the first line. */
const CSV = "44,34,76,1";

function office(directory: string, ...args: string[]): string {
  const profile = `-env:UserInstallation=file://${join(directory, "profile")}`;
  return execFileSync("soffice", [profile, "--headless", ...args], { cwd: directory, encoding: "utf8" });
}

function isInstalled(): boolean {
  try {
    execFileSync("soffice", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

it.skipIf(!isInstalled())("--fields inventory: a spreadsheet keeps every cell as text", async () => {
  const fields = "inventory,property:bodyText,property:title";
  const { stdout } = await run(["find", "--sample", "--fields", fields, "--format", "csv"]);
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "pages.csv"), stdout);
  const columns = stdout.split("\n")[0].split(",");
  const asText = columns.map((_, i) => `${i + 1}/2`).join("/");
  office(directory, `--infilter=CSV:${CSV},${asText}`, "--convert-to", "ods", "pages.csv");
  office(
    directory,
    "--convert-to",
    `csv:Text - txt - csv (StarCalc):${CSV},,0,false,true,false,false,false,-1`,
    "--outdir",
    "back",
    "pages.ods",
  );
  expect(readFileSync(join(directory, "back", "pages-pages.csv"), "utf8")).toBe(stdout);
});
