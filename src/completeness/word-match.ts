/** Finds the words of old texts in a new text: each word of the new one is found once. */
import { entryIn } from "../site/map-entries.ts";
import { spaceFolded } from "../site/values/visible-html.ts";
import { countWordsIn } from "../site/values/words.ts";

/** The parts of a word that are compared: letters and digits, whatever punctuation is around and between them. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;

/** By upper case, in which `ß` is `SS`. */
function folded(run: string): string {
  return run.toUpperCase().toLowerCase();
}

/** A word as it is written, and the indexes of its runs. */
type Word = { written: string; first: number; end: number };

/** The words of a text, in the order in which they are written. */
export class Words {
  readonly runs: readonly string[];
  readonly words: readonly Word[];

  constructor(text: string) {
    const runs: string[] = [];
    const words: Word[] = [];
    for (const written of spaceFolded(text).split(" ")) {
      if (countWordsIn(written) === 0) continue;
      const first = runs.length;
      for (const [run] of written.matchAll(RUN)) runs.push(folded(run));
      words.push({ written, first, end: runs.length });
    }
    this.runs = runs;
    this.words = words;
  }
}

/** The runs of a text between spaces, in which another whole text is found at the borders of words. */
export function wholeText(text: string): string {
  return ` ${new Words(text).runs.join(" ")} `;
}

/** A phrase of so many runs is more than a coincidence. */
const PHRASE_RUNS = 4;
/** So many places are compared for a phrase, so that the time is linear in texts that repeat themselves, too. */
const MOST_PLACES = 32;

/**
 * Finds old texts in a new one: first whole texts, the longest first, then phrases, then single words, so that the words that
 * are missing are those of the part that is missing. Takes time linear in the length of the texts.
 * @returns for each old text the words that are missing, by index
 */
export function missingWords(old: readonly Words[], newText: string): number[][] {
  const text = new NewText(newText);
  const missing: number[][] = old.map(() => []);
  const left: number[] = [];
  const longestFirst = [...old.keys()].sort((a, b) => old[b].runs.length - old[a].runs.length || a - b);
  for (const at of longestFirst) if (!text.takeWhole(old[at].runs)) left.push(at);
  left.sort((a, b) => a - b);
  const inPhrases = left.map((at) => text.takePhrases(old[at].runs));
  left.forEach((at, i) => {
    old[at].words.forEach(({ first, end }, word) => {
      const others = old[at].runs.slice(first, end).filter((_, run) => !inPhrases[i].has(first + run));
      if (!text.takeRuns(others)) missing[at].push(word);
    });
  });
  return missing;
}

/** Where a run or a phrase is in a text. `next`: the first that may not be taken. */
type Places = { all: number[]; next: number };

/** The runs of a new text, each of which is taken once. */
class NewText {
  readonly #runs: readonly string[];
  readonly #isTaken: Uint8Array;
  readonly #places = new Map<string, Places>();
  readonly #phrases = new Map<string, Places>();

  constructor(text: string) {
    this.#runs = new Words(text).runs;
    this.#isTaken = new Uint8Array(this.#runs.length);
    const add = (places: Map<string, Places>, name: string, at: number) =>
      entryIn(places, name, () => ({ all: [], next: 0 })).all.push(at);
    this.#runs.forEach((run, at) => {
      add(this.#places, run, at);
      if (at + PHRASE_RUNS <= this.#runs.length) add(this.#phrases, phraseAt(this.#runs, at), at);
    });
  }

  /** The first places that are not taken. What is taken whole or as a phrase stays so. */
  #free(places: Places | undefined): readonly number[] {
    if (places === undefined) return [];
    while (places.next < places.all.length && this.#isTaken[places.all[places.next]]) places.next++;
    return places.all.slice(places.next, places.next + MOST_PLACES);
  }

  /** How many of the wanted runs, from one on, are at a position and are not taken. */
  #lengthAt(place: number, wanted: readonly string[], from: number): number {
    let length = 0;
    while (
      from + length < wanted.length &&
      this.#runs[place + length] === wanted[from + length] &&
      !this.#isTaken[place + length]
    )
      length++;
    return length;
  }

  /** Takes the runs if they are together. */
  takeWhole(wanted: readonly string[]): boolean {
    if (wanted.length === 0) return true;
    const isLong = wanted.length >= PHRASE_RUNS;
    const placesOf = (index: number) =>
      isLong ? this.#phrases.get(phraseAt(wanted, index)) : this.#places.get(wanted[index]);
    // The rarest part has the fewest places to look at.
    let rarest = 0;
    let fewest = placesOf(0)?.all.length ?? 0;
    for (let index = 1; index <= wanted.length - (isLong ? PHRASE_RUNS : 1); index++) {
      const count = placesOf(index)?.all.length ?? 0;
      if (count < fewest) [rarest, fewest] = [index, count];
    }
    const start = this.#free(placesOf(rarest))
      .map((place) => place - rarest)
      .find((start) => this.#lengthAt(start, wanted, 0) === wanted.length);
    if (start === undefined) return false;
    this.#isTaken.fill(1, start, start + wanted.length);
    return true;
  }

  /** Takes the phrases that both texts have, from left to right. @returns the indexes of their runs in the old text */
  takePhrases(old: readonly string[]): Set<number> {
    const found = new Set<number>();
    for (let at = 0; at + PHRASE_RUNS <= old.length; ) {
      let [longest, from] = [0, 0];
      for (const place of this.#free(this.#phrases.get(phraseAt(old, at)))) {
        const length = this.#lengthAt(place, old, at);
        if (length > longest) [longest, from] = [length, place];
      }
      if (longest < PHRASE_RUNS) {
        at++;
        continue;
      }
      this.#isTaken.fill(1, from, from + longest);
      for (let i = 0; i < longest; i++) found.add(at + i);
      at += longest;
    }
    return found;
  }

  /** Takes all runs of a word, or none. */
  takeRuns(wanted: readonly string[]): boolean {
    const taken: { places: Places; index: number }[] = [];
    for (const run of wanted) {
      const places = this.#places.get(run);
      const [place] = this.#free(places);
      if (places === undefined || place === undefined) {
        for (const { places, index } of taken.reverse()) {
          this.#isTaken[places.all[index]] = 0;
          places.next = index;
        }
        return false;
      }
      this.#isTaken[place] = 1;
      taken.push({ places, index: places.next });
    }
    return true;
  }
}

function phraseAt(runs: readonly string[], at: number): string {
  return runs.slice(at, at + PHRASE_RUNS).join(" ");
}

/** Words that are missing as phrases: words that follow each other are one phrase. */
export function phrases({ words }: Words, missing: readonly number[]): string[] {
  const found: string[][] = [];
  missing.forEach((word, i) => {
    if (i > 0 && missing[i - 1] === word - 1) found.at(-1)?.push(words[word].written);
    else found.push([words[word].written]);
  });
  return found.map((each) => each.join(" "));
}
