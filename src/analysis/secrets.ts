/** Properties that look like secrets: `audit` lists them, and whatever shows values to people redacts theirs. */
import type { NodeText } from "../json/node-text.ts";
import type { Kind } from "../operations.ts";
import type { DataType, SiteTypes } from "../schema/site-types.ts";
import { ElementTypes } from "../values/element-types.ts";
import { replaceValues } from "../values/json-outline.ts";
import { readValue } from "../values/read-value.ts";
import type { ValueParts } from "../values/value-parts.ts";
import { NO_TYPE, type TypeOwner } from "./audit/audit-section.ts";
import { elementType } from "./audit/use-sections.ts";
import { entryIn } from "./map-entries.ts";
import { rewrittenNode } from "./rewrite-node.ts";

/** Replaces a secret that is a text. */
export const REDACTED = "(redacted)";
const REDACTED_JSON = JSON.stringify(REDACTED);

/** Words that denote a secret alone, and those that do so together with the next word. */
const WORDS =
  /^(?:passwords?|passwd|pwd|passphrase|secrets?|tokens?|credentials?|apikeys?|privatekey|accesskey|connectionstring)$/;
const PAIRS =
  /^(?:(?:api|private|access|secret|auth|license|encryption|account|subscription) keys?|connection string|pass word|pass phrase)$/;

/** Whether an alias or a name, such as `smtpPassword` or `API key`, looks like that of a secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, i) => WORDS.test(word) || (i > 0 && PAIRS.test(`${words[i - 1]} ${word}`)));
}

/** In lower case: `smtpAPIKey_2` is smtp, api, key, 2. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Decides which properties look like secrets: by their alias, or by the name that their type gives them. */
export class SecretProperties {
  readonly #sites: readonly SiteTypes[];
  readonly #known = new Map<string, boolean>();

  /** @param sites the types of the site, or of several sites that are compared */
  constructor(sites: readonly SiteTypes[]) {
    this.#sites = sites;
  }

  has(owner: TypeOwner, alias: string): boolean {
    const { kind, of, type } = owner;
    return entryIn(this.#known, JSON.stringify([kind, of, type, alias]), () => {
      return isSecretName(alias) || this.#namesOf(owner, alias).some(isSecretName);
    });
  }

  #namesOf({ kind, of, type }: TypeOwner, alias: string): string[] {
    return this.#sites.flatMap((types) =>
      types[of === "element" ? "content" : kind]
        .filter((each) => each.alias === type)
        .flatMap(({ tabs }) => tabs.flatMap(({ properties }) => properties))
        .flatMap((property) => (property.alias === alias && property.name ? [property.name] : [])),
    );
  }
}

/** The node that has a property: its kind and the alias of its type. */
type PropertyOwner = { kind: Kind; type: string | undefined };

/** A property; its value is compact JSON. */
type GivenProperty = { alias: string; editorAlias?: string | null; value: string };

/** Replaces secrets by placeholders of the same JSON type: `"(redacted)"`, `0`, `false`, `[]`, `{}`. */
export class SecretRedactor {
  /** How many values were replaced so far. */
  count = 0;
  readonly properties: SecretProperties;
  readonly #elementTypes: ElementTypes;

  /** @param sites the types of the site, or of several sites that are compared */
  constructor(sites: readonly SiteTypes[]) {
    this.properties = new SecretProperties(sites);
    this.#elementTypes = new ElementTypes({
      content: sites.flatMap(({ content }) => content),
      media: sites.flatMap(({ media }) => media),
    });
  }

  /** The value of a property without its secrets, those of elements in it included. */
  value({ kind, type = NO_TYPE }: PropertyOwner, { alias, editorAlias, value }: GivenProperty): string {
    const parts = readValue(value, editorAlias, this.#elementTypes, alias);
    if (this.properties.has({ kind, of: "node", type }, alias)) {
      return parts.shape === "empty" ? value : this.#placeholder(value);
    }
    // A secret may lie where nothing was read.
    if (parts.isTooDeep) return this.#placeholder(value);
    const pointers = this.#secretsIn(kind, parts);
    if (pointers.size === 0) return value;
    const found = new Set<string>();
    const redacted = replaceValues(value, ({ text, node: { start, end }, pointer }) => {
      if (!pointers.has(pointer)) return undefined;
      found.add(pointer);
      return this.#placeholder(text.slice(start, end));
    });
    // An element that was found in no plain JSON, such as one in a parameter of a macro, takes the value with it.
    const isLeft = [...pointers].some((pointer) => !isBelowOne(pointer, found));
    return isLeft ? this.#placeholder(value) : redacted;
  }

  /** The text of a node, without the secrets in its properties. */
  node(kind: Kind, text: NodeText): NodeText {
    return rewrittenNode(text, { property: (property, type) => this.value({ kind, type }, property) });
  }

  /** A data type without the secrets in its configuration: texts, lists and objects whose names look like those of secrets. */
  dataType(type: DataType): DataType {
    const config = JSON.stringify(type.config, (name, value) => {
      const canHold =
        (typeof value === "string" && value !== "") || (typeof value === "object" && value !== null);
      return canHold && isSecretName(name) ? JSON.parse(this.#placeholder(JSON.stringify(value))) : value;
    });
    return { ...type, config: JSON.parse(config) };
  }

  /** Where secrets of elements are in a value. */
  #secretsIn(kind: Kind, { elements }: ValueParts): ReadonlySet<string> {
    const pointers = new Set<string>();
    for (const element of elements) {
      const owner = { kind, of: "element", type: elementType(element) } as const;
      for (const { alias, pointer, shape } of element.properties) {
        if (shape !== "empty" && this.properties.has(owner, alias)) pointers.add(pointer);
      }
    }
    return pointers;
  }

  #placeholder(json: string): string {
    const placeholder = placeholderFor(json);
    if (placeholder !== json) this.count++;
    return placeholder;
  }
}

function isBelowOne(pointer: string, others: ReadonlySet<string>): boolean {
  if (others.has(pointer)) return true;
  for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    if (others.has(pointer.slice(0, end))) return true;
  }
  return false;
}

/** What replaces a value: a placeholder of the same JSON type. */
export function placeholderFor(json: string): string {
  if (json.startsWith("{")) return "{}";
  if (json.startsWith("[")) return "[]";
  if (json === "null") return json;
  if (json === "true" || json === "false") return "false";
  return /^[-0-9]/.test(json) ? "0" : REDACTED_JSON;
}
