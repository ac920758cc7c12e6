/** Reads the text of an XML file, which must be UTF-8. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { isUtf16, reasonUnreadable, UTF16_ADVICE } from "../data-file.ts";
import type { Findings } from "../findings.ts";

/** What stands in for bytes that are not UTF-8. It can also stand for itself. */
const REPLACEMENT = "\uFFFD";
const BYTE_ORDER_MARK = 0xfeff;

/**
 * @param path where the file lies
 * @param file its name, for findings
 * @returns the text without a byte-order mark, or `undefined` where an error was found
 */
export function readXmlText(path: string, file: string, findings: Findings): string | undefined {
  let text: string;
  try {
    // Decoding in one call is far cheaper than reading bytes first; that it was UTF-8 is looked into where in doubt.
    text = readFileSync(path, "utf8");
  } catch (error) {
    findings.error(file, () => "", `cannot be read: ${reasonUnreadable(error)}`);
    return undefined;
  }
  const doubt = text.indexOf(REPLACEMENT);
  if ((doubt >= 0 || text.charCodeAt(0) === 0 || text.charCodeAt(1) === 0) && !isSound(path)) {
    const line = text.slice(0, Math.max(doubt, 0)).split("\n").length;
    if (isUtf16(readFileSync(path))) findings.error(file, () => "", `is UTF-16: ${UTF16_ADVICE}`);
    else findings.error(file, () => `:${line}`, "the bytes here are not UTF-8");
    return undefined;
  }
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

function isSound(path: string): boolean {
  const bytes = readFileSync(path);
  return isUtf8(bytes) && !isUtf16(bytes);
}
