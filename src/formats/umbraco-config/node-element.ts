/** Reads the XML element that Umbraco up to 7 writes for a node: in an `umbraco.config`, and in the table `cmsContentXml`. */

import type { WarningTopic } from "../../site/findings.ts";
import { parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { type SegmentOptions, urlSegment, urlSource } from "../../site/urls/url-segment.ts";
import { holdsConflict } from "../../text/file-text.ts";
import type { EditorAliases } from "../editor-aliases.ts";
import { type PropertyPrefix, PropertyWriter, propertyKind } from "../node-writer.ts";
import { recordKey, type SiteRecord } from "../site-model.ts";
import type { XmlElement } from "../xml/xml-parser.ts";

/** White space of an indented empty element. */
const LINE_BREAK = /^[ \t\r]*\n[ \t\r\n]*$/;
const INTEGER = /^-?[0-9]{1,15}$/;

/** A node, and how many of its properties have no editor. */
export type ElementRecord = SiteRecord & { id: number; withoutEditor: number };

/** Whether an element is that of a node. Its name is the type; up to 4.5, and where the site chose so later, it is `node`. */
export function isNodeElement(element: XmlElement): boolean {
  return element.attributes.isDoc !== undefined || isOldNode(element);
}

function isOldNode({ name, attributes }: XmlElement): boolean {
  return name === "node" && attributes.isDoc === undefined && attributes.nodeTypeAlias !== undefined;
}

/** The alias of a property that has a value in a node's element; in the old form, it is an attribute of `data`. */
function aliasOf(node: XmlElement, value: XmlElement): string {
  return isOldNode(node) && value.name === "data" ? (value.attributes.alias ?? "") : value.name;
}

/** The element with the value of a property. */
export function valueNamed(node: XmlElement, alias: string): XmlElement | undefined {
  return node.children.find((value) => aliasOf(node, value) === alias);
}

type ElementOptions = {
  /** Editors of properties; the first that has one wins. */
  editors: readonly EditorAliases[];
  /** How segments of URLs are made, if they are. */
  segments: SegmentOptions | undefined;
  error(element: XmlElement, reason: string): void;
  warn(element: XmlElement, text: () => string, topic: WarningTopic): void;
};

export class NodeElementReader {
  readonly #options: ElementOptions;
  readonly #kinds = new Map<string, PropertyPrefix>();
  readonly #values = new PropertyWriter("text");

  constructor(options: ElementOptions) {
    this.#options = options;
  }

  /**
   * @param element without the elements of nodes below
   * @param source the text that the element was parsed from
   * @returns `undefined` if an attribute is invalid, which is an error
   */
  read(
    element: XmlElement,
    source: string,
    { id, parent }: { id: number; parent: number | undefined },
  ): ElementRecord | undefined {
    const { attributes, children } = element;
    const { segments, error } = this.#options;
    const fault = (name: string, what: string) =>
      error(element, `${name} must be ${what}, not ${JSON.stringify(attributes[name])}`);
    const key = attributes.key ? parseKey(attributes.key.trim()) : ZERO_KEY;
    if (key === undefined) {
      fault("key", "a GUID");
      return undefined;
    }
    const isOrdered = INTEGER.test(attributes.sortOrder ?? "");
    if (attributes.sortOrder && !isOrdered) fault("sortOrder", "an integer");
    const name = attributes.nodeName ?? "";
    const type = attributes.nodeTypeAlias || element.name;
    const urlName = attributes.urlName || undefined;
    const values = children.map((value) => this.#property(element, type, value, source));
    return {
      id,
      ...recordKey(key, id),
      parent,
      name,
      type,
      sortOrder: isOrdered ? Number(attributes.sortOrder) : undefined,
      createDate: attributes.createDate || undefined,
      updateDate: attributes.updateDate || undefined,
      urlName,
      template: templateOf(attributes.template),
      segment: segments && (urlName ?? urlSegment(urlSource(name, undefined), segments)),
      withoutEditor: values.filter(({ property }) => property.editorAlias === null).length,
      properties: this.#values.write(values),
    };
  }

  #property(node: XmlElement, type: string, value: XmlElement, source: string) {
    const alias = aliasOf(node, value);
    const content = value.content(source);
    // The old form is indented, also where a value is empty.
    const text = isOldNode(node) && !value.hasCdata && LINE_BREAK.test(content) ? "" : content;
    if (holdsConflict(text)) {
      const what = `property ${alias} of node ${node.attributes.id}`;
      this.#options.warn(node, () => `${what} holds an unresolved Git conflict`, "conflicts");
    }
    return { property: this.#kindOf(type, alias), text };
  }

  #kindOf(type: string, alias: string): PropertyPrefix {
    const name = `${type}.${alias}`;
    const known = this.#kinds.get(name);
    if (known) return known;
    let editorAlias: string | undefined;
    for (const editors of this.#options.editors) editorAlias ??= editors.find(type, alias);
    const kind = propertyKind(alias, editorAlias ?? null);
    this.#kinds.set(name, kind);
    return kind;
  }
}

/** The id of a template; 0 means none. */
function templateOf(text = ""): string | number | undefined {
  if (!INTEGER.test(text)) return text || undefined;
  return Number(text) || undefined;
}
