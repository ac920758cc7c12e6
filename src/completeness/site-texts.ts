/** Finds which words of old pages the pages of a running site lack, in the zone where each text is wanted. */
import { entryIn } from "../site/map-entries.ts";
import type { PageFinding } from "./page-findings.ts";
import { PropertyZones, type Zones } from "./page-zones.ts";
import { ReservedNames } from "./reserved-names.ts";
import type { NewPage, OldNode, OldText, SitePlacement } from "./site-placement.ts";
import { missingWords } from "./word-match.ts";

/** Of titles that repeat other texts, how many there are, and how many are not in the content besides. */
type TieCount = { ties: number; lost: number };

type MissingTexts = {
  /** The indexes of words. Texts that lack none are left out. */
  missing: ReadonlyMap<OldText, readonly number[]>;
  /** Texts that only the head has. */
  headOnly: ReadonlyMap<OldNode, readonly PageFinding[]>;
};

export class SiteTexts {
  readonly #zones: ReadonlyMap<NewPage, Zones>;
  readonly #properties = new PropertyZones();
  readonly #names: ReservedNames;
  /** By alias. */
  readonly #ties = new Map<string, TieCount>();

  /** Learns from all pages where the texts of properties are. */
  constructor(placement: SitePlacement, zones: ReadonlyMap<NewPage, Zones>) {
    this.#zones = zones;
    for (const [node, newPage] of placement.placed()) this.#properties.add(node, this.#zonesOf(newPage));
    this.#names = new ReservedNames(zones, ({ page }, key) => {
      const nodes = placement.nodesOf(key);
      return (nodes.find((each) => each.page.language === page.language) ?? nodes[0])?.page.name;
    });
    for (const newPage of zones.keys()) this.#countTies(newPage);
  }

  missingOn(newPage: NewPage): MissingTexts {
    const zones = this.#zonesOf(newPage);
    const missing = new Map<OldText, readonly number[]>();
    const headOnly = new Map<OldNode, PageFinding[]>();
    const inContent: { node: OldNode; text: OldText }[] = [];
    for (const node of [...newPage.members, ...newPage.parts]) {
      for (const text of node.texts) {
        if (this.#isOfContent(text, node, newPage)) inContent.push({ node, text });
        else if (!isWholeIn(text, zones)) {
          const everywhere = `${zones.content}\n${zones.frame}\n${zones.head}`;
          missing.set(text, missingWords([text.words], everywhere)[0]);
        }
      }
    }
    const texts = inContent.map(({ text }) => text);
    const wanted = inContent.filter(
      ({ text }) => !this.#isOftenLost(text) || !this.#isTie(text, zones, texts),
    );
    const lost = this.#missingInContent(
      newPage,
      wanted.map(({ text }) => text),
    );
    wanted.forEach(({ node, text }, i) => {
      // Most pages may show the same text of nodes that are no pages.
      if (lost[i].length === 0 || (isWide(node, newPage) && zones.wholeShared.includes(text.whole))) return;
      if (!this.#properties.isInHead(text) || !zones.wholeHead.includes(text.whole))
        missing.set(text, lost[i]);
      // A property that no page shows elsewhere is for search engines.
      else if (!this.#properties.isNeverInContent(text))
        entryIn(headOnly, node, () => []).push(headOnlyFinding(text));
    });
    return { missing, headOnly };
  }

  /** Texts of the whole site, and of nodes that are no pages, may also be in the frame. */
  #isOfContent(text: OldText, node: OldNode, newPage: NewPage): boolean {
    return (
      this.#properties.isOfContent(text) &&
      !(isWide(node, newPage) && this.#properties.isOutside(text, this.#zonesOf(newPage)))
    );
  }

  /** By text, the indexes of the words that the content lacks beside its names. */
  #missingInContent(newPage: NewPage, texts: readonly OldText[]): number[][] {
    const wanted = [...texts.map(({ words }) => words), ...this.#names.on(newPage)];
    return missingWords(wanted, this.#zonesOf(newPage).content).slice(0, texts.length);
  }

  #countTies(newPage: NewPage): void {
    const texts = [...newPage.members, ...newPage.parts]
      .flatMap((node) => node.texts)
      .filter((text) => this.#properties.isOfContent(text));
    const ties = texts.filter((text) => this.#isTie(text, this.#zonesOf(newPage), texts));
    if (ties.length === 0) return;
    const lostOf = (own: readonly OldText[]) =>
      this.#missingInContent(newPage, own).reduce((sum, { length }) => sum + length, 0);
    const all = lostOf(texts);
    for (const tie of ties) {
      const count = entryIn(this.#ties, tie.alias, () => ({ ties: 0, lost: 0 }));
      count.ties++;
      if (all > 0 && lostOf(texts.filter((text) => text !== tie)) < all) count.lost++;
    }
  }

  /** Whether the head has a text whose words other texts of the page have, too: such as a title that repeats a heading. */
  #isTie(text: OldText, { wholeHead }: Zones, texts: readonly OldText[]): boolean {
    if (!this.#properties.isInHead(text) || !wholeHead.includes(text.whole)) return false;
    const others = texts.flatMap((other) => (other === text ? [] : other.words.runs)).join(" ");
    return missingWords([text.words], others)[0].length * 2 < text.words.words.length;
  }

  /** Whether the ties of an alias are for the head: the content of more than a few pages has them only once. */
  #isOftenLost({ alias }: OldText): boolean {
    const { ties, lost } = this.#ties.get(alias) ?? { ties: 0, lost: 0 };
    return lost > Math.max(1, ties / 50);
  }

  #zonesOf(newPage: NewPage): Zones {
    const zones = this.#zones.get(newPage);
    if (zones === undefined) throw new Error(`no zones of ${newPage.address}`);
    return zones;
  }
}

/** Whether a node is the front page, whose texts the whole site may have, or no page. */
function isWide(node: OldNode, { parts }: NewPage): boolean {
  return node.page.parent === null || parts.includes(node);
}

function isWholeIn({ whole }: OldText, { wholeFrame, wholeHead, wholeContent }: Zones): boolean {
  return [wholeFrame, wholeHead, wholeContent].some((zone) => zone.includes(whole));
}

function headOnlyFinding({ words, property }: OldText): PageFinding {
  const text = words.words.map(({ written }) => written).join(" ");
  return { is: "head-only", text: `only in the head: ${text}`, property };
}
