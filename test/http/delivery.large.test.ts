/** The Content Delivery API of real sites: each answer is as the OpenAPI document describes it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sharedServers } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";
import { expectDescribed, expectMembers, requestsTo } from "./delivery-answers.ts";

const serverOf = sharedServers();

it
  .skipIf(!existsSync(SHARED))
  .each([
    ["databases/demo-13.sqlite.db"],
    ["databases/clean-18.sqlite.db"],
    ["corpus/uheadless-v15"],
    ["corpus/legacy-site-v7"],
    ["corpus/contentment-v18"],
  ])("the members of answers of %s are those of Umbraco, in their order, and described", async (data) => {
  const { origin } = await serverOf(["--data", join(SHARED, data)]);
  const items = await expectDescribed(requestsTo(origin));
  expect(items.length).toBeGreaterThan(10);
  for (const item of items) expectMembers(item);
});
