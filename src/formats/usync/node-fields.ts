/** Reads the fields that files of nodes of every uSync version have, and reports what is wrong with them. */
import { parseId } from "../../operations.ts";
import type { Key } from "../../tree/key.ts";
import type { XmlElement } from "../xml/xml-element.ts";
import type { ConfigFile, ConfigReader } from "./config-files.ts";

const INTEGER = /^\s*-?[0-9]{1,15}\s*$/;
/** How much of a text an error message shows. */
const SHOWN_LENGTH = 40;

export class NodeFields {
  readonly #reader: ConfigReader;
  readonly #config: ConfigFile;
  /** Whether something was reported. */
  faulty = false;

  constructor(config: ConfigFile, reader: ConfigReader) {
    this.#config = config;
    this.#reader = reader;
  }

  /** @param name what the key is called in the file */
  key(text: string | undefined, name: string, element: XmlElement): Key {
    const key = text === undefined ? undefined : this.#reader.keys.find(text);
    if (key !== undefined) return key;
    const reason = text === undefined ? "is missing" : `must be a GUID, not ${shown(text)}`;
    this.fault(element, `${name} ${reason}`);
    return "";
  }

  /** An integer, or `undefined` where there is none. */
  integer(text: string | undefined, name: string, element: XmlElement): number | undefined {
    if (text === undefined || text.trim() === "") return undefined;
    if (!INTEGER.test(text)) this.fault(element, `${name} must be an integer, not ${shown(text)}`);
    return Number(text);
  }

  id(text: string | undefined, element: XmlElement): number | undefined {
    if (text === undefined) return undefined;
    const id = parseId(text.trim());
    if (id === undefined) this.fault(element, `id must be a 32-bit integer, not ${shown(text)}`);
    return id;
  }

  fault(element: XmlElement, reason: string): void {
    this.faulty = true;
    this.#reader.fault(this.#config, element, reason);
  }
}

/** Text in quotes, cut where it is long. */
function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text);
}
