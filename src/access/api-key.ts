/** The API key: how it is sent, and how it is kept out of whatever is said or kept. */

/** The user that the key goes with, as HTTP Basic has it. */
export const API_USER = "api";

/** What stands where the key would. */
const BLOT = "***";
/** From so many characters on, the beginning of a key that was cut off counts as the key. */
const TELLING_LENGTH = 4;
/** Base64 of fewer characters than these is found anywhere. */
const TELLING_BASE64_LENGTH = 6;
/** Ends what is shown of a long text. */
const ELLIPSIS = 0x2026;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
  "+": "plus",
  "/": "sol",
  "=": "equals",
};

export class ApiKey {
  readonly text: string;
  #spellings: SpellingMatcher | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The value of the `Authorization` header. */
  get authorization(): string {
    return `Basic ${Buffer.from(`${API_USER}:${this.text}`).toString("base64")}`;
  }

  /**
   * The text without the key, however it is spelled there: plain, or in the escapes of URLs, JSON, HTML and base64. Takes time
   * linear in the length of the text, whatever the text is: clients choose what is logged.
   */
  hide(text: string): string {
    this.#spellings ??= new SpellingMatcher(this.text);
    return this.#spellings.replace(text, BLOT);
  }
}

/** Where a spelling was found. */
type Match = { start: number; end: number };

/** The reached states of the automaton, in `list`; `starts` has for each the earliest start of a match, or -1. */
type Reached = { list: number[]; starts: number[] };

/**
 * Finds the spellings of a key by simulating a nondeterministic automaton (Thompson's construction), which reads each character
 * once. A backtracking regular expression is quadratic here: each backslash of a long run could begin an escape.
 */
class SpellingMatcher {
  /** The class of each character that some spelling has, from 1; all others are of class 0. */
  readonly #classes = new Uint16Array(2 ** 16);
  #classCount = 0;
  /** For each state the states that follow it, by class. */
  readonly #next: (number[] | undefined)[][] = [];
  /** Makes the edges of a state when it is first reached: few ever are. */
  readonly #expand: ((() => void) | undefined)[] = [];
  /** Whether a spelling ends at a state: always, or only if the text was cut off behind it. */
  readonly #ends: (boolean | "cut")[] = [];
  #active: Reached = { list: [], starts: [] };
  #reached: Reached = { list: [], starts: [] };

  constructor(key: string) {
    const start = this.#state();
    this.#ends[this.#addText(start, key, TELLING_LENGTH)] = true;
    for (const core of [`${API_USER}:${key}`, key].flatMap(base64Cores)) this.#addBase64(start, core);
  }

  /** Replaces each spelling. If spellings overlap, the first one wins; if they begin together, the longest one. */
  replace(text: string, replacement: string): string {
    let replaced = "";
    let from = 0;
    for (let match = this.#find(text, 0); match; match = this.#find(text, from)) {
      replaced += text.slice(from, match.start) + replacement;
      from = match.end;
    }
    return from === 0 ? text : replaced + text.slice(from);
  }

  #find(text: string, from: number): Match | undefined {
    const classes = this.#classes;
    const begin = this.#next[0];
    let best: Match | undefined;
    for (let at = from; at < text.length; at++) {
      const kind = classes[text.charCodeAt(at)];
      const active = this.#active;
      if (active.list.length === 0 && (best || begin[kind] === undefined)) {
        if (best) break;
        continue;
      }
      const reached = this.#reached;
      for (let i = 0; i < active.list.length; i++) {
        const state = active.list[i];
        const start = active.starts[state];
        active.starts[state] = -1;
        if (best && start > best.start) continue;
        const following = this.#next[state][kind];
        if (following) this.#reach(following, start, reached);
      }
      active.list.length = 0;
      if (!best && begin[kind]) this.#reach(begin[kind], at, reached);
      this.#active = reached;
      this.#reached = active;
      best = this.#bestOf(best, at + 1, text.charCodeAt(at + 1) === ELLIPSIS);
    }
    for (const state of this.#active.list) this.#active.starts[state] = -1;
    this.#active.list.length = 0;
    return best;
  }

  #reach(states: readonly number[], start: number, { list, starts }: Reached): void {
    for (let i = 0; i < states.length; i++) {
      const state = states[i];
      if (starts[state] === -1) list.push(state);
      else if (starts[state] <= start) continue;
      starts[state] = start;
      this.#expand[state]?.();
    }
  }

  #bestOf(best: Match | undefined, end: number, isCut: boolean): Match | undefined {
    const { list, starts } = this.#active;
    let better = best;
    for (let i = 0; i < list.length; i++) {
      const ending = this.#ends[list[i]];
      if (ending === false || (ending === "cut" && !isCut)) continue;
      const start = starts[list[i]];
      if (!better || start <= better.start) better = { start, end };
    }
    return better;
  }

  #addBase64(start: number, core: string): void {
    const end = this.#addText(start, core, TELLING_BASE64_LENGTH);
    this.#ends[end] = true;
    this.#connect(end, "=", end);
    const [percent, three] = [this.#state(), this.#state()];
    this.#connect(end, "%", percent);
    this.#connect(percent, "3", three);
    this.#connect(three, "dD", end);
  }

  /**
   * @param telling from so many characters on, the beginning of the text counts where the rest was cut off
   * @returns the state behind the text
   */
  #addText(start: number, text: string, telling: number): number {
    let from = start;
    [...text].forEach((character, i) => {
      const before = from;
      const behind = this.#state();
      const add = () => {
        const first = this.#next.length;
        this.#addCharacter(before, character, behind);
        // An escape may be what was cut.
        if (i >= telling) this.#ends.fill("cut", first);
        this.#expand[before] = undefined;
      };
      if (i + 1 >= telling) this.#ends[behind] = "cut";
      if (from === start) add();
      else this.#expand[from] = add;
      from = behind;
    });
    return from;
  }

  /** One character as itself and as each escape of it; in base64 for URLs, two characters are others. */
  #addCharacter(from: number, character: string, to: number): void {
    const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
    this.#connectAll(
      from,
      units.map((unit) => String.fromCharCode(unit)),
      to,
    );
    this.#addPercent(from, [...Buffer.from(character)], to);
    this.#addBackslash(from, units, to, /["\\/]/.test(character) ? character : "");
    this.#addEntity(from, character.codePointAt(0) ?? 0, to);
    if (ENTITIES[character]) this.#connectAll(from, [...`&${ENTITIES[character]};`], to);
    if (character === " ") this.#connect(from, "+", to);
    if (character === "+") this.#connect(from, "-", to);
    if (character === "/") this.#connect(from, "_", to);
  }

  /** `%41`, or `%2541` where it was escaped again, for each byte. */
  #addPercent(from: number, bytes: readonly number[], to: number): void {
    let state = from;
    bytes.forEach((byte, i) => {
      const [percent, again] = [this.#state(), this.#state()];
      this.#connect(state, "%", percent);
      this.#connect(percent, "2", again);
      this.#connect(again, "5", percent);
      state = i === bytes.length - 1 ? to : this.#state();
      this.#connectAll(percent, anyCase(byte.toString(16).padStart(2, "0")), state);
    });
  }

  /** `\u0041` for each unit, or a backslash before the character; more backslashes where it was escaped again. */
  #addBackslash(from: number, units: readonly number[], to: number, quoted: string): void {
    let state = from;
    units.forEach((unit, i) => {
      const backslash = this.#state();
      this.#connect(state, "\\", backslash);
      this.#connect(backslash, "\\", backslash);
      if (quoted !== "") this.#connect(backslash, quoted, to);
      state = i === units.length - 1 ? to : this.#state();
      this.#connectAll(backslash, ["u", ...anyCase(unit.toString(16).padStart(4, "0"))], state);
    });
  }

  /** `&#65;` and `&#x41;`, with zeros before, with or without the semicolon. */
  #addEntity(from: number, point: number, to: number): void {
    const [ampersand, decimal, hexadecimal, end] = [0, 0, 0, 0].map(() => this.#state());
    this.#connect(from, "&", ampersand);
    this.#connect(ampersand, "#", decimal);
    this.#connect(decimal, "xX", hexadecimal);
    this.#connect(end, ";", to);
    for (const [state, digits] of [
      [decimal, [...String(point)]],
      [hexadecimal, anyCase(point.toString(16))],
    ] as const) {
      this.#connect(state, "0", state);
      this.#connectAll(state, digits, to);
      this.#connectAll(state, digits, end);
    }
  }

  /** Connects two states by a sequence of characters. */
  #connectAll(from: number, sequence: readonly string[], to: number): void {
    let state = from;
    sequence.forEach((characters, i) => {
      const next = i === sequence.length - 1 ? to : this.#state();
      this.#connect(state, characters, next);
      state = next;
    });
  }

  /** Connects two states by any one of some characters. */
  #connect(from: number, characters: string, to: number): void {
    for (let i = 0; i < characters.length; i++) {
      const code = characters.charCodeAt(i);
      this.#classes[code] ||= ++this.#classCount;
      const kind = this.#classes[code];
      this.#next[from][kind] ??= [];
      this.#next[from][kind].push(to);
    }
  }

  #state(): number {
    this.#ends.push(false);
    this.#active.starts.push(-1);
    this.#reached.starts.push(-1);
    return this.#next.push([]) - 1;
  }
}

/**
 * The characters of base64 that a text determines wholly, wherever in the encoded bytes it stands: the bytes before it
 * may be of any number.
 */
function base64Cores(text: string): string[] {
  const cores = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const base64 = bytes.toString("base64").replace(/=+$/, "");
    // With the bytes before and behind it share a character those bits that are not the text's alone.
    const start = Math.ceil((before * 8) / 6);
    const isOwnEnd = before === 0;
    return base64.slice(start, isOwnEnd ? undefined : Math.floor((bytes.length * 8) / 6));
  });
  return cores.filter((core) => core.length >= TELLING_BASE64_LENGTH);
}

/** Each hexadecimal digit in both cases. */
function anyCase(digits: string): string[] {
  return Array.from(digits, (digit) => (/[a-f]/.test(digit) ? digit + digit.toUpperCase() : digit));
}
