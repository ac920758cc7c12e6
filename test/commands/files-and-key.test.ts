/** `serve` with a key: its output about media files, and its responses to requests without the key. */
import { expect, it } from "vitest";
import { expectProblem } from "../support/problem.ts";
import { startServe } from "../support/program.ts";

const API_KEY = "not-a-real-key";
const KEYED = { env: { MIGRATIONS_API_KEY: API_KEY } };
const AUTHORIZATION = `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}`;
const FILE = "/media/t4qn8w2x/ferry-timetable.pdf";
const OTHER_FILE = "/media/0zbx3i9w/logo.svg";

it.each([
  {
    args: [],
    line: /^media files come from \S+, and need the key, which the API's \.NET client does not send for files: add --public-files to serve them without it$/m,
  },
  { args: ["--public-files"], line: /^media files come from \S+, and need no key$/m },
])(
  "serve: with a key and files, $args: prints at the start whether files need the key",
  async ({ args, line }) => {
    const { output } = await startServe(["--sample", "--log", "none", ...args], KEYED);
    expect(output.stderr).toMatch(line);
  },
);

it("serve: warns once of a file that was refused for lack of a key, and names --public-files", async () => {
  const { origin, output, until } = await startServe(["--sample", "--log", "none"], KEYED);
  const get = (path: string, headers = {}) => fetch(origin + path, { headers });
  await expectProblem(await get("/media/named-by-no-node.pdf"), "unauthorized");
  expect((await get(FILE, { Authorization: AUTHORIZATION })).status).toBe(200);
  await expectProblem(await get(FILE, { Authorization: "Basic d3Jvbmc6d3Jvbmc=" }), "unauthorized");
  expect(output.stderr).not.toContain("warning:");
  await expectProblem(await get(`${FILE}?rnd=1`), "unauthorized");
  await until(/^warning: .*\n/m);
  await expectProblem(await get(OTHER_FILE), "unauthorized");
  await expectProblem(await get(FILE), "unauthorized");
  const warnings = output.stderr.split("\n").filter((line) => line.startsWith("warning:"));
  expect(warnings).toEqual([
    `warning: ${FILE} was requested without the API key and refused, as other media files will be: to serve media files without the key, add --public-files`,
  ]);
});

it.each([
  { args: ["--quiet"], env: KEYED.env, status: 401 },
  { args: ["--public-files"], env: KEYED.env, status: 200 },
  { args: [], env: {}, status: 200 },
])("serve: prints no such warning with $args and $env", async ({ args, env, status }) => {
  const { origin, output } = await startServe(["--sample", "--log", "none", ...args], { env });
  const answer = await fetch(origin + FILE);
  expect(answer.status).toBe(status);
  if (status === 401) await expectProblem(answer, "unauthorized");
  expect(output.stderr).not.toContain("warning:");
});
