/** NDJSON: a node a line, in any order, each naming its parent by `parentId` or `parentKey`. */
import { ByteBuffer } from "../tree/byte-buffer.ts";
import type { Tree } from "../tree/tree.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";
import { ByteWindow, type ReadBytes } from "./byte-window.ts";
import type { Findings } from "./findings.ts";
import { JsonScanner } from "./json-scanner.ts";
import { NodeReader } from "./node-reader.ts";
import { JsonSyntaxError } from "./token-scanner.ts";

/**
 * Reads one NDJSON file. A malformed line is reported, and reading goes on behind it.
 * @param file the file's name, for findings
 * @returns the tree, or `undefined` where errors were found
 */
export function readNdjson(file: string, read: ReadBytes, findings: Findings): Tree | undefined {
  const out = new ByteBuffer();
  const scanner = new JsonScanner(new ByteWindow(read), out);
  const builder = new TreeBuilder();
  const nodes = new NodeReader(
    scanner,
    out,
    builder,
    (_node, pointer, reason) => findings.error(file, () => `:${scanner.line}`, `${pointer} ${reason}`),
    { flat: true },
  );
  /** The line of each row. */
  const lines: number[] = [];
  for (;;) {
    try {
      if (scanner.atEnd()) break;
      lines[builder.size] = scanner.line;
      scanner.lineFeedIsFault = true;
      nodes.readMembers(nodes.open());
      scanner.lineFeedIsFault = false;
      expectLineEnd(scanner);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      findings.error(file, () => `:${error.line}`, `byte ${error.byte}: ${error.message}`);
      scanner.lineFeedIsFault = false;
      scanner.rewind(0);
      if (!scanner.skipLine()) break;
    }
  }
  nodes.properties.noteMissingEditors(file, findings);
  return builder.build((row, reason, other) => {
    const clash = other === undefined ? "" : ` (line ${lines[other]})`;
    findings.error(file, () => `:${lines[row]}`, `${reason}${clash}`);
  });
}

function expectLineEnd(scanner: JsonScanner): void {
  const { line } = scanner;
  if (!scanner.atEnd() && scanner.line === line) scanner.fail("expected the line to end behind its node");
}
