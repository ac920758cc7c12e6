/** Names of the files of a section: made of names in lower case, and unique on every disk. */
import type { Key } from "../site/tree/key.ts";

/** Names that Windows reserves for devices, and files of web servers. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|web|app)$/;
const LONGEST = 60;

export class FileNames {
  readonly #taken = new Set<string>();

  /** @returns a path in the section's folder, without the folder */
  of(name: string, key: Key): string {
    const words = name
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, LONGEST)
      .replace(/^-|-$/g, "");
    const short = key.slice(0, 8);
    const wanted = words === "" ? short : RESERVED.test(words) ? `${words}-${short}` : words;
    const free = [wanted, `${wanted}_${short}`, `${wanted}_${key}`].find((each) => !this.#taken.has(each));
    const chosen = free ?? key;
    this.#taken.add(chosen);
    return `${chosen}.config`;
  }
}
