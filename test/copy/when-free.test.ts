/** Renaming and removing files that are open, which Windows refuses. */

import { closeSync, openSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { whenFree } from "../../src/copy/when-free.ts";
import { fakeSite } from "../remote/fake-site.ts";
import { mediaNodes } from "../remote/pulled-site.ts";
import { virtualClock } from "../support/clock.ts";
import { run } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** An action that fails so often with this code, as for an open file on Windows, and then succeeds. */
function failing(code: string, times: number, action = () => {}) {
  let tries = 0;
  const attempt = () => {
    if (++tries <= times) throw Object.assign(new Error(code), { code, syscall: "rename", path: "old" });
    action();
  };
  return { attempt, tries: () => tries };
}

describe("`whenFree`", () => {
  it.each(["EACCES", "EBUSY", "ENOTEMPTY", "EPERM"])("retries after two failures with %s", async (code) => {
    const [from, to] = ["new", "old"].map((name) => join(temporaryDirectory(), name));
    writeFileSync(from, "new");
    writeFileSync(to, "old");
    const rename = failing(code, 2, () => renameSync(from, to));
    await whenFree(rename.attempt, virtualClock());
    expect(rename.tries()).toBe(3);
    expect(readFileSync(to, "utf8")).toBe("new");
  });

  it("throws the last system error, and other errors at once", async () => {
    const held = failing("EPERM", Number.POSITIVE_INFINITY);
    await expect(whenFree(held.attempt, virtualClock())).rejects.toMatchObject({
      code: "EPERM",
      path: "old",
    });
    expect(held.tries()).toBe(20);
    const full = failing("ENOSPC", 1);
    await expect(whenFree(full.attempt)).rejects.toMatchObject({ code: "ENOSPC" });
    expect(full.tries()).toBe(1);
  });

  it("is the only module that renames", () => {
    const folder = join(ROOT, "src");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    const renaming = files.filter((name) =>
      /\brename(?:Sync)?\b[^"]*from "node:fs/.test(readFileSync(join(folder, name), "utf8")),
    );
    expect(renaming).toEqual([join("copy", "when-free.ts")]);
  });
});

describe("pull: a copy with open files", () => {
  /** Keeps every file below a folder open for a second; only Windows then refuses to replace it. */
  async function readSlowly(folder: string): Promise<void> {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const paths = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
    const files = paths.map((path) => openSync(path, "r"));
    if (process.platform === "win32") await sleep(1000);
    for (const file of files) closeSync(file);
  }

  it("is refreshed", async () => {
    const media = mediaNodes(["/media/a.txt", "/media/b.txt"]);
    const { url } = await fakeSite({
      media,
      live: true,
      interfere: (_wanted, response, { url = "" }) =>
        url.startsWith("/media/") && !!response.end(`text of ${url}`),
    });
    const out = temporaryDirectory();
    const args = ["pull", "--base-url", url, "--files", "--out", out];
    const filesIn = () => readdirSync(join(out, "files"), { recursive: true, encoding: "utf8" }).toSorted();
    await run(args);
    media.shift();
    Object.assign(media[0], { url: "/media/c/b.txt", updateDate: "2031-01-01T00:00:00" });
    const [refreshed] = await Promise.all([run(args), readSlowly(out)]);
    expect(refreshed.status).toBe(0);
    expect(filesIn()).toEqual(["media", join("media", "c"), join("media", "c", "b.txt")]);
  });
});
