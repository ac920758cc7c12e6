/** Finds the words of old texts in a new text: each word of the new one is found once. */
import { spaceFolded } from "../site/values/visible-html.ts";

/** The parts of a word that are compared: letters and digits, whatever punctuation is around and between them. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;

/** By upper case, in which `ß` is `SS`. */
function folded(run: string): string {
  return run.toUpperCase().toLowerCase();
}

/** A word as it is written, and the indexes of its runs. */
type Word = { written: string; first: number; end: number };

/** The words of a text: split at white space, with a letter or a digit. */
export class Words {
  readonly runs: readonly string[];
  readonly words: readonly Word[];

  constructor(text: string) {
    const runs: string[] = [];
    const words: Word[] = [];
    for (const written of spaceFolded(text).split(" ")) {
      const first = runs.length;
      for (const [run] of written.matchAll(RUN)) runs.push(folded(run));
      if (runs.length > first) words.push({ written, first, end: runs.length });
    }
    this.runs = runs;
    this.words = words;
  }
}

/** A phrase of so many runs is more than a coincidence. */
const PHRASE_RUNS = 4;

/**
 * Finds old texts in a new one: first whole texts, the longest first, then phrases, then single words, so that the words that
 * are missing are those of the part that is missing.
 * @returns for each old text the words that are missing, by index
 */
export function missingWords(old: readonly Words[], newText: string): number[][] {
  const { runs } = new Words(newText);
  const places = new Map<string, number[]>();
  runs.forEach((run, at) => {
    const known = places.get(run);
    if (known) known.push(at);
    else places.set(run, [at]);
  });
  const isTaken = new Uint8Array(runs.length);
  const missing: number[][] = old.map(() => []);
  const left: number[] = [];
  const longestFirst = [...old.keys()].sort((a, b) => old[b].runs.length - old[a].runs.length || a - b);
  for (const at of longestFirst) {
    const found = wholeAt(old[at].runs, runs, places, isTaken);
    if (found === undefined) left.push(at);
    else isTaken.fill(1, found, found + old[at].runs.length);
  }
  left.sort((a, b) => a - b);
  const inPhrases = left.map((at) => takePhrases(old[at].runs, runs, places, isTaken));
  const nextOf = new Map<string, number>();
  left.forEach((at, i) => {
    old[at].words.forEach(({ first, end }, word) => {
      const others = old[at].runs.slice(first, end).filter((_, run) => !inPhrases[i].has(first + run));
      if (!takeRuns(others, places, isTaken, nextOf)) missing[at].push(word);
    });
  });
  return missing;
}

/** The first index at which the runs stand together and are not taken; 0 for no runs. */
function wholeAt(
  wanted: readonly string[],
  runs: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  isTaken: Uint8Array,
): number | undefined {
  if (wanted.length === 0) return 0;
  // The rarest run has the fewest places to look at.
  let rarest = 0;
  const countOf = (index: number) => places.get(wanted[index])?.length ?? 0;
  for (let index = 1; index < wanted.length; index++) if (countOf(index) < countOf(rarest)) rarest = index;
  return places
    .get(wanted[rarest])
    ?.map((place) => place - rarest)
    .find((start) => wanted.every((run, i) => runs[start + i] === run && isTaken[start + i] === 0));
}

/** Takes the phrases that both texts have, from left to right. @returns the indexes of their runs in the old text */
function takePhrases(
  old: readonly string[],
  runs: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  isTaken: Uint8Array,
): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < old.length; ) {
    let [longest, from] = [0, 0];
    for (const place of places.get(old[at]) ?? []) {
      let length = 0;
      while (
        at + length < old.length &&
        runs[place + length] === old[at + length] &&
        !isTaken[place + length]
      )
        length++;
      if (length > longest) [longest, from] = [length, place];
    }
    if (longest < PHRASE_RUNS) {
      at++;
      continue;
    }
    isTaken.fill(1, from, from + longest);
    for (let i = 0; i < longest; i++) found.add(at + i);
    at += longest;
  }
  return found;
}

/** Takes all runs of a word, or none. */
function takeRuns(
  wanted: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  isTaken: Uint8Array,
  nextOf: Map<string, number>,
): boolean {
  const taken: number[] = [];
  for (const run of wanted) {
    const all = places.get(run) ?? [];
    let next = nextOf.get(run) ?? 0;
    while (next < all.length && isTaken[all[next]] === 1) next++;
    nextOf.set(run, next);
    if (next === all.length) {
      for (const place of taken) isTaken[place] = 0;
      for (const each of wanted) nextOf.delete(each);
      return false;
    }
    isTaken[all[next]] = 1;
    taken.push(all[next]);
  }
  return true;
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
