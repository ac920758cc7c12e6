/** Accepted losses, as a file lists them: pages, files and properties that a new site does not need. */
import { UsageError } from "../errors.ts";
import { parseId } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";
import { parseAddress, sameAddress } from "../site/urls/address.ts";
import { wildcard } from "./wildcard.ts";

/** A node or file as far as it is known. */
export type LostNode = { id?: number; key?: Key; type?: string; url?: string };

/** A line of the file, and whether it has matched anything. */
type Line = { text: string; number: number; isUsed: boolean };

const COMMENT = /(?:^|\s)#.*$/;
/** Aliases, with `*` for any part. */
const PATTERN = /^[\p{L}\p{N}_*-]+$/u;
const PROPERTY = /^([\p{L}\p{N}_*-]+)\.([\p{L}\p{N}_*-]+)$/u;

export class AcceptedLosses {
  readonly #path: string;
  /** Lines that name one node or file, by its key, id or path. */
  readonly #nodes = new Map<Key | number, Line[]>();
  readonly #paths = new Map<string, Line[]>();
  readonly #types: { line: Line; matches: (type: string) => boolean }[] = [];
  readonly #properties: { line: Line; matches: (type: string, alias: string) => boolean }[] = [];

  /** @param path the file, for messages. @throws UsageError for a line that names nothing */
  constructor(path: string, text: string) {
    this.#path = path;
    text.split(/\r?\n/).forEach((line, i) => {
      const written = line.replace(COMMENT, "").trim();
      if (written !== "") this.#add({ text: written, number: i + 1, isUsed: false });
    });
  }

  #add(line: Line): void {
    const { text, number } = line;
    const node = parseUdi(text)?.key ?? parseKey(text) ?? parseId(text);
    const path = comparedPath(text);
    const property = PROPERTY.exec(text);
    if (node !== undefined) entryIn(this.#nodes, node, () => []).push(line);
    else if (path !== undefined) entryIn(this.#paths, path, () => []).push(line);
    else if (PATTERN.test(text)) this.#types.push({ line, matches: wildcard(text) });
    else if (property) {
      const [isOfType, isNamed] = [wildcard(property[1]), wildcard(property[2])];
      this.#properties.push({ line, matches: (type, alias) => isNamed(alias) && isOfType(type) });
    } else {
      throw new UsageError(
        `${this.#path}:${number}: must be a key, an id, a path such as /media/a.pdf, a type or TYPE.PROPERTY, not "${text}"`,
      );
    }
  }

  /** Whether the loss of a node or file is accepted. */
  hasNode({ id, key, type, url }: LostNode): boolean {
    const path = url === undefined || this.#paths.size === 0 ? undefined : comparedPath(url);
    return markUsed([
      ...((key !== undefined && this.#nodes.get(key)) || []),
      ...((id !== undefined && this.#nodes.get(id)) || []),
      ...((path !== undefined && this.#paths.get(path)) || []),
      ...this.#types.flatMap(({ line, matches }) => (type !== undefined && matches(type) ? [line] : [])),
    ]);
  }

  /** Whether the loss of a property of a type of nodes or elements is accepted. */
  hasProperty(type: string, alias: string): boolean {
    return markUsed(this.#properties.flatMap(({ line, matches }) => (matches(type, alias) ? [line] : [])));
  }

  /** The lines that have matched nothing so far, with file and number. @param of Default: all lines */
  unused(of?: "nodes"): string[] {
    const named = [...this.#nodes.values(), ...this.#paths.values()].flat();
    const patterns = [...this.#types, ...(of === "nodes" ? [] : this.#properties)].map(({ line }) => line);
    return [...named, ...patterns]
      .filter(({ isUsed }) => !isUsed)
      .toSorted((a, b) => a.number - b.number)
      .map(({ text, number }) => `${this.#path}:${number}: ${text}`);
  }
}

/** @returns whether there are any */
function markUsed(lines: readonly Line[]): boolean {
  for (const line of lines) line.isUsed = true;
  return lines.length > 0;
}

/** The path of a URL, whatever its host, case and final slash are. */
function comparedPath(url: string): string | undefined {
  const address = parseAddress(url);
  return address && sameAddress({ path: address.path, query: "" });
}
