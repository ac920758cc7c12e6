/** Finds properties that look like secrets. `audit` lists them; output for people redacts them. */

import { nameOfStep, pointerBelow } from "../json/grammar.ts";
import { decodedText, type NodeText, nodeJson, textOfObject } from "../json/node-text.ts";
import {
  enteredOutline,
  type JsonNode,
  memberOf,
  memberText,
  parseOutline,
  type Replacement,
  replaced,
  replaceValues,
  stringOf,
} from "../json/outline.ts";
import type { Kind } from "../operations.ts";
import { entryIn } from "./map-entries.ts";
import { typeNamer } from "./schema/find-type.ts";
import type { DataType, SiteTypes } from "./schema/site-types.ts";
import { elementType, NO_TYPE, type TypeOwner } from "./schema/type-owner.ts";
import { ElementTypes } from "./values/element-types.ts";
import { readValue } from "./values/read-value.ts";
import { TagReader } from "./values/tag-reader.ts";
import type { ValueParts } from "./values/value-parts.ts";

/** The placeholder of a secret text. */
const REDACTED = "(redacted)";
const REDACTED_JSON = JSON.stringify(REDACTED);

/** Words that denote a secret alone, and pairs of words that do. */
const WORDS =
  /^(?:passwords?|passwd|pwd|passphrase|secrets?|tokens?|credentials?|apikeys?|privatekey|accesskey|connectionstrings?)$/;
const PAIRS =
  /^(?:(?:api|private|access|secret|auth|license|encryption|account|subscription) keys?|connection strings?|pass word|pass phrase)$/;

/** Whether an alias or a name, such as `smtpPassword` or `API key`, looks like a secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOfName(name);
  return words.some((word, i) => WORDS.test(word) || (i > 0 && PAIRS.test(`${words[i - 1]} ${word}`)));
}

/** Splits a name into lower-case words: `smtpAPIKey_2` gives smtp, api, key, 2. */
function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** A quick check: matches each text with a secret name, and few others. */
const HINT =
  /pass|pwd|secret|token|credential|connection|(?:api|private|access|auth|license|encryption|account|subscription)[\W_]*key/i;
const MACRO = /<\?umbraco_macro/gi;
/** An attribute with its quotes, which can be escaped. */
const ATTRIBUTE = /([^\s=<>"'/\\?]+)(\s*=\s*)(\\{0,3}["'])([\s\S]+?)\3/g;

/** A member of JSON, or a parameter of a macro, that looks like a secret and has a value. */
export type InnerSecret = { name: string; pointer: string };

/**
 * Replaces secrets inside a value: members of plain JSON, of JSON in strings and of macros in a grid, and parameters of
 * macros in rich text. Booleans and empty values are no secrets.
 * @param value compact JSON
 * @param onSecret called for each secret; returns the JSON to put in its place. Default: a placeholder of the same type
 * @param before called for each value first; a result replaces it
 */
function replaceInnerSecrets(
  value: string,
  onSecret: (secret: InnerSecret, json: string) => string = (_, json) => placeholderFor(json),
  before: (pointer: string, json: string) => string | undefined = () => undefined,
): string {
  return replaceValues(value, ({ text, node, pointer }) => {
    const json = text.slice(node.start, node.end);
    const replaced = before(pointer, json);
    if (replaced !== undefined) return replaced;
    const name = nameOfStep(pointer.slice(pointer.lastIndexOf("/") + 1));
    if (isSecretName(name) && holdsSecret(text, node)) return onSecret({ name, pointer }, json);
    if (node.kind !== "string" || !/umbraco_macro/i.test(json)) return undefined;
    if (enteredOutline({ text, node }).text !== text) return undefined;
    const inner = stringOf(text, node) ?? "";
    const made = withoutMacroSecrets(inner, (own) => onSecret({ name: own, pointer }, JSON.stringify(own)));
    return made === inner ? undefined : JSON.stringify(made);
  });
}

/** Lists the secrets inside a value. @param value compact JSON */
export function innerSecrets(value: string): InnerSecret[] {
  const found: InnerSecret[] = [];
  if (mayHoldSecrets(value)) {
    replaceInnerSecrets(value, (secret, json) => {
      found.push(secret);
      return json;
    });
  }
  return found;
}

/** Whether a value may hold a secret inside, by a quick check of its text. */
function mayHoldSecrets(value: string): boolean {
  return HINT.test(value);
}

/** Returns the value of a property, without the secrets inside. @param value compact JSON */
export function withoutInnerSecrets(value: string): string {
  return mayHoldSecrets(value) ? replaceInnerSecrets(value) : value;
}

function holdsSecret(text: string, node: JsonNode): boolean {
  if (node.kind === "string") return (stringOf(text, node) ?? "") !== "";
  return node.kind === "number" || node.items.length > 0;
}

/** @param onSecret called with the name of each parameter that looks like a secret */
function withoutMacroSecrets(text: string, onSecret: (name: string) => void): string {
  const tags = new TagReader(text);
  let made = "";
  let at = 0;
  for (const { index } of text.matchAll(MACRO)) {
    const tag = index < at ? undefined : tags.read(index);
    if (!tag) continue;
    made += text.slice(at, index);
    at = tag.end;
    made += text
      .slice(index, at)
      .replace(ATTRIBUTE, (whole, name: string, equals: string, quote: string, own: string) => {
        if (!isSecretName(name) || own === REDACTED) return whole;
        onSecret(name);
        return `${name}${equals}${quote}${REDACTED}${quote}`;
      });
  }
  return made + text.slice(at);
}

/** Whether a property looks like a secret: by its alias, or by its name in its type. */
export type IsSecret = (owner: TypeOwner, alias: string) => boolean;

/** @param sites the types of the site, or of both sites of a comparison */
export function secretProperties(sites: readonly SiteTypes[]): IsSecret {
  const namers = sites.map(typeNamer);
  const known = new Map<string, boolean>();
  return (owner, alias) => {
    const { kind, of, type } = owner;
    return entryIn(known, JSON.stringify([kind, of, type, alias]), () => {
      const names = namers.map((namesOf) => namesOf(owner).properties.get(alias) ?? "");
      return [alias, ...names].some(isSecretName);
    });
  };
}

/** The node with a property: its kind and the alias of its type. */
type PropertyOwner = { kind: Kind; type: string | undefined };

/** A property; the value is compact JSON. */
type GivenProperty = { alias: string; editorAlias?: string | null; value: string };

/** Replaces secrets by placeholders of the same JSON type: `"(redacted)"`, `0`, `false`, `[]`, `{}`. */
export class SecretRedactor {
  /** The number of values replaced so far. */
  count = 0;
  readonly isSecret: IsSecret;
  readonly #elementTypes: ElementTypes;

  /** @param sites the types of the site, or of both sites of a comparison */
  constructor(sites: readonly SiteTypes[]) {
    this.isSecret = secretProperties(sites);
    this.#elementTypes = new ElementTypes({ content: sites.flatMap(({ content }) => content) });
  }

  /** Returns the value of a property without secrets, including secrets of elements, JSON and macros in it. */
  value({ kind, type = NO_TYPE }: PropertyOwner, { alias, editorAlias, value }: GivenProperty): string {
    const parts = readValue(value, editorAlias, this.#elementTypes, alias);
    if (this.isSecret({ kind, of: "node", type }, alias)) {
      return parts.shape === "empty" ? value : this.#placeholder(value);
    }
    // Parts that are too deep to read may hold a secret.
    if (parts.isTooDeep) return this.#placeholder(value);
    const pointers = this.#secretsIn(kind, parts);
    if (pointers.size === 0 && !mayHoldSecrets(value)) return value;
    const found = new Set<string>();
    const redacted = replaceInnerSecrets(
      value,
      (_, json) => this.#placeholder(json),
      (pointer, json) => {
        if (!pointers.has(pointer)) return undefined;
        found.add(pointer);
        return this.#placeholder(json);
      },
    );
    // If an element lies outside plain JSON, for example in a parameter of a macro, the whole value is redacted.
    const isLeft = [...pointers].some((pointer) => !isBelowOne(pointer, found));
    return isLeft ? this.#placeholder(value) : redacted;
  }

  /** Returns the text of a node without the secrets in its properties; all else stays, byte for byte. */
  node(kind: Kind, text: NodeText): NodeText {
    const json = nodeJson(decodedText(text));
    const root = parseOutline(json);
    if (!root) return text;
    const type = memberText(json, root, "type");
    const properties = memberOf(root, "properties");
    const parts = (properties?.items ?? []).flatMap((each, at): Replacement[] => {
      const own = memberOf(each, "value");
      if (!own) return [];
      const { start, end } = own;
      const value = json.slice(start, end);
      const editorAlias = stringOf(json, memberOf(each, "editorAlias"));
      const shown = this.value({ kind, type }, { alias: properties?.names[at] ?? "", editorAlias, value });
      return shown === value ? [] : [{ start, end, text: shown }];
    });
    return parts.length === 0 ? text : (textOfObject(Buffer.from(replaced(json, parts))) as NodeText);
  }

  /** Returns the line of a node with decoded values without the secrets in its properties and in elements. */
  decodedLine(kind: Kind, line: string): string {
    const pointers = this.#decodedSecrets(JSON.parse(line), { kind, of: "node", type: NO_TYPE });
    if (pointers.size === 0 && !mayHoldSecrets(line)) return line;
    return replaceInnerSecrets(
      line,
      (_, json) => this.#placeholder(json),
      (pointer, json) => (pointers.has(pointer) ? this.#placeholder(json) : undefined),
    );
  }

  /** Returns the pointers of properties that look like secrets in a decoded value, also inside elements. */
  #decodedSecrets(value: unknown, owner: TypeOwner, pointer = "", found = new Set<string>()): Set<string> {
    if (typeof value !== "object" || value === null) return found;
    const members: Readonly<Record<string, unknown>> = { ...value };
    const areProperties = pointer.endsWith("/properties");
    const type = areProperties ? undefined : (members.contentType ?? members.mediaType);
    const of = pointer === "" ? "node" : "element";
    const own: TypeOwner = typeof type === "string" ? { kind: owner.kind, of, type } : owner;
    for (const [name, member] of Object.entries(members)) {
      const at = pointerBelow(pointer, [name]);
      if (areProperties && this.isSecret(own, name)) found.add(at);
      else this.#decodedSecrets(member, own, at, found);
    }
    return found;
  }

  /** Returns a data type without the secrets in its configuration: texts, lists and objects whose names look like secrets. */
  dataType(type: DataType): DataType {
    const config = JSON.stringify(type.config, (name, value) => {
      const canHold =
        (typeof value === "string" && value !== "") || (typeof value === "object" && value !== null);
      return canHold && isSecretName(name) ? JSON.parse(this.#placeholder(JSON.stringify(value))) : value;
    });
    return { ...type, config: JSON.parse(config) };
  }

  /** Returns the pointers of secrets in elements. */
  #secretsIn(kind: Kind, { elements }: ValueParts): ReadonlySet<string> {
    const pointers = new Set<string>();
    for (const element of elements) {
      const owner = { kind, of: "element", type: elementType(element) } as const;
      for (const { alias, pointer, shape } of element.properties) {
        if (shape !== "empty" && this.isSecret(owner, alias)) pointers.add(pointer);
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

/** Returns a placeholder of the same JSON type. */
export function placeholderFor(json: string): string {
  if (json.startsWith("{")) return "{}";
  if (json.startsWith("[")) return "[]";
  if (json === "null") return json;
  if (json === "true" || json === "false") return "false";
  return /^[-0-9]/.test(json) ? "0" : REDACTED_JSON;
}
