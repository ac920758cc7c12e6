/** Losses that are decided, as a file lists them: pages, files and properties that a new site does not need. */
import { readFileSync } from "node:fs";
import { reasonOf, UsageError } from "../errors.ts";
import { parseId } from "../operations.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";
import { parseAddress, sameAddress } from "../site/urls/address.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { wildcard } from "./wildcard.ts";

/** A node or file as far as it is known. */
type LostNode = { id?: number; key?: Key; type?: string; url?: string };

/** A line of the file, and whether it has matched anything. */
type Line<T> = { text: string; number: number; matches: T; isUsed: boolean };

const COMMENT = /(?:^|\s)#.*$/;
/** Aliases, with `*` for any part. */
const PATTERN = /^[\p{L}\p{N}_*-]+$/u;
const PROPERTY = /^([\p{L}\p{N}_*-]+)\.([\p{L}\p{N}_*-]+)$/u;

export class AcceptedLosses {
  readonly #path: string;
  readonly #nodes: Line<(node: LostNode) => boolean>[] = [];
  readonly #properties: Line<(type: string, alias: string) => boolean>[] = [];

  /** @throws UsageError for a line that names nothing */
  constructor(path: string, text: string) {
    this.#path = path;
    text.split(/\r?\n/).forEach((line, i) => {
      const written = line.replace(COMMENT, "").trim();
      if (written !== "") this.#add(written, i + 1);
    });
  }

  #add(text: string, number: number): void {
    const line = { text, number, isUsed: false };
    const property = PROPERTY.exec(text);
    const node = nodeTest(text);
    if (node) this.#nodes.push({ ...line, matches: node });
    else if (property) {
      const [isOfType, isNamed] = [wildcard(property[1]), wildcard(property[2])];
      this.#properties.push({ ...line, matches: (type, alias) => isNamed(alias) && isOfType(type) });
    } else {
      throw new UsageError(
        `${this.#path}:${number}: must be a key, an id, a path such as /media/a.pdf, a type or TYPE.PROPERTY, not "${text}"`,
      );
    }
  }

  /** Whether it is decided that a node or file is lost. */
  hasNode(node: LostNode): boolean {
    return matching(this.#nodes, (matches) => matches(node));
  }

  /** Whether it is decided that a property of a type of nodes or elements is lost. */
  hasProperty(type: string, alias: string): boolean {
    return matching(this.#properties, (matches) => matches(type, alias));
  }

  /** The lines that have matched nothing so far, with file and number. @param of Default: all lines */
  unused(of?: "nodes"): string[] {
    const lines = [...this.#nodes, ...(of === "nodes" ? [] : this.#properties)];
    return lines
      .filter(({ isUsed }) => !isUsed)
      .toSorted((a, b) => a.number - b.number)
      .map(({ text, number }) => `${this.#path}:${number}: ${text}`);
  }
}

/** Every line that matches is marked. */
function matching<T>(lines: readonly Line<T>[], test: (matches: T) => boolean): boolean {
  let isMatched = false;
  for (const line of lines) {
    if (!test(line.matches)) continue;
    line.isUsed = true;
    isMatched = true;
  }
  return isMatched;
}

/** @returns `undefined` if the text names no nodes */
function nodeTest(text: string): ((node: LostNode) => boolean) | undefined {
  const key = parseUdi(text)?.key ?? parseKey(text);
  if (key !== undefined) return (node) => node.key === key;
  const id = parseId(text);
  if (id !== undefined) return (node) => node.id === id;
  const path = pathOf(text);
  if (path !== undefined) return (node) => node.url !== undefined && pathOf(node.url) === path;
  if (!PATTERN.test(text)) return undefined;
  const isOfType = wildcard(text);
  return (node) => node.type !== undefined && isOfType(node.type);
}

/** The path of a URL, whatever its host, case and final slash are. */
function pathOf(url: string): string | undefined {
  const address = parseAddress(url);
  return address && sameAddress({ path: address.path, query: "" });
}

/** @throws UsageError if the file cannot be read, or a line names nothing */
export function readAcceptedLosses(path: string): AcceptedLosses {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`--accept cannot be read from ${path}: ${reasonOf(error)}`);
  }
  return new AcceptedLosses(path, withoutMark(text));
}
