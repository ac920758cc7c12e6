/** No output that people look at has a secret: every command in every format, over each form in which `audit` finds secrets. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connect } from "../mcp/connected.ts";
import { run, startServe } from "../support/program.ts";
import { keyOf, nodeOf, siteDirectory } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";

const quoted = (text: string) =>
  text.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const macro = (parameter: string) => `<p>map</p><?UMBRACO_MACRO macroAlias="map" ${parameter} />`;
const block = (properties: object) => ({
  layout: { "Umbraco.BlockList": [{ contentUdi: "umb://element/00000000000000000000000000000001" }] },
  contentData: [
    { contentTypeKey: keyOf(99), udi: "umb://element/00000000000000000000000000000001", ...properties },
  ],
});

/** Each form of a secret: the editor, and the value with the secret. */
const FORMS: readonly [form: string, editorAlias: string, value: (secret: string) => unknown][] = [
  ["apiKey", "Umbraco.TextBox", (secret) => secret],
  ["secretText", "Umbraco.TinyMCE", (secret) => `<p>${secret} <b>x</b></p>`],
  ["secretPath", "Umbraco.TextBox", (secret) => `/media/1001/${secret}.png`],
  ["secretUrl", "Umbraco.TextBox", (secret) => `https://own.example/files/${secret}.pdf`],
  [
    "secretImage",
    "Umbraco.TinyMCE",
    (secret) => `<img src="/files/${secret}.png"> <a href="/${secret}/">x</a>`,
  ],
  ["secretTags", "Umbraco.Tags", (secret) => [secret, "x"]],
  ["jsonMember", "Acme.Json", (secret) => ({ host: "mx", password: secret })],
  ["jsonInText", "Umbraco.TextArea", (secret) => JSON.stringify({ host: "mx", password: secret })],
  ["jsonInJson", "Acme.Json", (secret) => ({ setup: JSON.stringify({ tokens: [secret] }) })],
  ["imageInJson", "Acme.Json", (secret) => ({ password: `/files/${secret}.png`, more: "/files/list.pdf" })],
  ["mediaInJson", "Umbraco.TextArea", (secret) => JSON.stringify({ token: `/media/1002/${secret}.png` })],
  [
    "pairs",
    "Acme.KeyValues",
    (secret) => [
      { key: "host", value: "mx" },
      { key: "apiKey", value: secret },
    ],
  ],
  ["namedPairs", "Acme.Settings", (secret) => JSON.stringify([{ name: "smtp password", value: secret }])],
  ["nested", "Umbraco.NestedContent", (secret) => [{ ncContentTypeAlias: "mail", smtpPassword: secret }]],
  ["blocks", "Umbraco.BlockList", (secret) => block({ smtpPassword: secret })],
  ["jsonInBlocks", "Umbraco.BlockList", (secret) => block({ setup: JSON.stringify({ apiKey: secret }) })],
  ["macroQuotes", "Umbraco.TinyMCE", (secret) => macro(`apiKey="${secret}"`)],
  ["macroBare", "Umbraco.TinyMCE", (secret) => macro(`zoom=5 apiKey=${secret}`)],
  ["macroBareAtEnd", "Umbraco.TinyMCE", (secret) => `<?UMBRACO_MACRO macroAlias=map apiKey=${secret}/>`],
  ["macroEntities", "Umbraco.TinyMCE", (secret) => macro(`apiKey=&quot;${secret}&quot;`)],
  ["macroEscaped", "Umbraco.TinyMCE", (secret) => `<p>${quoted(macro(`apiKey="${secret}"`))}</p>`],
  ["macroInText", "Umbraco.TextArea", (secret) => macro(`password='${secret}'`)],
  ["macroInJson", "Acme.Json", (secret) => ({ text: macro(`password="${secret}"`) })],
];

const secretOf = (form: string, side: string) => `hunter2-${side}-${form}`;
const WORD = /hunter2/;

/** A site with a page for each form, whose title is not secret, and the data types of its properties. */
function siteWith(side: string): string {
  const pages = FORMS.map(([form, editorAlias, value], i) => ({
    ...nodeOf(10 + i, `Page ${form}`),
    url: `/page-${i}/`,
    type: `type${i}`,
    properties: {
      title: { alias: "title", editorAlias: "Umbraco.TextBox", value: `Title ${side}` },
      [form]: { alias: form, editorAlias, value: value(secretOf(form, side)) },
    },
  }));
  const home = { ...nodeOf(1, "Home", pages as never), url: "/" };
  const media = {
    ...nodeOf(5, "known.jpg"),
    type: "Image",
    url: "/media/1003/known.jpg",
    properties: {
      apiToken: { alias: "apiToken", editorAlias: "Umbraco.TextBox", value: secretOf("media", side) },
    },
  };
  return siteDirectory([home], [media as never]);
}

const FORMATS = ["plain", "json", "ndjson", "csv", "csv-excel", "html"];
const LIST = ["table", "csv", "csv-excel"];
const properties = FORMS.map(([form]) => `property:${form}`).join(",");
const of = (formats: readonly string[], ...args: string[]) =>
  formats.map((format) => [...args, "--format", format]);

/** Commands over the old site and the new one. */
const COMMANDS: readonly (readonly string[])[] = [
  ...FORMS.map((_, i) => ["content", "--data", "OLD", "--id", String(10 + i)]),
  ["content", "--data", "OLD", "--id", "1", "--depth", "all", "--format", "tree"],
  ["media", "--data", "OLD", "--id", "5"],
  ...of(LIST, "find", "--data", "OLD", "--fields", `id,name,${properties}`),
  ...of(LIST, "find", "--data", "OLD", "--kind", "media", "--fields", "id,property:apiToken"),
  ...of(["csv"], "find", "--data", "OLD", "--fields", "inventory"),
  ...of(["table", "json", "csv", "typescript", "json-schema"], "types", "--data", "OLD"),
  ...of(["plain", "json"], "check", "--data", "OLD"),
  ...of(FORMATS, "audit", "--data", "OLD"),
  ...["references", "files", "secrets", "texts", "properties", "media", "leftovers", "markup"].flatMap(
    (section) => of(FORMATS, "audit", "--data", "OLD", "--section", section),
  ),
  ["audit", "--data", "OLD", "--editors-stub"],
  ...of(FORMATS, "diff", "OLD", "NEW"),
  ...of(FORMATS, "diff", "OLD", "NEW", "--no-as-migrated"),
  ...of(["plain", "html"], "diff", "OLD", "NEW", "--whole"),
  ...of(["plain"], "diff", "OLD", "NEW", "--whole", "--no-as-migrated"),
  ...of(["table", "json", "ndjson", "csv"], "urls", "--data", "OLD"),
  ...of(["table", "json", "ndjson", "csv"], "urls", "--data", "OLD", "--kind", "file"),
  ...of(["csv", "nginx", "iis"], "redirects", "OLD", "NEW"),
  ...of(FORMATS, "verify", "OLD", "NEW"),
  ...of(FORMATS, "verify", "OLD", "LISTING"),
];

/** Runs a command on a terminal, and in a pipe, where JSON has the data as it is. */
async function outputsOf(args: readonly string[]): Promise<string> {
  const isData = /^(?:content|media)$/.test(args[0]) && !args.includes("--format");
  const results = [await shown(args, 200), ...(isData ? [] : [await run([...args])])];
  return results.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join("\n");
}

describe("secrets", () => {
  it("are listed by audit, each form of them", async () => {
    const args = ["audit", "--data", siteWith("old"), "--section", "secrets", "--format", "json"];
    const { rows } = JSON.parse((await run(args)).stdout).sections[0];
    const listed = rows.map(({ property }: { property: string }) => property);
    const forms = FORMS.map(([form]) => form).filter(
      (form) => !["nested", "blocks", "jsonInBlocks"].includes(form),
    );
    expect(forms.filter((form) => !listed.includes(form))).toEqual([]);
    expect(listed).toEqual(expect.arrayContaining(["smtpPassword", "setup", "apiToken"]));
  });

  it("are in no output for people", async () => {
    const rows = [{ key: keyOf(1), url: "/", name: "Home", text: "Title" }];
    const listing = dataDirectory({ "import.ndjson": rows.map((row) => JSON.stringify(row)).join("\n") });
    const sides: Readonly<Record<string, string>> = {
      OLD: siteWith("old"),
      NEW: siteWith("new"),
      LISTING: join(listing, "import.ndjson"),
    };
    const leaks: string[] = [];
    for (const command of COMMANDS) {
      const output = await outputsOf(command.map((word) => sides[word] ?? word));
      const found = output.split("\n").find((line) => WORD.test(line));
      if (found !== undefined) leaks.push(`${command.join(" ")}: ${found.trim().slice(0, 200)}`);
    }
    expect(leaks).toEqual([]);
  });

  it("inside values are counted by verify, which compares the rest of the values", async () => {
    const text = (value: string) => ({ text: { alias: "text", editorAlias: "Umbraco.TextArea", value } });
    const json = (secret: string) => JSON.stringify({ host: "mx", password: secret });
    const sites = [json("hunter2"), json("hunter2-new")].map((value) =>
      siteDirectory([{ ...nodeOf(1, "Home"), url: "/", properties: text(value) }]),
    );
    const { status, stdout, stderr } = await run(["verify", ...sites]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "redacted 1 value that looks like a secret\n" });
    expect(stdout).not.toMatch(WORD);
  });

  it("are in no answer for an assistant, nor in the page's data", async () => {
    const path = siteWith("old");
    const { call } = await connect({ path, against: siteWith("new") });
    const answers = [
      await call("find", { fields: properties }),
      await call("find", { values: "delivery" }),
      await call("audit", {}),
      await call("changes"),
      ...(await Promise.all(
        FORMS.flatMap(([form], i) => [
          call("node", { node: 10 + i }),
          call("node", { node: 10 + i, values: "delivery" }),
          call("value", { node: 10 + i, property: form }),
        ]),
      )),
      ...(await Promise.all(
        ["references", "files", "secrets", "texts", "properties"].map((section) =>
          call("audit", { section }),
        ),
      )),
    ].map(({ text }) => text);
    const { origin } = await startServe(["--data", path]);
    for (const [i, [form]] of FORMS.entries()) {
      const node = `kind=content&key=${keyOf(10 + i)}`;
      for (const view of [`node?${node}`, `json?${node}`, `decoded?${node}`, `value?alias=${form}&${node}`])
        answers.push(await (await fetch(`${origin}/explorer/${view}`)).text());
    }
    answers.push(await (await fetch(`${origin}/explorer/audit`)).text());
    expect(
      answers.filter((text) => WORD.test(text)).map((text) => text.match(/.{80}hunter2.{60}/s)?.[0]),
    ).toEqual([]);
  });

  it("are in what importers read", async () => {
    const path = siteWith("old");
    const out = temporaryDirectory();
    await run(["export", "--data", path, "--out", join(out, "export")]);
    const answers = [
      (await run(["content", "--data", path, "--id", "10"])).stdout,
      (await run(["find", "--data", path, "--full", "--format", "ndjson"])).stdout,
      (await run(["find", "--data", path, "--values", "delivery", "--format", "ndjson"])).stdout,
      (await run(["content", "--data", path, "--id", "10", "--value", "apiKey"])).stdout,
      (await run(["diff", path, siteWith("new"), "--keep-secrets", "--format", "json"])).stdout,
    ];
    for (const text of answers) expect(text).toMatch(WORD);
  });
});
