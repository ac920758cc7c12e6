/** The workflows of GitHub. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./support/repository.ts";

const WORKFLOWS = join(ROOT, ".github", "workflows");

it.each(readdirSync(WORKFLOWS))(
  "%s pins each action to a commit, with its version, and may only read by default",
  (name) => {
    const text = readFileSync(join(WORKFLOWS, name), "utf8");
    const actions = [...text.matchAll(/^ +- uses: (.*)$/gm)].map(([, action]) => action);
    expect(actions).not.toEqual([]);
    for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  },
);
