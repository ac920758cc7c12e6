/** The files of the content model in an export: the schema validates each line, and the declarations compile. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { run } from "../support/program.ts";
import { ROOT, SHARED } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const SITES = existsSync(SHARED)
  ? ["corpus", "databases", "trees"].flatMap((folder) =>
      readdirSync(join(SHARED, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || entry.name.endsWith(".db"))
        .map(({ name }) => join(SHARED, folder, name)),
    )
  : [];

describe("schema.json of an export", () => {
  it.each([join(ROOT, "data"), ...SITES])("validates each line of %s", async (data) => {
    const out = join(temporaryDirectory(), "export");
    expect(await run(["export", "--data", data, "--out", out])).toMatchObject({ status: 0 });
    const read = (name: string) => readFileSync(join(out, name), "utf8");
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(read("schema.json")));
    const lines = ["content", "media"].flatMap((kind) => read(`${kind}.ndjson`).split("\n").filter(Boolean));
    const invalid = lines.filter((line) => !validate(JSON.parse(line)));
    expect(invalid).toEqual([]);
    const { contentTypes } = JSON.parse(read("model.json"));
    const nodes = contentTypes.reduce((sum: number, type: { nodes: number }) => sum + type.nodes, 0);
    expect(nodes).toBe(read("content.ndjson").split("\n").filter(Boolean).length);
    expect(read("types.ts")).toContain("export type ContentNode");
  });
});
