/** Names that pages show besides their texts, so that a heading does not hide the loss of a text. */
import { entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { keyInText } from "./old-pages.ts";
import { countsOf, type Zones } from "./page-zones.ts";
import { type NewPage, type OldNode, propertyOf } from "./site-placement.ts";
import { Words, wholeText } from "./word-match.ts";

/** A name, and how often it is a block of the new page and a text of the old ones. Kinds: `name TYPE` and `pick TYPE.ALIAS`. */
type ShownName = { kind: string; name: string; blocks: number; texts: number };

/** A kind of names with fewer does not show what is usual. */
const FEWEST_NAMES = 3;

/** Names of pages, and of pages that they pick, as blocks of their own: they are reserved as often as the median page shows them. */
export class ReservedNames {
  readonly #names = new Map<NewPage, ShownName[]>();
  readonly #usual = new Map<string, number>();

  /** @param nameOf the name of a page that a node picks */
  constructor(zones: ReadonlyMap<NewPage, Zones>, nameOf: (node: OldNode, key: Key) => string | undefined) {
    const surplus = new Map<string, number[]>();
    for (const [newPage, { own }] of zones) {
      const names = shownNames(newPage, own, nameOf);
      this.#names.set(newPage, names);
      for (const { kind, blocks, texts } of names) {
        for (const each of [kind, generalKind(kind)])
          entryIn(surplus, `${each} ${texts > 0}`, () => []).push(blocks - texts);
      }
    }
    for (const [kind, counts] of surplus) {
      if (counts.length < FEWEST_NAMES) continue;
      const sorted = counts.toSorted((a, b) => a - b);
      this.#usual.set(kind, Math.max(0, sorted[Math.floor((sorted.length - 1) / 2)]));
    }
  }

  /** Each as often as it is reserved. */
  on(newPage: NewPage): Words[] {
    return (this.#names.get(newPage) ?? []).flatMap(({ kind, name, blocks, texts }) => {
      const hasText = texts > 0;
      const general = kind.startsWith("name ") ? this.#usual.get(`name ${hasText}`) : undefined;
      const usual = this.#usual.get(`${kind} ${hasText}`) ?? general ?? 0;
      const count = hasText ? usual : Math.min(usual, blocks);
      return Array.from({ length: count }, () => new Words(name));
    });
  }
}

function generalKind(kind: string): string {
  return kind.slice(0, kind.indexOf(" "));
}

/** The name of the old page at a URL, and the names of what it picks, each once. @param own the blocks of the new page */
function shownNames(
  { members, parts }: NewPage,
  own: readonly string[],
  nameOf: (node: OldNode, key: Key) => string | undefined,
): ShownName[] {
  const blocks = countsOf(own.map(wholeText));
  const texts = countsOf([...members, ...parts].flatMap((node) => node.texts.map(({ whole }) => whole)));
  const names = new Map<string, ShownName>();
  const add = (kind: string, name: string) => {
    const whole = wholeText(name);
    if (whole.trim() === "" || names.has(whole)) return;
    names.set(whole, { kind, name, blocks: blocks.get(whole) ?? 0, texts: texts.get(whole) ?? 0 });
  };
  for (const node of members) {
    if (members.length === 1) add(`name ${node.page.type}`, node.page.name);
    for (const { target, field } of node.content.references) {
      const key = keyInText(target);
      const name = key === undefined ? undefined : nameOf(node, key);
      if (name !== undefined) add(`pick ${propertyOf(node.content, field)}`, name);
    }
  }
  return [...names.values()];
}
