/** Reads a property's value: its shape, the elements in it at any depth, its references and leftovers. */
import { MOST_LEVELS } from "../../json/grammar.ts";
import { nestedJson, parseStrictOutline } from "../../json/outline.ts";
import type { IsOwnHost } from "../own-hosts.ts";
import { parseKey } from "../tree/key.ts";
import { hasBlockKeys } from "./blocks.ts";
import { type Editor, editorFor } from "./editors.ts";
import type { ElementTypes } from "./element-types.ts";
import { type FoundElement, type FoundProperty, layoutOf, leftoversIn } from "./layouts.ts";
import { linkEditor, namesByUdi, pickedInObject, pickedInText } from "./picked-references.ts";
import { StoredValue } from "./stored-value.ts";
import {
  type FoundReference,
  findInText,
  isReferenceAlone,
  mayHoldParts,
  referenceTo,
} from "./text-references.ts";
import type {
  Element,
  Layout,
  Leftover,
  LeftoverKind,
  ReadableValue,
  Reference,
  ValueContent,
  ValueParts,
} from "./value-parts.ts";
import { formOf, formOfText } from "./value-shape.ts";

/**
 * Reads a value.
 * @param value JSON text; invalid JSON is read as text, and so is JSON inside strings below 1,000 levels
 * @param editorAlias `undefined` or null if unknown: then only unambiguous references count
 * @param alias the alias of the property, since the CMS reads some as ids whatever their editor. Default: unknown
 * @param isOwnHost whether a host is the site's own: absolute URLs of pages on other hosts are no references. Default: none is
 */
export function readValue(
  value: string,
  editorAlias: string | null | undefined,
  types: ElementTypes,
  alias?: string,
  isOwnHost: IsOwnHost = () => false,
): ValueParts {
  const editor = editorFor(editorAlias ?? undefined, alias);
  return mayHaveParts(value, editor)
    ? new ValueReader(types, isOwnHost).read(value, editor)
    : plainValue(value, editor);
}

function mayHaveParts(value: string, editor: Editor | undefined): boolean {
  return editor?.reads === "nodes" || mayHoldParts(value);
}

const NONE: readonly never[] = [];

/** Reads a value that holds no references or elements, and so is no object or array. */
function plainValue(value: string, editor: Editor | undefined): ValueParts {
  const text = () => StoredValue.plain(value, "").string ?? "";
  const isFlag = value === "true" || value === "false";
  const form: ReadableValue =
    value === "null" || isFlag
      ? { shape: isFlag ? "boolean" : "empty", texts: NONE }
      : formOfText(text(), editor);
  // Spreading objects takes a fifth of the time of reading all values of a site.
  const { shape, texts } = form;
  return { shape, texts, elements: NONE, references: NONE, leftovers: NONE };
}

/** A value to read, within the property's value or within a string in it. */
type ReadAt = {
  value: StoredValue;
  editor: Editor | undefined;
  /** The number of levels around it, including strings that hold JSON. */
  depth: number;
  /** The index of the element around it. */
  element: number | undefined;
  /** The alias of the grid control around it. */
  control?: string;
  /** Whether it is rich text whose blocks have GUIDs. */
  hasBlockKeys?: boolean;
  /** Receives the form if this is a whole value. */
  whole?: ReadableValue;
  /** The values around it, the whole property first, which receive what lies in them. */
  around: readonly Holder[];
};

type Holder = { content?: ValueContent };

function contentOf(holder: Holder): ValueContent {
  holder.content ??= { elements: [], references: [], leftovers: [] };
  return holder.content;
}

const MARKUP: Editor = { reads: "markup" };
/** Members that repeat the location of the node that another member refers to. */
const MADE_MEMBERS = ["url", "image", "thumbnail"];
/** Layouts whose aliases are not those of types. */
const TYPELESS: readonly Layout[] = ["grid", "leblender", "archetype", "vorto"];

class ValueReader {
  readonly #types: ElementTypes;
  readonly #isOwnHost: IsOwnHost;
  readonly #elements: Element[] = [];
  readonly #references: Reference[] = [];
  readonly #leftovers: Leftover[] = [];
  #isTooDeep = false;

  constructor(types: ElementTypes, isOwnHost: IsOwnHost) {
    this.#types = types;
    this.#isOwnHost = isOwnHost;
  }

  read(value: string, editor: Editor | undefined): ValueParts {
    const whole: ReadableValue & Holder = { shape: "empty", texts: NONE };
    this.#walk({
      value: StoredValue.of(value),
      editor,
      depth: 0,
      element: undefined,
      whole,
      around: [whole],
    });
    const parts: ValueParts = {
      shape: whole.shape,
      texts: whole.texts,
      ...(whole.content && { content: whole.content }),
      elements: this.#elements,
      references: this.#references,
      leftovers: this.#leftovers,
    };
    return this.#isTooDeep ? { ...parts, isTooDeep: true } : parts;
  }

  /** Records the parts of a value in the order in which editors show them. */
  #walk(at: ReadAt): void {
    const { value, editor } = at;
    if (value.string !== undefined) {
      this.#walkString(at, value.string);
      return;
    }
    if (at.whole) Object.assign(at.whole, formOf(value, editor));
    if (at.depth > MOST_LEVELS) this.#isTooDeep = true;
    else if (value.node.kind === "array") for (const item of itemsOf(at)) this.#walk(item);
    else if (value.node.kind === "object") this.#walkObject(at);
    else if (value.node.kind === "number" && editor?.reads === "nodes") {
      const found = referenceTo(value.written, editor.kind);
      if (found) this.#refer(at, found, "picker");
    }
  }

  /** @param inner the decoded text of the string */
  #walkString(at: ReadAt, inner: string): void {
    const nested = nestedJson(inner);
    const isTooDeep = nested !== undefined && at.depth >= MOST_LEVELS;
    if (isTooDeep) this.#isTooDeep = true;
    const outline = nested === undefined || isTooDeep ? undefined : parseStrictOutline(nested);
    if (outline) {
      const value = new StoredValue(outline.text, outline.node, at.value.pointer);
      this.#walk({ ...at, value, depth: at.depth + 1 });
    } else for (const parameter of this.#readText(at, inner)) this.#walk(parameter);
  }

  #walkObject(at: ReadAt): void {
    const { value } = at;
    for (const leftover of leftoversIn(value)) this.#leave(at, leftover.kind, leftover.text);
    const layout = layoutOf(at);
    const siblings: number[] = [];
    for (const found of layout?.elements ?? []) {
      const parent = found.holder === undefined ? at.element : siblings[found.holder];
      siblings.push(this.#elements.length);
      for (const property of this.#addElement(found, at, parent)) this.#walk(property);
    }
    for (const other of layout ? propertiesToRead(layout.rest, at, at.element) : this.#membersOf(at))
      this.#walk(other);
  }

  /** @returns the parameters of macros in the text */
  #readText(at: ReadAt, text: string): ReadAt[] {
    const { editor, depth, whole } = at;
    if (whole) Object.assign(whole, formOfText(text, editor));
    const picked = pickedInText(text.trim(), editor);
    for (const found of picked ?? []) this.#refer(at, found, "picker");
    if (picked || !mayHoldParts(text)) return [];
    const from = isReferenceAlone(text.trim()) ? "picker" : "text";
    const keepsFile = editor === undefined ? from === "picker" : editor.reads === "file";
    const parameters: ReadAt[] = [];
    findInText(text, editor?.reads === "markup", {
      reference: (found) => {
        this.#refer(at, keepsFile ? ownFile(found) : found, from);
      },
      leftover: (kind, value) => {
        if (kind !== "data-content-udi" || at.hasBlockKeys) this.#leave(at, kind, value, true);
      },
      parameter: (value) => {
        if (!mayHoldParts(value)) return;
        if (depth === MOST_LEVELS) {
          this.#isTooDeep = true;
          return;
        }
        const inner = StoredValue.plain(value, at.value.pointer);
        parameters.push({ ...at, value: inner, editor: undefined, depth: depth + 1, whole: undefined });
      },
    });
    return parameters;
  }

  /**
   * Records the references of an object. Returns its members, except members that repeat the location of a referenced
   * node.
   */
  #membersOf(at: ReadAt): ReadAt[] {
    const { value } = at;
    const editor = at.editor ?? linkEditor(value);
    const picked = pickedInObject(value, editor);
    for (const { path, found } of picked) this.#refer({ ...at, value: value.below(path) }, found, "picker");
    const hasNode = picked.length > 0 || namesByUdi(value);
    const blocks = value.has("markup") ? value.at("blocks") : undefined;
    return value.members().flatMap(({ alias: name, value: member }): ReadAt[] => {
      const isMarkup = blocks !== undefined && name === "markup";
      const isBlocks = blocks !== undefined && name === "blocks";
      const ofMember = isBlocks ? editor : editorOfMember(name, editor, at.editor !== undefined);
      const inner = isMarkup ? MARKUP : ofMember;
      if ((hasNode && MADE_MEMBERS.includes(name)) || holdsNoParts(member, inner)) return [];
      const read = inside(at, member, inner);
      return [isMarkup ? { ...read, hasBlockKeys: hasBlockKeys(blocks) } : read];
    });
  }

  /** Records an element. Returns its properties. */
  #addElement(found: FoundElement, at: ReadAt, parent: number | undefined): ReadAt[] {
    const { layout, role, value, area } = found;
    const { alias, key, properties, ...spans } = found.read();
    const type = TYPELESS.includes(layout) ? undefined : this.#types.find(alias, key);
    const named = type?.key ?? (key === undefined ? undefined : parseKey(key));
    const typeAlias = type?.alias ?? alias;
    const element = {
      pointer: value.pointer,
      layout,
      role,
      type: {
        ...(typeAlias === undefined ? {} : { alias: typeAlias }),
        ...(named === undefined ? {} : { key: named }),
      },
      ...{ parent, ...spans, area },
      ...((found.isHidden || (parent !== undefined && this.#elements[parent].isHidden)) && {
        isHidden: true as const,
      }),
      properties: properties.map(({ alias, editorAlias, culture, segment, value }) => ({
        alias,
        editorAlias: editorAlias ?? this.#types.editorOf(type, typeAlias, alias),
        ...(culture === undefined ? {} : { culture }),
        ...(segment === undefined ? {} : { segment }),
        pointer: value.pointer,
        value: value.written,
        shape: "empty" as const,
        texts: NONE,
      })),
    };
    const index = this.#elements.push(element) - 1;
    if (area === undefined || parent === undefined)
      contentOf(at.around[at.around.length - 1]).elements.push(index);
    return propertiesToRead(properties, at, index, element.properties);
  }

  #refer({ value, element, around }: ReadAt, found: FoundReference, from: Reference["from"]): void {
    const { kind, target, syntax, text } = found;
    const isForeign = target.by === "path" && target.host !== undefined && !this.#isOwnHost(target.host);
    if (isForeign && kind === "content") return;
    const reference = { kind, target, syntax, from, text, pointer: value.pointer, element };
    this.#references.push(reference);
    contentOf(around[around.length - 1]).references.push(reference);
  }

  #leave({ value, element, around }: ReadAt, kind: LeftoverKind, text: string, isInText = false): void {
    const leftover = {
      ...{ kind, text, pointer: value.pointer },
      ...(element !== undefined && { element }),
      ...(isInText && { isInText }),
    };
    this.#leftovers.push(leftover);
    for (const holder of around) contentOf(holder).leftovers.push(leftover);
  }
}

/** Members of a link with its target. */
const TARGET_MEMBERS = ["url", "link", "typeData"];
const TITLE_MEMBERS = ["name", "title", "caption"];

/**
 * Members of links and files are read by the same editor.
 * @param isKnown whether the data names the editor, or the members of the object show it
 */
function editorOfMember(name: string, editor: Editor | undefined, isKnown: boolean): Editor | undefined {
  if (editor?.reads === "file") return editor;
  if (editor?.reads !== "links") return undefined;
  const isRead = isKnown ? !TITLE_MEMBERS.includes(name) : TARGET_MEMBERS.includes(name);
  return isRead ? editor : undefined;
}

/** Marks the reference to a file as that of a property that stores the file itself. */
function ownFile(found: FoundReference): FoundReference {
  const { target } = found;
  return found.syntax === "media-path" && target.by === "path"
    ? { ...found, target: { ...target, isOwnFile: true }, syntax: "upload" }
    : found;
}

/** Returns a value within another. */
function inside(at: ReadAt, value: StoredValue, editor: Editor | undefined): ReadAt {
  return { ...at, value, editor, depth: at.depth + 1, whole: undefined };
}

/** Returns the items of an array that may hold something. */
function itemsOf(at: ReadAt): ReadAt[] {
  const { value, editor } = at;
  return value.items().flatMap((item) => (holdsNoParts(item, editor) ? [] : [inside(at, item, editor)]));
}

/**
 * Returns the properties of an object that may hold something.
 * @param element the index of their element
 * @param recorded the recorded properties of the element, which receive their shapes. Default: none
 */
function propertiesToRead(
  found: readonly FoundProperty[],
  at: ReadAt,
  element: number | undefined,
  recorded: readonly Element["properties"][number][] = NONE,
): ReadAt[] {
  return found.flatMap(({ alias, editor: given, control, value }, i): ReadAt[] => {
    const whole = recorded.at(i);
    const editor = given ?? editorFor(whole?.editorAlias, alias);
    if (!holdsNoParts(value, editor)) {
      const around = whole ? [...at.around, whole] : at.around;
      return [{ ...inside(at, value, editor), element, control, whole, around }];
    }
    if (whole) Object.assign(whole, formOf(value, editor));
    return [];
  });
}

/** Whether a value holds no references or elements, by a quick check of its text. */
function holdsNoParts({ json, node, written }: StoredValue, editor: Editor | undefined): boolean {
  if (node.kind === "literal") return true;
  if (editor?.reads === "nodes") return false;
  if (node.kind === "number") return true;
  if (node.kind !== "string") return node.items.length === 0;
  // Links may be the URLs of pages.
  if (editor?.reads === "links" && /^"(?:\/|https?:)/i.test(json.slice(node.start, node.start + 8)))
    return false;
  return !(mayHoldParts(written) || written.includes("\\"));
}
