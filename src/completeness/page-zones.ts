/** Divides the pages of a running site into content, frame and head, and learns in which of these the texts of a property are wanted. */
import { countIn, entryIn } from "../site/map-entries.ts";
import { comparableText } from "./comparable-text.ts";
import { isNearlyAll, plainText } from "./shown-values.ts";
import { languageOf, type NewPage, type OldNode, type OldText } from "./site-placement.ts";
import { missingWords, Words, wholeText } from "./word-match.ts";

/** The texts of a new page by zone. What most pages have belongs to the frame. */
export type Zones = {
  /** Blocks of the content that are its own. */
  own: readonly string[];
  content: string;
  frame: string;
  head: string;
  /** As `wholeText` writes them. */
  wholeContent: string;
  wholeFrame: string;
  wholeHead: string;
  /** The blocks of the content that belong to the frame. */
  wholeShared: string;
  /** What values are looked for in. */
  plain: string;
};

/** Where the texts of a property are found as a whole. */
type PropertyCount = { texts: number; content: number; frame: number; head: number };

/** With fewer pages, nothing says what belongs to the site. */
const FEWEST_PAGES = 4;
/** With fewer texts of a property, nothing says where pages have it. */
const FEWEST_TEXTS = 5;

/** The zones of all pages, once the old pages at their URLs are known. */
export function readZones(newPages: readonly NewPage[]): ReadonlyMap<NewPage, Zones> {
  const common = new CommonCounts();
  for (const newPage of newPages) {
    const texts = newPage.members.flatMap((node) => node.texts);
    common.add(languageOf(newPage), countsOf(newPage.page.content), (block) => countBlockIn(texts, block));
  }
  return new Map(
    newPages.map((newPage) => [newPage, zonesOf(newPage, (block) => common.of(languageOf(newPage), block))]),
  );
}

/** @param common how often a block belongs to the site */
function zonesOf({ page }: NewPage, common: (block: string) => number): Zones {
  const seen = new Map<string, number>();
  const own: string[] = [];
  const shared: string[] = [];
  for (const block of page.content) {
    countIn(seen, block);
    ((seen.get(block) ?? 0) <= common(block) ? shared : own).push(block);
  }
  const [content, frame, head] = [own, [...page.frame, ...shared], page.head].map((blocks) =>
    blocks.map(comparableText).join("\n"),
  );
  return {
    ...{ own, content, frame, head },
    wholeContent: wholeText(content),
    wholeFrame: wholeText(frame),
    wholeHead: wholeText(head),
    wholeShared: wholeText(shared.map(comparableText).join("\n")),
    plain: plainText([...page.content, ...page.times].join("\n")),
  };
}

export function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) countIn(counts, name);
  return counts;
}

/** How often the texts of old pages have a block of a new page: as a part, or as most of it, since a theme may add a label. */
function countBlockIn(texts: readonly OldText[], block: string): number {
  const whole = wholeText(block);
  const { length } = new Words(block).runs;
  const counts = texts.map((text) =>
    text.words.runs.length * 2 >= length && whole.includes(text.whole)
      ? 1
      : text.whole.split(whole).length - 1,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * How often more than half of the pages of a language have something that their old pages do not have: as often, it belongs to the
 * site.
 */
export class CommonCounts {
  readonly #pages = new Map<string, number>();
  /** By language and name, a function for each page that has it. */
  readonly #counts = new Map<string, (() => number)[]>();
  readonly #common = new Map<string, number>();

  /** @param counts how often a page has what it has @param inOld how often its old pages have that */
  add(language: string, counts: ReadonlyMap<string, number>, inOld: (name: string) => number): void {
    countIn(this.#pages, language);
    for (const [name, count] of counts)
      entryIn(this.#counts, `${language} ${name}`, () => []).push(() => count - inOld(name));
  }

  of(language: string, name: string): number {
    const id = `${language} ${name}`;
    return entryIn(this.#common, id, () => {
      const pages = this.#pages.get(language) ?? 0;
      const counts = this.#counts.get(id) ?? [];
      if (pages < FEWEST_PAGES || counts.length * 2 <= pages) return 0;
      const mostFirst = counts.map((count) => count()).toSorted((a, b) => b - a);
      return Math.max(0, mostFirst[Math.floor(pages / 2)]);
    });
  }
}

const NO_TEXTS: PropertyCount = { texts: 0, content: 0, frame: 0, head: 0 };

/** Where pages have the texts of properties. */
export class PropertyZones {
  /** By type and alias, and by alias. */
  readonly #counts = new Map<string, PropertyCount>();

  add({ texts }: OldNode, { wholeContent, wholeFrame, wholeHead }: Zones): void {
    for (const { property, alias, whole } of texts) {
      for (const name of [property, alias]) {
        const count = entryIn(this.#counts, name, () => ({ ...NO_TEXTS }));
        count.texts++;
        if (wholeContent.includes(whole)) count.content++;
        if (wholeFrame.includes(whole)) count.frame++;
        if (wholeHead.includes(whole)) count.head++;
      }
    }
  }

  #of(name: string): PropertyCount {
    return this.#counts.get(name) ?? NO_TEXTS;
  }

  /** Whether a text is wanted in the content. Of a property with few texts, all of its alias count. */
  isOfContent({ property, alias }: OldText): boolean {
    const own = this.#of(property);
    const { texts, content, frame, head } = own.texts < FEWEST_TEXTS ? this.#of(alias) : own;
    return texts < FEWEST_TEXTS || isNearlyAll(content, texts) || content >= Math.max(frame, head);
  }

  /** Whether a text that may be outside of the content is there: as others of its property are, or since more of its words are. */
  isOutside({ property, words }: OldText, zones: Zones): boolean {
    const { content, frame, head } = this.#of(property);
    if (content + frame + head > 0) return Math.max(frame, head) >= content;
    const missingIn = (zone: string) => missingWords([words], zone)[0].length;
    return missingIn(`${zones.frame}\n${zones.head}`) < missingIn(zones.content);
  }

  /** Whether the texts of a property are nearly always in the head, too. */
  isInHead({ property }: OldText): boolean {
    const { texts, head } = this.#of(property);
    return texts > 0 && isNearlyAll(head, texts);
  }

  isNeverInContent({ property }: OldText): boolean {
    return this.#of(property).content === 0;
  }
}
