/** A `*.config` file as a tree of elements. */
import { parseId } from "../../operations.ts";
import type { Findings, WarningTopic } from "../../site/findings.ts";
import { type Key, parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { shortened } from "../../text/visible-text.ts";
import { recordKey } from "../site-model.ts";
import { parseXml, type XmlElement } from "../xml/xml-parser.ts";
import { LineIndex, readXml } from "../xml/xml-text-reader.ts";
import type { UsyncFile } from "./find-files.ts";

const INTEGER = /^\s*-?[0-9]{1,15}\s*$/;
/** How much of a text an error message shows. */
const SHOWN_LENGTH = 40;

/** @returns `undefined` if an error was found */
export function readConfig(file: UsyncFile, findings: Findings): ConfigFile | undefined {
  const parse = (source: string) => new ConfigFile(file, parseXml(source), source, findings);
  return readXml(file.path, file.name, findings, parse);
}

/** What a file holds. What it reads of fields is checked, and a fault is reported with its line. */
export class ConfigFile {
  readonly file: UsyncFile;
  readonly root: XmlElement;
  /** The text that the elements were made of. */
  readonly source: string;
  /** Whether a fault was reported. */
  faulty = false;
  readonly #findings: Findings;

  constructor(file: UsyncFile, root: XmlElement, source: string, findings: Findings) {
    this.file = file;
    this.root = root;
    this.source = source;
    this.#findings = findings;
  }

  /** @param name what the key is called in the file */
  key(text: string | undefined, name: string, element: XmlElement): Key {
    const key = text === undefined ? undefined : parseKey(text.trim());
    if (key !== undefined) return detached(key);
    const reason = text === undefined ? "is missing" : `must be a GUID, not ${quotedText(text)}`;
    this.#fault(element, `${name} ${reason}`);
    return "";
  }

  /**
   * A node's key; if it is the zero GUID, the key derived from its id.
   * @param name what the key is called in the file
   */
  ownKey(
    text: string | undefined,
    name: string,
    id: number | undefined,
  ): { key: Key; hasDerivedKey: boolean } {
    const key = this.key(text, name, this.root);
    if (id !== undefined) return recordKey(key, id);
    if (key === ZERO_KEY)
      this.#fault(
        this.root,
        `${name} is the zero GUID, which is not a key, and there is no id to make one of`,
      );
    return { key, hasDerivedKey: false };
  }

  /** An integer, or `undefined` if there is none. */
  integer(text: string | undefined, name: string, element: XmlElement): number | undefined {
    if (text === undefined || text.trim() === "") return undefined;
    if (!INTEGER.test(text)) this.#fault(element, `${name} must be an integer, not ${quotedText(text)}`);
    return Number(text);
  }

  /** A node's id, or `undefined` if there is none. */
  id(text: string | undefined, element: XmlElement): number | undefined {
    if (text === undefined) return undefined;
    const id = parseId(text.trim());
    if (id === undefined) this.#fault(element, `id must be a 32-bit integer, not ${quotedText(text)}`);
    return id;
  }

  /** Adds a warning about the file. */
  warn(text: string, topic: WarningTopic): void {
    this.#findings.warn(this.file.name, text, topic);
  }

  #fault(element: XmlElement, reason: string): void {
    this.faulty = true;
    const location = () => `:${new LineIndex(this.source).lineAt(element.start)}`;
    this.#findings.error(this.file.name, location, reason);
  }
}

/** A copy: a string that is cut out of a file's text keeps the whole text in memory. */
export function detached<T>(fields: T): T {
  return structuredClone(fields);
}

/** Whether a text is what .NET writes for a boolean that is true. */
export function isTrue(text: string | undefined): boolean {
  return text?.trim().toLowerCase() === "true";
}

/** Text in quotes, cut if it is long. */
function quotedText(text: string): string {
  return JSON.stringify(shortened(text, SHOWN_LENGTH));
}
