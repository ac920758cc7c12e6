/** `serve`, `content` and `media` with trees of the maximal depth, with many children, and with data that changes. */
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renameWhenFree } from "../../src/copy/when-free.ts";
import { run, startServe } from "../support/program.ts";
import { keyOf, nameOfRoot, nodeOf, siteDirectory, smallTree } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

describe("serve: large responses", () => {
  const chain = (depth: number) => {
    const lines = Array.from({ length: depth }, (_, i) => {
      const key = keyOf(i + 1);
      return `${JSON.stringify({ ...(i > 0 && { parentId: i }), id: i + 1, key, name: `Level ${i + 1}` })}\n`;
    });
    return dataDirectory({ "content.ndjson": lines.join("") });
  };

  it("a chain of 1,000 levels is served and printed", async () => {
    const directory = chain(1000);
    const { url } = await startServe(["--data", directory, "--log", "none"]);
    const whole = await (await fetch(`${url}/GetContentAtRoot?maxLevel=2147483647`)).text();
    expect(whole.endsWith(`,"children":[]}${"]}".repeat(999)}]`)).toBe(true);
    const deepest = await (await fetch(`${url}/GetContentById?id=1000`)).text();
    expect(JSON.parse(deepest).path).toHaveLength(999);
    const query = ["content", "--data", directory, "--depth", "all", "--format"];
    expect((await run([...query, "json"])).stdout).toBe(`${whole}\n`);
    expect((await run([...query, "ndjson"])).stdout).toBe(`${whole.slice(1, -1)}\n`);
    const lines = (await run([...query, "tree"])).stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(1000);
    expect(lines.at(-1)?.trimStart()).toBe("└─ Level 1000  1000");
    const list = ["find", "--data", directory, "--format", "table"];
    expect((await run(list)).stdout.trimEnd().split("\n")).toHaveLength(1001);
  });

  it("a chain of more than 1,000 levels is refused", async () => {
    const { status, stderr } = await run(["content", "--data", chain(30_000)]);
    expect({ status, stderr }).toEqual({
      status: 6,
      stderr: expect.stringMatching(
        /^error: .* does not load: 1 error\n {2}content\.ndjson:1001: .*is on level 1001: a tree has at most 1000 levels\n$/,
      ),
    });
  });

  it("a node with 20,000 children is served and printed in every format", async () => {
    const children = Array.from({ length: 20_000 }, (_, i) => ({
      id: i + 2,
      key: keyOf(i + 2),
      name: `n${i}`,
    }));
    const directory = dataDirectory({ "media.json": { id: 1, key: keyOf(1), name: "wide", children } });
    const { url } = await startServe(["--data", directory, "--log", "none", "--quiet"]);
    const whole = await (await fetch(`${url}/GetMediaById?id=1`)).text();
    expect(JSON.parse(whole).children).toHaveLength(20_000);
    const query = ["media", "--data", directory, "--quiet", "--id", "1", "--format"];
    expect((await run([...query, "json"])).stdout).toBe(`${whole}\n`);
    expect((await run([...query, "ndjson"])).stdout).toBe(`${whole}\n`);
    expect((await run([...query, "tree"])).stdout.split("\n")).toHaveLength(20_002);
  });
});

describe("serve: --watch", () => {
  it("reloads a changed directory in any format, and serves the earlier data after errors", async () => {
    const directory = siteDirectory();
    const content = join(directory, "content.json");
    const {
      origin: url,
      output,
      until,
    } = await startServe(["--data", directory, "--watch", "--log", "none"]);
    expect(await nameOfRoot(url)).toBe("Home");
    writeFileSync(`${content}.new`, JSON.stringify(smallTree("Changed")));
    await renameWhenFree(`${content}.new`, content);
    await until(/reloaded 4 content and 0 media nodes \(JSON\)/);
    expect(await nameOfRoot(url)).toBe("Changed");
    truncateSync(content, 10);
    await until(/reloading failed, so the earlier data is still served: .*does not load: 1 error/);
    expect(await nameOfRoot(url)).toBe("Changed");
    const health = async () => (await fetch(`${url}/healthz`)).json();
    const reason = expect.stringMatching(/^reloading failed, .*does not load: 1 error/);
    expect(await health()).toMatchObject({ status: "warn", output: reason });
    rmSync(content);
    const { children: _, ...line } = nodeOf(7, "Flat");
    writeFileSync(join(directory, "content.ndjson"), `${JSON.stringify(line)}\n`);
    await until(/reloaded 1 content/);
    expect(await nameOfRoot(url)).toBe("Flat");
    expect(await health()).toEqual({ status: "pass" });
    rmSync(directory, { recursive: true });
    await until(/still served: .*does not exist/);
    expect(await nameOfRoot(url)).toBe("Flat");
    expect(output.stderr.match(/still served/g)).toHaveLength(2);
    expect(output.stderr).not.toMatch(/\n\s+at /);
  });
});

describe("serve: --watch --files", () => {
  it("reloads data while the media folder is missing, and serves files when the folder is back", async () => {
    const media = [{ ...nodeOf(5, "x"), url: "/media/x.txt" }];
    const directory = siteDirectory(smallTree(), media);
    const files = join(directory, "..", "media");
    mkdirSync(files);
    writeFileSync(join(files, "x.txt"), "a file");
    const args = ["--data", directory, "--files", files, "--watch", "--log", "none"];
    const { origin: url, output, until } = await startServe(args);
    const textOf = async () => {
      const response = await fetch(`${url}/media/x.txt`);
      return [response.status, response.status === 200 ? await response.text() : await response.json()];
    };
    expect(await textOf()).toEqual([200, "a file"]);
    renameSync(files, `${files}.away`);
    writeFileSync(join(directory, "content.json"), JSON.stringify(smallTree("Changed")));
    await until(/reloaded 4 content and 1 media/);
    expect(await nameOfRoot(url)).toBe("Changed");
    expect(await textOf()).toMatchObject([
      404,
      { detail: expect.stringContaining("media node with the id 5") },
    ]);
    renameSync(`${files}.away`, files);
    expect(await textOf()).toEqual([200, "a file"]);
    expect(output.stderr).not.toMatch(/\n\s+at /);
  });
});
