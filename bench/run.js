/** Measures the figures that the program promises, and prints them as a table. Run by hand: `npm run bench`. */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { cold } from "./cold.js";
import { median } from "./figures.js";
import { loading } from "./loading.js";
import { lookups } from "./lookups.js";

const folder = mkdtempSync(join(tmpdir(), "migrations-bench-"));
try {
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model}\n`);
  print([...(await lookups(folder, 5, 3)), ...(await loading(folder, 5)), ...cold(15)]);
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {import("./figures.js").Figure[]} figures */
function print(figures) {
  console.log("| job | against | goal | median | min to max |\n|---|---|---|---|---|");
  for (const { job, against, goal, ratios } of figures) {
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    console.log(`| ${job} | ${against} | ${goal} | ${median(ratios).toFixed(2)} | ${low} to ${high} |`);
  }
}
