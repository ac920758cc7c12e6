/** One side of a comparison of decoded values: its values are decoded one level at a time, and its nodes are found. */

import { type Configuration, NO_CONFIGURATION } from "../../decode/configuration.ts";
import { type DecodedValue, JsonText } from "../../decode/decoded-value.ts";
import type { DecodingProblem, ValueAt } from "../../decode/decoding.ts";
import { SiteInLanguage } from "../../decode/site-in-language.ts";
import { ValueDecoder } from "../../decode/value-decoder.ts";
import { type NodeRecord, parseNodeText, propertyValue } from "../../json/node-text.ts";
import { parseMembers, parseString } from "../../json/outline.ts";
import { KINDS, type Kind } from "../../operations.ts";
import type { Site } from "../../site/site.ts";
import { ZERO_KEY } from "../../site/tree/key.ts";
import { parseAddress } from "../../site/urls/address.ts";

/** A value that is decoded when it is compared, since the other side may know its editor. */
export class HeldValue extends JsonText {
  readonly at: ValueAt;

  constructor(at: ValueAt) {
    super(at.value.written);
    this.at = at;
  }
}

/** What the other side knows of the property: its editor, and of its data type whether several options can be chosen. */
type OtherEditor = { editorAlias: string | undefined; configuration: Configuration };

/** Decodes a value, and holds what is inside its elements. */
class LevelDecoder extends ValueDecoder {
  override decode(at: ValueAt): HeldValue {
    return new HeldValue(at);
  }

  /** @param other counts if the data does not say the editor, or has no data type */
  open({ at }: HeldValue, other: OtherEditor): DecodedValue {
    const { editorAlias = other.editorAlias } = at;
    const configuration = at.configuration === NO_CONFIGURATION ? other.configuration : at.configuration;
    const value = super.decode({ ...at, editorAlias, configuration });
    return value instanceof HeldValue ? this.open(value, other) : value;
  }
}

/** What a reference leads to. */
export type ReferencedTarget = {
  /** The same on both sides if it is the same node. */
  identity: string;
  /** The URL, if the reference is one. */
  url?: string;
  /** The name to show. */
  name: string;
};

export class DecodedSide {
  readonly decoder: LevelDecoder;
  readonly culture: string | undefined;
  readonly #site: Site;
  readonly #identityOf: (kind: Kind, index: number) => string;
  #problems = new Set<DecodingProblem>();
  #languages = new Set<string>();

  /**
   * @param identityOf names a node of the site, the same for the node that it matches on the other side
   * @param culture a language that values hold within themselves. Default: the language that is read
   */
  constructor(site: Site, identityOf: (kind: Kind, index: number) => string, culture?: string) {
    this.#site = site;
    this.#identityOf = identityOf;
    const language = new SiteInLanguage(
      site,
      {
        mode: "export",
        report: ({ problem }) => this.#problems.add(problem),
        language: (code) => this.#languages.add(code),
      },
      culture,
    );
    this.culture = language.culture;
    this.decoder = new LevelDecoder(language, language.decoder.types);
  }

  /** Holds a property of a node. @param property as the node has it, with its editor and value */
  hold(kind: Kind, { fields }: NodeRecord, alias: string, property: string): DecodedValue {
    const editorAlias = parseString(parseMembers(property).get("editorAlias")) || null;
    const [node = ZERO_KEY, type = ""] = [fields.get("key"), fields.get("type")].map(parseString);
    return this.decoder.property({ node, kind, type, alias, editorAlias, value: propertyValue(property) });
  }

  /** Decodes a value, but not what is inside its elements. */
  open(value: HeldValue, other: OtherEditor): { value: DecodedValue; problems: Set<DecodingProblem> } {
    this.#problems = new Set();
    return { value: this.decoder.open(value, other), problems: this.#problems };
  }

  /** The languages that opened values held within themselves since the last call. */
  takeLanguages(): Set<string> {
    const found = this.#languages;
    this.#languages = new Set();
    return found;
  }

  /** @param id the key of a node, or what a reference to a missing node has instead */
  targetOfId(id: string): ReferencedTarget {
    for (const kind of KINDS) {
      const index = this.#site.trees[kind].findKey(id);
      if (index >= 0) return this.#targetAt(kind, index);
    }
    return { identity: id, name: id };
  }

  /** @param url of a page or a file of the site, or any other */
  targetOfUrl(url: string): ReferencedTarget {
    const address = parseAddress(url.replace(/^~/, ""));
    const isOwn = address?.origin === undefined || this.#site.isOwnHost(new URL(address.origin).host);
    const path = isOwn ? address?.path : undefined;
    const found = path === undefined ? undefined : this.#site.node({ by: "path", path });
    if (found) return { ...this.#targetAt(found.kind, found.index), url };
    // Of files only the name counts, since each version uses other folders.
    const file = path && /^\/media\/(?:.*\/)?([^/?#]+)/i.exec(path)?.[1];
    return { identity: file?.toLowerCase() ?? url, name: url, url };
  }

  #targetAt(kind: Kind, index: number): ReferencedTarget {
    const { name } = parseNodeText(this.#site.trees[kind].text(index, "item"));
    return { identity: this.#identityOf(kind, index), name: String(name) };
  }
}
