/** The flags of `serve` for the page that shows its data in a browser. */
import { UsageError } from "../errors.ts";
import { type Flags, text, toggle, type Values } from "./flag.ts";

export const PAGE_FLAGS = {
  explorer: toggle("--no-explorer", "leave out the page that shows the data in a browser"),
  open: toggle("--open", "open that page in the browser"),
  against: text("--against <place>", "mark there what has changed since: a path, or the base URL of a site"),
} satisfies Flags;

export type PageFlags = Values<typeof PAGE_FLAGS>;

/** @throws UsageError for what makes no sense without the page */
export function refuseNoPage({ open, against, explorer }: PageFlags): void {
  if (explorer !== false) return;
  if (open) throw new UsageError("--open opens the page that --no-explorer leaves out");
  if (against !== undefined)
    throw new UsageError("--against marks what the page shows that --no-explorer leaves out");
}
