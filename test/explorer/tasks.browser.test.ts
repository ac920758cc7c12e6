/** What users do most, with the clicks and keys that it takes on a screen of 1280 × 800, without scrolling. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { writeEditedSample } from "../support/edited-sample.ts";
import { sharedServers } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const SCREEN = { width: 1280, height: 800 };
const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const EXHIBIT = "f5b17aca-df71-4421-a1d4-1081f94d9fb8";
const PDF = "2ef737be-b067-4487-b639-9b7366c19d3b";
const SOUND = "407f13f6-90ae-4fad-a6b9-300c9b41bf18";

const served = sharedServers();

/** A suggestion for the text as typed; those for an earlier text have no link. */
const CURRENT_RESULT = "[role=option][href]";

/** Counts what a user does in a page. */
class User {
  clicks = 0;
  keys = 0;

  readonly page: Page;
  readonly origin: string;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
  }

  /** Clicks what is on the screen. */
  async click(target: Locator): Promise<void> {
    await this.sees(target);
    this.clicks++;
    await target.click();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
  }

  /** Waits until something is on the screen as a whole. */
  async sees(target: Locator): Promise<void> {
    await target.waitFor();
    const isOnScreen = async () => {
      const { x, y, width, height } = (await target.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
      return x >= 0 && y >= 0 && x + width <= SCREEN.width && y + height <= SCREEN.height;
    };
    await expect.poll(isOnScreen, { message: `${target} is on the screen` }).toBe(true);
  }

  async seesNode(name: string): Promise<void> {
    await this.sees(this.page.getByRole("heading", { level: 1, name }));
  }

  /** Copies what the menu names, and returns it. */
  async copied(label: string): Promise<string> {
    await this.click(this.page.getByRole("button", { name: "Copy", exact: true }));
    await this.click(this.page.getByRole("menuitem", { name: label, exact: true }));
    await this.page.getByText(`${label} copied`).waitFor();
    return this.clipboard();
  }

  clipboard(): Promise<string> {
    return this.page.evaluate("navigator.clipboard.readText()");
  }
}

type Task = {
  name: string;
  /** The part of the URL behind the origin where the user is. */
  from: string;
  clicks: number;
  keys: number;
  run: (user: User) => Promise<void>;
};

const TASKS: readonly Task[] = [
  {
    name: "find the page called Restoration diary",
    from: "",
    clicks: 0,
    keys: 8,
    run: async (user) => {
      await user.press("/", ..."diary");
      const first = user.page.locator(CURRENT_RESULT).first();
      await user.sees(first.getByText("Restoration diary"));
      await user.sees(first.getByText("Content › Måkevær Foghorn Museum › Collection › Air horns"));
      await user.press("ArrowDown", "Enter");
      await user.seesNode("Restoration diary");
    },
  },
  {
    name: "find where a picture is used",
    from: "",
    clicks: 0,
    keys: 10,
    run: async (user) => {
      await user.press("/", ..."the sea");
      await user.sees(user.page.locator(CURRENT_RESULT).first().getByText("Måkevær seen from the sea"));
      await user.press("ArrowDown", "Enter");
      await user.seesNode("Måkevær seen from the sea");
      await user.sees(
        user.page.locator(".found-nodes").getByRole("link", { name: "Måkevær Foghorn Museum" }),
      );
    },
  },
  {
    name: "list all pages of a type, from one of them",
    from: `#/content/${EXHIBIT}`,
    clicks: 2,
    keys: 0,
    run: async (user) => {
      await user.click(user.page.locator("main").getByRole("link", { name: "Exhibit", exact: true }));
      await user.seesNode("Exhibit");
      await user.click(user.page.getByRole("link", { name: "2 nodes" }));
      await user.sees(user.page.getByText("2 nodes found"));
      const rows = user.page.locator(".node-table tbody tr");
      await expect.poll(() => rows.count()).toBe(2);
      await user.sees(rows.last());
    },
  },
  {
    name: "read what is in the blocks",
    from: `#/content/${HOME}`,
    clicks: 0,
    keys: 0,
    run: async (user) => {
      const blocks = user.page.getByRole("group", { name: "Blocks", exact: true });
      await user.sees(blocks.getByRole("group", { name: "Text" }).getByText("You do not hear it."));
      await user.sees(blocks.getByRole("group", { name: "Source" }).getByText("A visitor from Røst, 2018"));
    },
  },
  {
    name: "copy the key of a node",
    from: `#/content/${HOME}`,
    clicks: 2,
    keys: 0,
    run: async (user) => {
      expect(await user.copied("Key")).toBe(HOME);
    },
  },
  {
    name: "list the references that lead nowhere",
    from: "",
    clicks: 2,
    keys: 0,
    run: async (user) => {
      await user.click(user.page.getByRole("link", { name: "Audit", exact: true }));
      await user.click(user.page.getByRole("link", { name: /references? on \d+ pages? leads? nowhere/ }));
      const row = user.page.getByRole("row", { name: /Waffles 🧇 and weather/ });
      await user.sees(row.getByText("62b8f0b5…"));
    },
  },
  {
    name: "list what has changed",
    from: "",
    clicks: 1,
    keys: 0,
    run: async (user) => {
      await user.click(user.page.getByRole("link", { name: "Changes", exact: true }));
      await user.sees(user.page.getByRole("heading", { name: "2 nodes added" }));
    },
  },
  {
    name: "open a PDF",
    from: `#/media/${PDF}`,
    clicks: 1,
    keys: 0,
    run: async (user) => {
      const opening = user.page.waitForEvent("popup");
      await user.click(user.page.getByRole("link", { name: "Open" }));
      const opened = await opening;
      await expect.poll(() => opened.url()).toMatch(/\/ferry-timetable\.pdf$/);
    },
  },
  {
    name: "play a sound",
    from: `#/media/${SOUND}`,
    clicks: 1,
    keys: 0,
    run: async (user) => {
      const sound = user.page.locator("audio");
      await expect.poll(() => sound.evaluate((e) => (e as HTMLAudioElement).readyState)).toBeGreaterThan(0);
      // The button of the browser's own controls is at the left.
      await user.sees(sound);
      user.clicks++;
      await sound.click({ position: { x: 25, y: 27 } });
      await expect.poll(() => sound.evaluate((e) => (e as HTMLAudioElement).played.length)).toBe(1);
    },
  },
];

/** With the origin of a server that compares an edited sample with the sample. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of needed fixtures from this pattern
const itCompared = it.extend("origin", { scope: "file" }, async ({}, { onCleanup }) => {
  const data = mkdtempSync(join(tmpdir(), "migrations-test-"));
  onCleanup(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  writeEditedSample(data);
  return (await served(["--data", data, "--against", join(ROOT, "data")])).origin;
});

describeInBrowser("Tasks", () => {
  itCompared.for(TASKS.map((task) => [task.name, task] as const))(
    "%s",
    async ([, task], { open, origin }) => {
      const { from, clicks, keys, run } = task;
      const page = await open(`${origin}/${from}`, { viewport: SCREEN });
      await page.getByRole("treeitem").first().waitFor();
      const user = new User(page, origin);
      await run(user);
      expect({ clicks: user.clicks, keys: user.keys }).toEqual({ clicks, keys });
      expectNoFaults(page);
    },
  );
});
