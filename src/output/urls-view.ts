/** Addresses for people: a line each, with the node that it is of, and of two sites what has become of it. */
import { Chalk, type ChalkInstance } from "chalk";
import { type MappedUrl, VERDICTS, type Verdict } from "../analysis/urls/map-urls.ts";
import type { AddressedNode, SiteUrl } from "../analysis/urls/site-urls.ts";
import { visible } from "../text/visible-text.ts";
import { fit, padded, widthOf } from "./fit.ts";
import type { ViewLook } from "./style.ts";

const ARROW = " → ";
const GAP = "  ";
/** The widest that a column of addresses gets. */
const WIDEST_URL = 60;
const NARROWEST = 16;
const KEY_COLUMNS = 36;

const SIGNS: Readonly<Record<Verdict, string>> = { same: "=", moved: ">", gone: "-", new: "+" };

function paint(verdict: Verdict, chalk: ChalkInstance): (text: string) => string {
  return { same: chalk.dim, moved: chalk.yellow, gone: chalk.red, new: chalk.green }[verdict];
}

/** Yields the lines. @param isWide whether keys and names are shown, too */
export function* urlLines(
  urls: readonly SiteUrl[],
  { color, columns = Number.POSITIVE_INFINITY }: ViewLook,
  isWide: boolean,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const sources = urls.reduce((most, { source }) => Math.max(most, source.length), 0);
  const beside = sources + GAP.length + (isWide ? KEY_COLUMNS + GAP.length : 0);
  const room = columns - beside - GAP.length;
  const width = columnOf(
    urls.map(({ url }) => url),
    Math.max(NARROWEST, room / 2),
  );
  for (const { url, source, node } of urls) {
    const parts = [padded(fit(url, width), width), chalk.dim(source.padEnd(sources))];
    if (isWide) parts.push(node.key);
    parts.push(chalk.dim(nodeText(node, room - width)));
    yield parts.join(GAP).trimEnd();
  }
}

/** Yields the lines: how many of what, then all that is not what it was. */
export function* mappedLines(
  mapped: readonly MappedUrl[],
  { color, columns = Number.POSITIVE_INFINITY }: ViewLook,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    count: mapped.filter((each) => each.verdict === verdict).length,
  }));
  yield counts.map(({ verdict, count }) => `${chalk.bold(String(count))} ${verdict}`).join(", ");
  const different = mapped.filter(({ verdict }) => verdict !== "same");
  if (different.length > 0) yield "";
  for (const each of different) yield mappedLine(each, columns, chalk);
}

function mappedLine(mapped: MappedUrl, columns: number, chalk: ChalkInstance): string {
  const { verdict, old, to } = mapped;
  const room = columns - 2;
  const target = targetText(mapped);
  const shown = fit((old ?? to)?.url ?? "", Math.max(NARROWEST, target === "" ? room : Math.floor(room / 2)));
  const rest = target === "" ? "" : fit(target, Math.max(NARROWEST, room - widthOf(shown)));
  return `${paint(verdict, chalk)(SIGNS[verdict])} ${shown}${verdict === "gone" ? chalk.dim(rest) : rest}`;
}

/** Where an old address leads now, or what is left above it. */
function targetText({ verdict, to }: MappedUrl): string {
  if (to === undefined || verdict === "new") return "";
  return verdict === "gone" ? `${GAP}(below ${to.url})` : ARROW + to.url;
}

function nodeText({ kind, id, type, name, language = "" }: AddressedNode, room: number): string {
  const text = [language, kind, type, id].filter((part) => part !== "").join(" ");
  const whole = name === "" ? text : `${text}${GAP}${name}`;
  return fit(whole, Math.max(1, room));
}

function columnOf(texts: readonly string[], most: number): number {
  let widest = 0;
  for (const text of texts) widest = Math.max(widest, widthOf(visible(text)));
  return most === Number.POSITIVE_INFINITY ? widest : Math.min(widest, WIDEST_URL, Math.floor(most));
}
