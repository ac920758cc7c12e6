/** Reads an export as the data of an Eleventy site. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const from = process.env.EXPORT ?? "export";

export default function configure(eleventy) {
  const lines = readFileSync(join(from, "content.ndjson"), "utf8").split("\n").filter(Boolean);
  const nodes = lines.map((line) => JSON.parse(line));
  eleventy.addGlobalData(
    "pages",
    nodes.filter(({ route }) => route?.path),
  );
  if (existsSync(join(from, "files"))) eleventy.addPassthroughCopy({ [join(from, "files")]: "/" });
}
