/** The JSON of an answer laid out for people: a line for each value. */
import { visibleLines } from "../text/visible-text.ts";
import { DEEPEST_INDENT } from "./item.ts";

const INDENT = "  ";

/** The answer with a line for each value, and nothing in it that a terminal would obey. */
export function* indentedJson(chunks: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder();
  const layout = new Layout();
  for (const chunk of chunks) yield visibleLines(layout.write(decoder.decode(chunk, { stream: true })));
  yield "\n";
}

/** Lays out compact JSON that comes in parts, cut anywhere. */
class Layout {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Whether the last character opened an object or array: what follows decides whether it stays on its line. */
  #justOpened = false;

  write(text: string): string {
    let laidOut = "";
    for (let i = 0; i < text.length; i++) {
      const character = text[i];
      if (this.#inString) {
        this.#stepInString(character);
        laidOut += character;
      } else {
        laidOut += this.#place(character);
      }
    }
    return laidOut;
  }

  #stepInString(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === "\\") this.#escaped = true;
    else if (character === '"') this.#inString = false;
  }

  #place(character: string): string {
    const opened = this.#justOpened;
    this.#justOpened = false;
    switch (character) {
      case "}":
      case "]":
        this.#depth--;
        return opened ? character : this.#line() + character;
      case "{":
      case "[":
        return this.#open(character, opened);
      case ",":
        return character + this.#line();
      case ":":
        return ": ";
      case '"':
        this.#inString = true;
    }
    return opened ? this.#line() + character : character;
  }

  #open(character: string, isFirst: boolean): string {
    const before = isFirst ? this.#line() : "";
    this.#depth++;
    this.#justOpened = true;
    return before + character;
  }

  #line(): string {
    return `\n${INDENT.repeat(Math.min(this.#depth, DEEPEST_INDENT))}`;
  }
}
