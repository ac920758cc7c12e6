/** NDJSON: a node a line, in any order, each naming its parent by `parentId` or `parentKey`. */
import { ByteBuffer } from "../../json/byte-buffer.ts";
import { ByteWindow, type ReadBytes } from "../../json/byte-window.ts";
import { JsonScanner, JsonSyntaxError } from "../../json/json-scanner.ts";
import type { ReportFault } from "../../tree/preorder.ts";
import type { Tree } from "../../tree/tree.ts";
import { type BuilderRows, TreeBuilder } from "../../tree/tree-builder.ts";
import { type Findings, noteMadeKeys } from "../findings.ts";
import { NodeReader, noteMissingEditors, type PropertyCounts } from "./node-reader.ts";

/** How many nodes tell how many there will be, and how many more than that there may be. */
const MEASURED_ROWS = 1000;
const SLACK = 1.1;

/** What is read at once of a part whose length is known, since it is long: fewer blocks take less time to allocate. */
const LARGE_WINDOW_BYTES = 1024 * 1024;

/** A part of a file, read: whole lines. */
export type NdjsonPart = { rows: BuilderRows; properties: PropertyCounts; madeKeys: number };

/**
 * Reads one NDJSON file.
 * @param file the file's name, for findings
 * @returns the tree, or `undefined` where errors were found
 */
export function readNdjson(file: string, read: ReadBytes, findings: Findings): Tree | undefined {
  const { rowLines, ...part } = readNdjsonPart(file, read, findings);
  return joinNdjson([part], file, findings, (row, reason, other) => {
    const clash = other === undefined ? "" : ` (line ${rowLines[other]})`;
    findings.error(file, () => `:${rowLines[row]}`, `${reason}${clash}`);
  });
}

/**
 * Reads whole lines. A malformed one is reported, and reading goes on behind it.
 * @param bytes how long the part is, where it is a long one: then memory is allocated in fewer and larger pieces
 * @returns the part, and the line of each row
 */
export function readNdjsonPart(
  file: string,
  read: ReadBytes,
  findings: Findings,
  bytes = 0,
): NdjsonPart & { rowLines: number[] } {
  const out = new ByteBuffer();
  const window = new ByteWindow(read, bytes > 0 ? LARGE_WINDOW_BYTES : undefined);
  const scanner = new JsonScanner(window, out);
  const builder = new TreeBuilder();
  const nodes = new NodeReader(
    scanner,
    out,
    builder,
    (_node, pointer, reason) =>
      findings.error(file, () => `:${scanner.line}`, `${pointer} ${reason}`.trimStart()),
    { flat: true },
  );
  const rowLines: number[] = [];
  for (;;) {
    try {
      if (scanner.atEnd()) break;
      if (builder.size === MEASURED_ROWS) {
        builder.reserve((SLACK * MEASURED_ROWS * bytes) / window.offset(window.position));
      }
      rowLines[builder.size] = scanner.line;
      scanner.lineFeedIsFault = true;
      nodes.readMembers(nodes.open());
      scanner.lineFeedIsFault = false;
      expectLineEnd(scanner);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      findings.error(file, () => `:${error.line}`, `byte ${error.byte}: ${error.message}`);
      if (!skipLine(scanner)) break;
    }
  }
  const { properties, madeKeys } = nodes;
  return { rows: builder.rows, properties: properties.counts, madeKeys, rowLines };
}

/** @returns false where the file ends with the line that is malformed */
function skipLine(scanner: JsonScanner): boolean {
  scanner.lineFeedIsFault = false;
  scanner.rewind(0);
  return scanner.skipLine();
}

/**
 * Makes one tree of all parts of a file, in their order.
 * @param report told of what keeps the nodes from being a tree
 * @returns the tree, or `undefined` where something was reported
 */
export function joinNdjson(
  parts: readonly NdjsonPart[],
  file: string,
  findings: Findings,
  report: ReportFault,
): Tree | undefined {
  const properties = { all: 0, withoutEditor: 0 };
  for (const { all, withoutEditor } of parts.map((part) => part.properties)) {
    properties.all += all;
    properties.withoutEditor += withoutEditor;
  }
  noteMissingEditors(properties, file, findings);
  noteMadeKeys(
    parts.reduce((sum, part) => sum + part.madeKeys, 0),
    file,
    findings,
  );
  return TreeBuilder.joined(parts.map(({ rows }) => rows)).build(report);
}

function expectLineEnd(scanner: JsonScanner): void {
  const { line } = scanner;
  if (!scanner.atEnd() && scanner.line === line) scanner.fail("expected the line to end behind its node");
}
