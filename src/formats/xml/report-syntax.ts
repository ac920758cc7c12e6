/** Reports why a file is not XML, or none that can be read. */
import { conflictIn } from "../../git-conflict.ts";
import type { Findings } from "../findings.ts";
import { XmlLimitError, XmlSyntaxError } from "./xml-parser.ts";

/**
 * @param error what was thrown while the file was parsed: anything but an XmlSyntaxError is thrown on
 * @param source the file's text
 */
export function reportSyntax(error: unknown, file: string, source: string, findings: Findings): void {
  if (!(error instanceof XmlSyntaxError)) throw error;
  const { line, column, message } = error;
  const conflict = conflictIn(source.split("\n", line)[line - 1] ?? "");
  if (conflict !== undefined) findings.error(file, () => `:${line}`, conflict);
  else {
    const reason = error instanceof XmlLimitError ? message : `not well-formed XML: ${message}`;
    findings.error(file, () => `:${line}:${column}`, reason);
  }
}
