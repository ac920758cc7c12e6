/** A site whose names and values are attacks: no script runs, and no other server is called. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { DataNode } from "../oracle.ts";
import { expectNoFaults } from "../support/browser.ts";
import { listening } from "../support/listening.ts";
import { appOf, keyOf, serverOf, sourceOf } from "../support/site.ts";
import { describeInBrowser, it } from "./in-browser.ts";

/** Waits until a picture that the test adds has loaded: the pictures and scripts of the site would have begun before. */
function ownPicture(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const picture = new Image();
        picture.onload = () => requestIdleCallback(() => resolve());
        picture.onerror = () => reject(new Error("the picture is not shown"));
        picture.src = "/explorer/icon.svg?own";
      }),
  );
}

function attacks(elsewhere: string): string[] {
  return [
    `<script>window.hacked = 1; fetch("${elsewhere}/script")</script>`,
    `<img src="${elsewhere}/img" onerror="window.hacked = 2"><img src=x onerror="window.hacked = 3">`,
    `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked = 4"><image href="${elsewhere}/svg"/></svg>`,
    `<a href="javascript:window.hacked = 5" id="lure">click</a>`,
    `<style>@import url("${elsewhere}/import"); body { background: url(${elsewhere}/css) }</style>`,
    `<p style="background: url(${elsewhere}/style)">styled</p>`,
    `<iframe src="${elsewhere}/frame"></iframe><object data="${elsewhere}/object"></object><embed src="${elsewhere}/embed">`,
    `<link rel="stylesheet" href="${elsewhere}/sheet"><link rel="preconnect" href="${elsewhere}"><base href="${elsewhere}/">`,
    `<meta http-equiv="refresh" content="0;url=${elsewhere}/refresh">`,
    `<form action="${elsewhere}/form"><button autofocus>send</button></form><video src="${elsewhere}/video" autoplay></video>`,
    `\u202Egnp.exe\u202C {{constructor.constructor('window.hacked=6')()}} </title></textarea>"><b>`,
    "مرحبا <b>شعار</b> \u2067right to left\u2069",
  ];
}

function hostileSite(texts: readonly string[]): DataNode[] {
  const properties = Object.fromEntries(
    texts.map((value, i) => [
      `${i} ${value.slice(0, 40)}`,
      { alias: `${i} ${value.slice(0, 40)}`, editorAlias: value, value },
    ]),
  );
  const node = (id: number, name: string, children: DataNode[] = []): DataNode => ({
    id,
    key: keyOf(id),
    name,
    url: `javascript:window.hacked = ${id}`,
    type: name,
    updateDate: name,
    [name]: name,
    properties: { ...properties, nested: { alias: "nested", value: { [name]: texts } } },
    children,
  });
  return [
    node(
      1,
      texts[0],
      texts.map((text, i) => node(i + 2, text)),
    ),
  ];
}

describeInBrowser("Hostile content", () => {
  it("runs no script and calls no other server", async ({ open }) => {
    const calls: string[] = [];
    const elsewhere = await listening((request, response) => {
      calls.push(request.url ?? "");
      response.end();
    });
    const texts = attacks(elsewhere);
    const { url } = await serverOf(appOf({ explorer: {}, dataName: texts[1] }, sourceOf(hostileSite(texts))));
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const asked = new Set<string>();
    page.context().on("requestfinished", (request) => asked.add(new URL(request.url()).origin));
    let dialogs = 0;
    page.on("dialog", () => dialogs++);
    await page.locator(".property").first().waitFor();
    const closed = page.locator("details:not([open]) > summary");
    while ((await closed.count()) > 0) await closed.first().click();
    const lures = page.locator(".rich-text").getByText("click", { exact: true });
    for (const lure of await lures.all()) await lure.click();
    for (const text of ["", `#/content/${keyOf(3)}`, "#/media", "#/"]) {
      await page.goto(`${url}/${text}`);
      await page.locator("h1").waitFor();
      await ownPicture(page);
    }
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(page.frames().length).toBe(1);
    expect(await page.locator("main script, main img, main style, main form, main iframe").count()).toBe(0);
    expect(await page.locator('main a[href^="javascript"]').count()).toBe(0);
    expect({ calls, dialogs, asked: [...asked] }).toEqual({ calls: [], dialogs: 0, asked: [url] });
    // Nothing is even tried that the policy would forbid.
    expectNoFaults(page);
  });

  it("shows names as text, each in its own direction", async ({ open }) => {
    const texts = attacks("http://elsewhere.example");
    const { url } = await serverOf(appOf({ explorer: {} }, sourceOf(hostileSite(texts))));
    const page = await open(`${url}/#/content/${keyOf(1)}/children`);
    const names = page.locator("td.column-name bdi");
    await expect.poll(() => names.count()).toBe(texts.length);
    await expect.poll(() => names.allTextContents()).toEqual(texts);
    await expect.poll(() => page.locator("h1 bdi").textContent()).toBe(texts[0]);
  });
});
