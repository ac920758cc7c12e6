import { describe, expect, it } from "vitest";
import { nodeOf, siteDirectory } from "../support/site.ts";
import { piped, shown } from "../support/terminal.ts";

/** A site with a secret in the root's property and in an element, and with contacts on a page. */
function siteWith(secret: string, extra: object[] = []): string {
  const value = (alias: string, value: unknown) => ({
    [alias]: { alias, editorAlias: "Umbraco.TextBox", value },
  });
  const blocks = [{ ncContentTypeAlias: "mail", host: "mx", smtpPassword: `nested-${secret}` }];
  const contacts = "Ann <ann@site.test>, bob@site.test, +44 20 7946 0958";
  const home = { ...value("stripeSecretKey", secret), ...value("blocks", JSON.stringify(blocks)) };
  const page = {
    ...nodeOf(2, "Page"),
    properties: { ...value("text", contacts), ...value("pinToken", 123) },
  };
  const other = { ...nodeOf(4, "Other"), properties: value("pinToken", 123) };
  return siteDirectory([
    { ...nodeOf(1, "Home", [page, other, ...(extra as never[])]), properties: home } as never,
  ]);
}

const SECRET = "sk_live_4711";

describe("secrets: diff", () => {
  const added = [
    { ...nodeOf(3, "New"), properties: { apiKey: { alias: "apiKey", editorAlias: "x", value: "new-4711" } } },
  ];
  const sites = () => [siteWith(SECRET), siteWith("sk_live_0815", added)];

  it.each([
    ["plain", 4],
    ["json", 5],
  ])("%s redacts secrets, and reports the number", async (format, count) => {
    const { status, stdout, stderr } = await piped(["diff", ...sites(), "--format", format]);
    expect(status).toBe(1);
    expect(stdout).toContain("stripeSecretKey");
    expect(stdout).not.toMatch(/4711|0815/);
    expect(stderr).toBe(
      `redacted ${count} values that look like secrets; to keep them, add --keep-secrets\n`,
    );
  });

  it.each([["--whole"], ["--as-migrated"]])("%s redacts secrets", async (flag) => {
    expect((await piped(["diff", ...sites(), flag])).stdout).not.toMatch(/4711|0815/);
  });

  it("prints secrets with --keep-secrets", async () => {
    const { stdout, stderr } = await piped(["diff", ...sites(), "--keep-secrets", "--format", "json"]);
    for (const secret of [SECRET, "sk_live_0815", "new-4711"]) expect(stdout).toContain(secret);
    expect(stderr).toBe("");
  });
});

describe("secrets: content", () => {
  it("redacts secrets in a card", async () => {
    const { stdout } = await shown(["content", "--data", siteWith(SECRET), "--id", "1"], 200);
    expect(stdout).toContain("(redacted)");
    expect(stdout).not.toContain(SECRET);
  });

  it.each([["json"], ["ndjson"]])("prints secrets as %s", async (format) => {
    const { stdout } = await piped(["content", "--data", siteWith(SECRET), "--id", "1", "--format", format]);
    expect(stdout).toContain(`"${SECRET}"`);
    expect(stdout).toContain(`nested-${SECRET}`);
  });

  it("prints the secret that --value selects", async () => {
    const args = ["content", "--data", siteWith(SECRET), "--id", "1", "--value", "stripeSecretKey"];
    expect((await piped(args)).stdout).toBe(`${SECRET}\n`);
  });
});

it("secrets: audit prints no secrets, not even a value that all nodes have", async () => {
  const { stdout } = await piped(["audit", "--data", siteWith(SECRET), "--format", "json"]);
  expect(stdout).not.toContain(SECRET);
  const { rows } =
    JSON.parse(stdout).sections?.find?.(({ name }: { name: string }) => name === "properties") ?? {};
  expect(JSON.stringify(rows ?? stdout)).not.toMatch(/"value":"?123/);
});

describe("secrets inside values", () => {
  const WORD = "hunter2";
  const macro = (word: string) => ({
    value: { macroAlias: "map", macroParamsDictionary: { apiKey: word } },
    editor: { alias: "macro", view: "macro" },
  });
  const values = (word: string) => ({
    settings: ["Acme.Json", { host: "mx", password: word, more: { connectionStrings: [word] } }],
    body: ["Umbraco.TinyMCE", `<p>x</p><?UMBRACO_MACRO macroAlias="map" apiKey="${word}" />`],
    grid: [
      "Umbraco.Grid",
      { sections: [{ grid: 12, rows: [{ areas: [{ grid: 12, controls: [macro(word)] }] }] }] },
    ],
  });
  const data = (word: string) =>
    siteDirectory([
      {
        ...nodeOf(1, "Home"),
        properties: Object.fromEntries(
          Object.entries(values(word)).map(([alias, [editorAlias, value]]) => [
            alias,
            { alias, editorAlias, value },
          ]),
        ),
      },
    ]);

  it.each([
    ["diff", (of: string[]) => ["diff", of[0], of[1], "--whole", "--no-as-migrated"]],
    ["diff across versions", (of: string[]) => ["diff", of[0], of[1], "--whole"]],
    ["a card", ([of]: string[]) => ["content", "--data", of, "--id", "1"]],
    [
      "CSV",
      ([of]: string[]) => [
        ...["find", "--data", of, "--kind", "content", "--format", "csv"],
        ...["--fields", "property:settings,property:body,property:grid"],
      ],
    ],
    ["audit", ([of]: string[]) => ["audit", "--data", of, "--format", "json"]],
  ])("are redacted in %s", async (_, args) => {
    const { stdout } = await shown(args([data(WORD), data(`other-${WORD}`)]), 200);
    expect(stdout).toMatch(/settings|apiKey/);
    expect(stdout).not.toContain(WORD);
  });

  it("are listed by audit, with their names", async () => {
    const args = ["audit", "--data", data(WORD), "--section", "secrets", "--format", "json"];
    const { stdout } = await piped(args);
    const [{ rows }] = JSON.parse(stdout).sections;
    expect(
      rows.map((row: Record<string, unknown>) => [row.property, row.in, row.values, row.inside]),
    ).toEqual([
      ["settings", "node", 2, "connectionStrings, password"],
      ["value", "element", 1, "apiKey"],
      ["body", "node", 1, "apiKey"],
    ]);
  });
});
