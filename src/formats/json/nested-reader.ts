/** Reads JSON in which nodes hold their children, and can name each node by its JSON pointer. */
import { ByteBuffer } from "../../json/byte-buffer.ts";
import { ByteWindow, type ReadBytes } from "../../json/byte-window.ts";
import { BYTE } from "../../json/grammar.ts";
import { JsonScanner, JsonSyntaxError } from "../../json/json-scanner.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import type { Tree } from "../../tree/tree.ts";
import { TreeBuilder } from "../../tree/tree-builder.ts";
import type { Findings } from "../findings.ts";
import { NodeReader, type OpenNode } from "./node-reader.ts";

/** The longest JSON pointer that an error message shows whole. */
const POINTER_LENGTH = 120;

/** Ends the reading of a text of which only the first fault counts. */
class FirstFault extends Error {}

export class NestedReader {
  readonly nodes: NodeReader;
  readonly builder = new TreeBuilder();
  /** Whether the text is an array of roots, rather than one node. */
  isArray = false;
  readonly #file: string;
  readonly #findings: Findings;
  readonly #scanner: JsonScanner;
  #endsAtFault = false;
  /** For each row, its parent's row, its index among its siblings, and its line. */
  readonly #parents: number[] = [];
  readonly #indexes: number[] = [];
  readonly #lines: number[] = [];

  /**
   * @param file the file's name, for findings
   * @param size how many bytes there are, where that is known
   */
  constructor(file: string, read: ReadBytes, findings: Findings, size?: number) {
    this.#file = file;
    this.#findings = findings;
    const out = new ByteBuffer(size);
    this.#scanner = new JsonScanner(new ByteWindow(read, size), out);
    this.nodes = new NodeReader(
      this.#scanner,
      out,
      this.builder,
      (node, pointer, reason) => {
        this.#error(
          this.#scanner.line,
          () => this.#pointer(node.row) + pointer,
          () => reason,
        );
      },
      { flat: false },
    );
  }

  /**
   * Reads the whole text: an array of roots, or one node. Reading ends at the first fault in its grammar; other faults
   * are all reported.
   * @returns false where it ended early
   */
  read(): boolean {
    try {
      this.#readRoots();
      return true;
    } catch (error) {
      if (error instanceof FirstFault) return true;
      if (!(error instanceof JsonSyntaxError)) throw error;
      this.#findings.error(this.#file, () => `:${error.line}`, `byte ${error.byte}: ${error.message}`);
      return false;
    }
  }

  /**
   * The same, but reading ends at the first fault of any kind: it is known before much is kept of what has many.
   * @returns false where that is one of the grammar
   */
  readToFault(): boolean {
    this.#endsAtFault = true;
    const complete = this.read();
    this.#endsAtFault = false;
    return complete;
  }

  /** Makes the tree of what was read. */
  build(): Tree | undefined {
    return this.builder.build((row, reason, other) => {
      const clash = () => (other === undefined ? "" : ` (first at ${endOf(this.#pointer(other))})`);
      this.#error(
        this.#lines[row],
        () => this.#pointer(row),
        () => reason + clash(),
      );
    });
  }

  #readRoots(): void {
    const scanner = this.#scanner;
    this.isArray = scanner.accept(BYTE.openBracket);
    if (!this.isArray) {
      if (scanner.peek() !== BYTE.openBrace) scanner.fail("expected an array of root nodes, or one node");
      this.#readSubtree(this.#open(NO_PARENT, 0));
    } else if (!scanner.accept(BYTE.closeBracket)) {
      let index = 0;
      do {
        if (this.#isNode(NO_PARENT, index)) this.#readSubtree(this.#open(NO_PARENT, index));
        index++;
      } while (scanner.accept(BYTE.comma));
      scanner.expect(BYTE.closeBracket, '"," or "]"');
    }
    if (!scanner.atEnd()) scanner.fail("expected the end of the text");
  }

  /** Reads what is left of a node, and all below it. */
  #readSubtree(root: OpenNode): void {
    const scanner = this.#scanner;
    const open = [root];
    for (let node = open.at(-1); node; node = open.at(-1)) {
      if (this.nodes.readMembers(node) === "children") {
        this.#openChild(node, 0, open);
        continue;
      }
      open.pop();
      const parent = open.at(-1);
      if (!parent) return;
      if (scanner.accept(BYTE.comma)) this.#openChild(parent, this.#indexes[node.row] + 1, open);
      else scanner.expect(BYTE.closeBracket, '"," or "]"');
    }
  }

  /** Opens the next child that is a node. Where none is left, the list of children ends. */
  #openChild(parent: OpenNode, first: number, open: OpenNode[]): void {
    for (let index = first; ; index++) {
      if (this.#isNode(parent.row, index)) {
        open.push(this.#open(parent.row, index));
        return;
      }
      if (this.#scanner.accept(BYTE.comma)) continue;
      this.#scanner.expect(BYTE.closeBracket, '"," or "]"');
      return;
    }
  }

  /** Whether the next value is an object; any other is reported and skipped. */
  #isNode(parent: number, index: number): boolean {
    const scanner = this.#scanner;
    if (scanner.peek() === BYTE.openBrace) return true;
    const { line } = scanner;
    const start = scanner.mark();
    scanner.copyValue();
    const pointer = () => (parent === NO_PARENT ? `/${index}` : `${this.#pointer(parent)}/children/${index}`);
    this.#error(line, pointer, () => `must be a node, not ${scanner.shownText(start)}`);
    scanner.rewind(start);
    return false;
  }

  #open(parent: number, index: number): OpenNode {
    const { line } = this.#scanner;
    const node = this.nodes.open(parent);
    this.#parents[node.row] = parent;
    this.#indexes[node.row] = index;
    this.#lines[node.row] = line;
    return node;
  }

  #error(line: number, pointer: () => string, reason: () => string): void {
    this.#findings.error(
      this.#file,
      () => `:${line}`,
      () => `${endOf(pointer())} ${reason()}`.trimStart(),
    );
    if (this.#endsAtFault) throw new FirstFault();
  }

  /** The JSON pointer (RFC 6901) of a row's node. */
  #pointer(row: number): string {
    const steps: string[] = [];
    for (let at = row; at !== NO_PARENT; at = this.#parents[at]) {
      if (this.#parents[at] !== NO_PARENT) steps.push(`/children/${this.#indexes[at]}`);
      else if (this.isArray) steps.push(`/${this.#indexes[at]}`);
    }
    return steps.reverse().join("");
  }
}

/** The pointer; of a long one its end, which leads there in an editor that folds. */
function endOf(pointer: string): string {
  return pointer.length <= POINTER_LENGTH ? pointer : `…${pointer.slice(1 - POINTER_LENGTH)}`;
}
