/** Interrupted pulls: fetched data is kept, and nothing is fetched twice. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/formats/copy/manifest.ts";
import { KINDS, type Kind } from "../../src/operations.ts";
import { everyNode } from "../oracle.ts";
import { type Running, run, runProcess, start, startCommand } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { faultProxy, randomFrom } from "./fault-proxy.ts";
import { change, found, generatedRoots, remove } from "./generated-site.ts";
import { asCopied, originalRoots, originalSite, refuseDeepLists } from "./original-site.ts";
import { expectAnswers, expectFresh, newCopy, nodeFiles, PATIENT, pulled } from "./pulled-site.ts";

const CONCURRENCY = 4;
const KILLS = 3;
/** Between two kills there are at most so many requests. */
const APART = 25;

describe("pull: kill -9", () => {
  it("at random moments loses only requests in flight", PATIENT, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1e6);
    console.log(`kill -9: seed ${seed}`);
    const random = randomFrom(seed);
    let requested = 0;
    let onRequest = () => {};
    // Together more nodes than are requested before the last kill.
    const content = generatedRoots(120, 5);
    const media = generatedRoots(30, 9, 50_000);
    const site = await fakeSite({
      content,
      media,
      interfere: () => {
        requested++;
        onRequest();
        return false;
      },
    });
    const out = temporaryDirectory();
    const args = ["pull", "--base-url", site.url, "--out", out, "--quiet"];
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, ended } = start(args);
      const killAt = requested + Math.floor(random() * APART);
      onRequest = () => {
        if (requested >= killAt) child.kill("SIGKILL");
      };
      await ended;
    }
    onRequest = () => {};
    const last = await run(args);
    expect(last.stderr).toBe("");
    expect(last.stdout).toContain("content: 120 of 120 nodes\nmedia: 30 of 30 nodes\n");
    const twice = [...site.counts].filter(([id]) => id !== 0).reduce((sum, [, count]) => sum + count - 1, 0);
    expect(twice).toBeLessThanOrEqual(KILLS * CONCURRENCY);
    const { out: undisturbed } = await newCopy((await fakeSite({ content, media })).url);
    expect(nodeFiles(out)).toEqual(nodeFiles(undisturbed));
  });
});

describe("pull: a site with stale levels and missing keys", () => {
  const CONTENT = originalRoots(50, 1000, "content");
  const MEDIA = originalRoots(30, 5000, "media");

  it("is copied completely if the pull is killed while it lists by node", PATIENT, async () => {
    let requested = 0;
    let onRequest = () => {};
    const site = await originalSite({
      content: CONTENT,
      media: MEDIA,
      onRequest: (wanted, response) => {
        requested++;
        onRequest();
        return refuseDeepLists(wanted, response);
      },
    });
    const out = temporaryDirectory();
    const args = ["pull", "--base-url", site.url, "--out", out, "--quiet"];
    for (const at of [7, 31, 60]) {
      const { child, ended } = start(args);
      onRequest = () => {
        if (requested >= at) child.kill("SIGKILL");
      };
      await ended;
    }
    onRequest = () => {};
    const last = await run(args);
    expect(last.stderr).toBe("");
    expect(last.stdout).toContain("content: 50 of 50 nodes\nmedia: 30 of 30 nodes\n");
    await expectAnswers(out, { content: asCopied(CONTENT), media: asCopied(MEDIA) });
  });
});

describe("pull: a refresh that was killed", () => {
  it("fetches nodes again that it kept from a copy that was edited", PATIENT, async () => {
    const content = generatedRoots(60, 3);
    let isAway = false;
    const site = await fakeSite({
      content,
      live: true,
      interfere: ({ id }, response) => isAway && id === 1030 && !!response.socket?.destroy(),
    });
    const { out } = await newCopy(site.url);
    isAway = true;
    change(content, 1030);
    const running = start(["pull", "--base-url", site.url, "--out", out]);
    await expect.poll(() => site.counts.get(1030) ?? 0, PATIENT).toBeGreaterThan(1);
    running.child.kill("SIGKILL");
    await running.ended;
    expect(readFileSync(join(out, ".pull", "content.responses"), "utf8")).not.toContain("Text of");
    const file = join(out, "content.ndjson");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("Text of", "Test of"));
    isAway = false;
    const { result } = await pulled(site.url, out);
    expect(result.kinds[0]).toMatchObject({ expected: 60, got: 60, failures: [] });
    await expectFresh(site.url, out, content);
  });
});

describe("pull: a changing site, through a proxy with fault injection", () => {
  it("is copied correctly each time, even if pulls are killed", PATIENT, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1e6);
    const random = randomFrom(seed);
    const content = generatedRoots(60, 4);
    let nextId = 7000;
    let requested = 0;
    let onRequest = () => {};
    const site = await fakeSite({
      content,
      live: true,
      interfere: () => {
        requested++;
        onRequest();
        return false;
      },
    });
    const any = () => {
      const all = [...everyNode(content)];
      return all[Math.floor(random() * all.length)].node.id;
    };
    const edits: (() => void)[] = [
      () => change(content, any(), `2020-01-01T00:00:${String(nextId++ % 60).padStart(2, "0")}`),
      () => Object.assign(found(content, any()).node, { name: `Name ${nextId++}` }),
      () => Object.assign(found(content, any()).node, { sortOrder: nextId++ % 9 }),
      () => {
        nextId += 10;
        found(content, any()).node.children?.push(...generatedRoots(2, 1, nextId));
      },
      () => {
        const id = any();
        const leaf = found(content, id).node;
        if (leaf.children?.length === 0) remove(content, id);
      },
      () => {
        const id = any();
        if (found(content, id).ancestors.length === 0 || found(content, id).node.children?.length) return;
        const moved = remove(content, id);
        found(content, any()).node.children?.push(moved);
      },
    ];
    const proxy = await faultProxy(site.url, { seed, share: 0.2 });
    const out = temporaryDirectory();
    for (let round = 0; round < 3; round++) {
      if (round === 2) {
        const running = start(["pull", "--base-url", proxy.url, "--out", out, "--quiet"]);
        const killAt = requested + 3;
        onRequest = () => void (requested >= killAt && running.child.kill("SIGKILL"));
        await running.ended;
        onRequest = () => {};
      }
      const { result } = await pulled(proxy.url, out, { retries: 30 });
      expect(result.kinds[0]).toMatchObject({ failures: [], unlisted: [] });
      await expectFresh(site.url, out, content);
      for (let edit = 0; edit < 12; edit++) edits[Math.floor(random() * edits.length)]();
    }
  });
});

const HAS_SIGNALS = process.platform !== "win32";

describe("pull: interrupted", () => {
  it.runIf(HAS_SIGNALS)("keeps the earlier copy, reports how to resume, and resumes", PATIENT, async () => {
    const out = temporaryDirectory();
    const content = generatedRoots(5, 2);
    let running: Running | undefined;
    const site = await fakeSite({
      content,
      interfere: ({ id }) => {
        if (id === 1040) running?.child.kill("SIGINT");
        return false;
      },
      live: true,
    });
    await pulled(site.url, out);
    const files = nodeFiles(out);
    content.splice(0, content.length, ...generatedRoots(80, 3, 1010));
    const args = ["pull", "--base-url", site.url, "--out", out, "--allow-shrink"];
    running = start(args);
    const status = await running.ended;
    expect(running.output.stderr).toMatch(/^error: interrupted; to resume, run the same command/m);
    expect(status).toBe(130);
    expect(nodeFiles(out)).toEqual(files);
    expect(existsSync(join(out, ".pull", "lock"))).toBe(false);
    running = undefined;
    const again = await run(args);
    expect(again.stdout).toContain("content: 80 of 80 nodes");
    expect(again.status).toBe(0);
    expect(
      Math.max(...[...site.counts].filter(([id]) => id > 0).map(([, count]) => count)),
    ).toBeLessThanOrEqual(2);
    expect((await run(args)).stdout).toContain("3 requests");
    expect((await run([...args, "--fresh"])).stdout).toContain("85 requests");
  });

  it("starts over with --fresh", async () => {
    const out = temporaryDirectory();
    const content = generatedRoots(40, 3);
    let requested = 0;
    const dead = await fakeSite({
      content,
      interfere: (_wanted, response) => requested++ > 30 && !!response.writeHead(401).end("who are you?"),
    });
    await expect(pulled(dead.url, out)).rejects.toThrow(
      /refused access \(401: who are you\?\): try --api-key/,
    );
    const alive = await fakeSite({ content });
    const { tally } = await pulled(alive.url, out, { fresh: true });
    // Forty nodes, four lists, and one request for types.
    expect(tally.requests).toBe(40 + 4 + 1);
  });
});

describe("the command that check prints for an interrupted pull", () => {
  const content = generatedRoots(60, 3);
  const media = generatedRoots(20, 3, 50_000);

  /** A site that interrupts a pull when it requests the node with the id `at`. */
  async function interruptibleSite() {
    const requested: string[] = [];
    const state: { at?: number; running?: ReturnType<typeof startCommand> } = {};
    const site = await fakeSite({
      content,
      media,
      interfere: ({ kind, id }) => {
        requested.push(`${kind} ${id}`);
        if (id === undefined || id !== state.at) return false;
        void state.running?.stop("SIGINT");
        return true;
      },
    });
    /** @returns the arguments of the command that `check` prints then */
    const interrupted = async (at: number, out: string, options: readonly string[]) => {
      state.at = at;
      state.running = startCommand(["pull", "--base-url", site.url, "--out", out, ...options]);
      expect(await state.running.ended).toBe(130);
      state.at = undefined;
      const { stdout, stderr } = await run(["check", "--data", out]);
      const [, command] = /to resume it: migrations (.*)/.exec(stdout + stderr) ?? [];
      return { args: command?.split(" ") ?? [], error: state.running.output.stderr };
    };
    return { url: site.url, requested, interrupted };
  }

  const MANY = [
    ...["--files", "--timeout", "9.5", "--insecure", "--allow-shrink"],
    ...["--concurrency", "2", "--delay", "1", "--quiet", "--format", "json"],
  ];

  it.each<[name: string, options: string[], at: number, kinds: Kind[]]>([
    ["both kinds, in media, with files", ["--files"], 50_010, ["content", "media"]],
    ["one node", ["--kind", "content", "--id", "1000"], 1004, ["content"]],
    ["both kinds, with many options", MANY, 1020, ["content", "media"]],
  ])("prints the kinds and options of a pull of %s", PATIENT, async (_name, options, at, kinds) => {
    const { url, interrupted } = await interruptibleSite();
    const out = temporaryDirectory();
    const { args } = await interrupted(at, out, options);
    expect(args.toSorted()).toEqual(
      ["pull", "--base-url", `${url}/platform/module/Migrations`, "--out", out, ...options].toSorted(),
    );
    expect((await run(args)).status).toBe(0);
    const undisturbed = temporaryDirectory();
    const target = options.includes("--id") ? { by: "id" as const, id: 1000 } : undefined;
    await pulled(url, undisturbed, { kinds, ...(target && { target }) });
    for (const kind of KINDS) {
      const [file, expected] = [out, undisturbed].map((directory) => {
        const path = join(directory, `${kind}.ndjson`);
        return existsSync(path) ? readFileSync(path, "utf8") : undefined;
      });
      expect(file).toBe(expected);
    }
    expect(existsSync(join(out, ".pull"))).toBe(false);
  });

  it("is printed by each command that reads the folder", PATIENT, async () => {
    const { url, interrupted } = await interruptibleSite();
    const [out, key] = [temporaryDirectory(), join(temporaryDirectory(), "key")];
    writeFileSync(key, "not-a-real-key");
    const { args } = await interrupted(1020, out, ["--files", "--api-key-file", key]);
    expect(args).toContain(key);
    for (const reading of [["content"], ["media", "--format", "json"]]) {
      const { status, stderr } = await run([...reading, "--data", out]);
      expect(stderr).toContain(`${out} holds no data yet: it holds a pull of ${url}`);
      expect(stderr).toContain(`that is not complete; to resume it: migrations ${args.join(" ")}`);
      expect(status).toBe(6);
    }
  });

  it("prints the options of the last run, and none of a finished pull", PATIENT, async () => {
    const { interrupted } = await interruptibleSite();
    const out = temporaryDirectory();
    expect((await interrupted(1020, out, ["--retries", "3"])).args).toContain("--retries");
    const { args } = await interrupted(50_010, out, ["--concurrency", "2"]);
    expect(args.join(" ")).toMatch(new RegExp(`--out ${out} --concurrency 2$`));
    expect((await run(args)).status).toBe(0);
    const { args: ofMedia } = await interrupted(50_010, out, ["--kind", "media", "--fresh"]);
    expect(ofMedia.slice(3)).toEqual(["--kind", "media", "--out", out]);
  });

  it("is one for each unfinished pull", PATIENT, async () => {
    const { interrupted } = await interruptibleSite();
    const out = temporaryDirectory();
    await interrupted(1004, out, ["--kind", "content", "--id", "1000"]);
    const { args } = await interrupted(50_010, out, ["--kind", "media"]);
    expect(args).toEqual(expect.arrayContaining(["--kind", "content", "--id", "1000"]));
    expect((await run(args)).status).toBe(0);
    const { stdout } = await run(["check", "--data", out]);
    expect(stdout).toMatch(/migrations pull .* --kind media/);
  });

  it(
    "leaves out --fresh, which would drop what was fetched, and still fetches everything",
    PATIENT,
    async () => {
      const { url, requested, interrupted } = await interruptibleSite();
      const { out } = await newCopy(url);
      const { args, error } = await interrupted(1020, out, ["--fresh"]);
      expect(args).not.toContain("--fresh");
      expect(error).toContain("to resume, run the same command without --fresh");
      const before = requested.length;
      expect((await run(args)).status).toBe(0);
      const fetched = requested.slice(before);
      for (let id = 50_000; id < 50_020; id++) expect(fetched).toContain(`media ${id}`);
      expect(fetched).not.toContain("content 1005");
    },
  );
});

describe("pull: two pulls into one directory", () => {
  it("are refused while the lock is held", async () => {
    const out = temporaryDirectory();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const site = await fakeSite({
      content: generatedRoots(3, 2),
      interfere: ({ id, count }, response) => {
        if (id !== 1001 || count > 1) return false;
        held.then(() => response.destroy());
        return true;
      },
    });
    const args = ["pull", "--base-url", site.url, "--out", out];
    const first = run(args);
    await expect.poll(() => site.counts.get(1001)).toBe(1);
    const second = await runProcess(args);
    expect(second).toMatchObject({
      status: 2,
      stderr: `error: process ${process.pid} is writing to ${out}: wait for it, or, if that is another program, remove ${join(out, ".pull", "lock")}\n`,
    });
    release();
    expect((await first).status).toBe(0);
    expect(readManifest(out)?.content?.nodes).toBe(3);
  });
});
