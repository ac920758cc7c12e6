/** Measures the cases that users have against their goals: `npm run bench -- [--quick] [subject...]`. See README.md beside this file. */
import { parseArgs } from "node:util";
import { analysis } from "./analysis.js";
import { explorer } from "./explorer.js";
import { loading } from "./loading.js";
import { lookups } from "./lookups.js";
import { rounded } from "./measure.js";
import { memory } from "./memory.js";
import { pull } from "./pull.js";
import { watch } from "./watch.js";

const SUBJECTS = { lookups, loading, memory, pull, watch, analysis, explorer };
const WHOLE = { size: 1, rounds: 3 };
/** Whether the benchmark works; its figures mean nothing. */
const QUICK = { size: 0.02, rounds: 1 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" } },
});
const unknown = positionals.find((name) => !(name in SUBJECTS));
if (unknown) {
  console.error(`unknown subject "${unknown}": choose from ${Object.keys(SUBJECTS).join(", ")}`);
  process.exit(2);
}
let missed = 0;
console.log("| case | measured | goal | met | |\n|---|---|---|---|---|");
for (const [name, measure] of Object.entries(SUBJECTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for await (const { what, value, unit, atMost, atLeast, detail } of measure(values.quick ? QUICK : WHOLE)) {
    const isMet = value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? 0);
    if (!isMet) missed++;
    const goal = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
    console.log(
      `| ${what} | ${rounded(value)} ${unit} | ${goal} ${unit} | ${isMet ? "yes" : "**no**"} | ${detail} |`,
    );
  }
}
process.exit(missed > 0 && !values.quick ? 1 : 0);
