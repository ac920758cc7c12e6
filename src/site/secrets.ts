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
export const REDACTED = "(redacted)";
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
/** The start of a macro, in a text that shows it also with entities. */
const MACRO = /(?:<|&lt;)\?umbraco_macro/gi;
/** An attribute with its quotes, which can be escaped or entities, or without quotes. */
const ATTRIBUTE =
  /([^\s=<>"'/\\?&;]+)(\s*=\s*)(?:(\\{0,3}["']|&(?:quot|apos|#34|#39|#x22|#x27);)([\s\S]+?)\3|([^\s"'<>&\\][^\s"'<>]*?)(?=\s|[/?]*(?:>|&gt;|$)))/gi;

/** Members of a pair: an editor's list of keys and values has such objects. */
const KEY_MEMBERS = ["key", "name", "alias", "parameter", "setting"];
const VALUE_MEMBERS = ["value", "val"];
/** What is a key, and no sentence. */
const KEY = /^[\w .-]{1,40}$/;

/** A member of JSON, or a parameter of a macro, that looks like a secret and has a value. */
export type InnerSecret = { name: string; pointer: string };

/**
 * Replaces secrets inside a value: members of plain JSON, of JSON in strings and of macros in a grid, values of lists of keys and
 * values, and parameters of macros in rich text. Booleans and empty values are no secrets.
 * @param value compact JSON
 * @param onSecret called for each secret; returns the JSON to put in its place. Default: a placeholder of the same type
 * @param before called for each value first; a result replaces it
 * @param instead what parameters of macros have in place of a secret. Default: a placeholder
 */
function replaceInnerSecrets(
  value: string,
  onSecret: (secret: InnerSecret, json: string) => string = (_, json) => placeholderFor(json),
  before: (pointer: string, json: string) => string | undefined = () => undefined,
  instead?: string,
): string {
  /** The names of the values of pairs, by their pointers. */
  const paired = new Map<string, string>();
  return replaceValues(value, ({ text, node, pointer }) => {
    const json = text.slice(node.start, node.end);
    const replaced = before(pointer, json);
    if (replaced !== undefined) return replaced;
    const name = paired.get(pointer) ?? nameOfStep(pointer.slice(pointer.lastIndexOf("/") + 1));
    if (isSecretName(name) && holdsSecret(text, node)) return onSecret({ name, pointer }, json);
    const pair = node.kind === "object" ? secretPair(text, node) : undefined;
    if (pair) paired.set(pointerBelow(pointer, [pair.member]), pair.key);
    if (node.kind !== "string" || !/umbraco_macro/i.test(json)) return undefined;
    if (enteredOutline({ text, node }).text !== text) return undefined;
    const inner = stringOf(text, node) ?? "";
    const made = withoutMacroSecrets(
      inner,
      (own) => onSecret({ name: own, pointer }, JSON.stringify(own)),
      instead,
    );
    return made === inner ? undefined : JSON.stringify(made);
  });
}

/** The key of a pair that looks like a secret, and the member with its value. */
function secretPair(text: string, node: JsonNode): { key: string; member: string } | undefined {
  const named = (names: readonly string[]) => node.names.find((name) => names.includes(name.toLowerCase()));
  const [keyMember, member] = [named(KEY_MEMBERS), named(VALUE_MEMBERS)];
  if (keyMember === undefined || member === undefined) return undefined;
  const key = memberText(text, node, keyMember);
  return key !== undefined && KEY.test(key) && isSecretName(key) ? { key, member } : undefined;
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

/** The pointer of a property of a node, or of an element in it, among decoded properties. */
const WHOLE_PROPERTY = /^(?:\/[^/]*|.*\/properties\/[^/]*)$/s;

/**
 * Returns decoded properties with nothing in place of the secrets inside their values, and the number of these. Properties that
 * are secrets as a whole stay, since the caller leaves them out.
 */
export function emptiedOfSecrets(properties: object): { properties: object; count: number } {
  const json = JSON.stringify(properties);
  if (!mayHoldSecrets(json)) return { properties, count: 0 };
  let count = 0;
  const emptied = replaceInnerSecrets(
    json,
    ({ pointer }, secret) => {
      if (WHOLE_PROPERTY.test(pointer)) return secret;
      count++;
      return secret.startsWith('"') ? '""' : placeholderFor(secret);
    },
    undefined,
    "",
  );
  return count === 0 ? { properties, count } : { properties: JSON.parse(emptied), count };
}

function holdsSecret(text: string, node: JsonNode): boolean {
  if (node.kind === "string") return (stringOf(text, node) ?? "") !== "";
  return node.kind === "number" || node.items.length > 0;
}

/** @param onSecret called with the name of each parameter that looks like a secret */
function withoutMacroSecrets(text: string, onSecret: (name: string) => void, instead = REDACTED): string {
  const tags = new TagReader(text);
  let made = "";
  let at = 0;
  for (const { index } of text.matchAll(MACRO)) {
    const end =
      index < at ? undefined : text[index] === "<" ? tags.read(index)?.end : endOfEntities(text, index);
    if (end === undefined) continue;
    made += text.slice(at, index);
    at = end;
    made += text
      .slice(index, at)
      .replace(
        ATTRIBUTE,
        (whole, name: string, equals: string, quote = "", quoted?: string, bare?: string) => {
          if (!isSecretName(name) || (quoted ?? bare) === REDACTED) return whole;
          onSecret(name);
          return `${name}${equals}${quote}${instead}${quote}`;
        },
      );
  }
  return made + text.slice(at);
}

/** The end of a tag whose brackets are entities. */
function endOfEntities(text: string, start: number): number {
  const close = "&gt;";
  const end = text.indexOf(close, start);
  return end < 0 ? text.length : end + close.length;
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

  /** Whether a text of a property's value, as a reference has it, is in a secret. Is not counted. */
  hides(owner: PropertyOwner, property: GivenProperty, text: string): boolean {
    const { count } = this;
    const shown = this.value(owner, property);
    this.count = count;
    return shown !== property.value && !hasText(shown, text);
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

  /**
   * Returns a data type without the secrets in its configuration, also in JSON that its texts hold: texts, lists and objects whose
   * names look like secrets. Numbers are settings, such as the length of a password.
   */
  dataType(type: DataType): DataType {
    const config = replaceInnerSecrets(JSON.stringify(type.config), (_, json) =>
      /^[-0-9]/.test(json) ? json : this.#placeholder(json),
    );
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

/** Whether JSON has a text, also in JSON inside strings. */
export function hasText(json: string, text: string): boolean {
  return json.includes(text) || json.includes(JSON.stringify(text).slice(1, -1));
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
