/** Reads `*.config` files, one after another, as trees of elements. */
import type { Findings } from "../findings.ts";
import { LineIndex } from "../xml/line-index.ts";
import type { XmlElement } from "../xml/xml-element.ts";
import { XmlElementParser } from "../xml/xml-element-parser.ts";
import { XmlSyntaxError } from "../xml/xml-parser.ts";
import { XmlTextReader } from "../xml/xml-text-reader.ts";
import { KeyPool } from "./key-pool.ts";
import type { UsyncFile } from "./list-files.ts";

/** What a file holds: its root element, and the text that this was made of. */
export type ConfigFile = { file: UsyncFile; root: XmlElement; source: string };

export class ConfigReader {
  readonly findings: Findings;
  readonly keys = new KeyPool();
  readonly #texts: XmlTextReader;
  readonly #parser = new XmlElementParser();

  constructor(findings: Findings) {
    this.findings = findings;
    this.#texts = new XmlTextReader(findings);
  }

  /** @returns `undefined` where an error was found */
  read(file: UsyncFile): ConfigFile | undefined {
    const source = this.#texts.read(file.path, file.name);
    if (source === undefined) return undefined;
    try {
      return { file, root: this.#parser.parse(source), source };
    } catch (error) {
      if (!(error instanceof XmlSyntaxError)) throw error;
      this.findings.error(
        file.name,
        () => `:${error.line}:${error.column}`,
        `not well-formed XML: ${error.message}`,
      );
      return undefined;
    }
  }

  /** Reports a fault of an element. */
  fault({ file, source }: ConfigFile, element: XmlElement, reason: string): void {
    this.findings.error(file.name, () => `:${new LineIndex(source).lineAt(element.start)}`, reason);
  }
}
