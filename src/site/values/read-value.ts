/** Reads a property's value: its shape, the elements in it at any depth, its references and leftovers. */
import { MOST_LEVELS, pointerBelow } from "../../json/grammar.ts";
import {
  type JsonNode,
  memberOf,
  nestedJson,
  parseOutline,
  parseStrictOutline,
  stringOf,
  wholeString,
} from "../../json/outline.ts";
import { parseKey } from "../tree/key.ts";
import { type Editor, editorFor } from "./editors.ts";
import type { ElementTypes } from "./element-types.ts";
import { type FoundElement, type FoundProperty, hasBlockKeys, layoutOf, leftoversIn } from "./layouts.ts";
import { linkEditor, namesByUdi, pickedInObject, pickedInText } from "./picked-references.ts";
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
  ValueParts,
} from "./value-parts.ts";
import { formOfJson, formOfText } from "./value-shape.ts";

/**
 * Reads a value.
 * @param value JSON text; invalid JSON is read as text, and so is JSON inside strings below 1,000 levels
 * @param editorAlias `undefined` or null if unknown: then only unambiguous references count
 * @param alias the alias of the property, since the CMS reads some as ids whatever their editor. Default: unknown
 */
export function readValue(
  value: string,
  editorAlias: string | null | undefined,
  types: ElementTypes,
  alias?: string,
): ValueParts {
  const editor = editorFor(editorAlias ?? undefined, alias);
  return mayHaveParts(value, editor) ? new ValueReader(types).read(value, editor) : plainValue(value, editor);
}

function mayHaveParts(value: string, editor: Editor | undefined): boolean {
  return editor?.reads === "nodes" || mayHoldParts(value);
}

const NONE: readonly never[] = [];

/** Reads a value that holds no references or elements, and so is no object or array. */
function plainValue(value: string, editor: Editor | undefined): ValueParts {
  const text = () => stringOf(value, wholeString(value)) ?? "";
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
  text: string;
  node: JsonNode;
  pointer: string;
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
};

const MARKUP: Editor = { reads: "markup" };
/** Members that repeat the location of the node that another member refers to. */
const MADE_MEMBERS = ["url", "image", "thumbnail"];
/** Layouts whose aliases are not those of types. */
const TYPELESS: readonly Layout[] = ["grid", "leblender", "archetype", "vorto"];

class ValueReader {
  readonly #types: ElementTypes;
  readonly #elements: Element[] = [];
  readonly #references: Reference[] = [];
  readonly #leftovers: Leftover[] = [];
  #isTooDeep = false;

  constructor(types: ElementTypes) {
    this.#types = types;
  }

  read(value: string, editor: Editor | undefined): ValueParts {
    // The value is valid JSON unless it was truncated.
    const outline = value.startsWith('"') ? undefined : parseOutline(value);
    const node = outline ?? wholeString(value);
    const whole: ReadableValue = { shape: "empty", texts: NONE };
    this.#walk({ text: value, node, pointer: "", editor, depth: 0, element: undefined, whole });
    const parts: ValueParts = {
      shape: whole.shape,
      texts: whole.texts,
      elements: this.#elements,
      references: this.#references,
      leftovers: this.#leftovers,
    };
    return this.#isTooDeep ? { ...parts, isTooDeep: true } : parts;
  }

  /** Records the parts of a value in the order in which editors show them. */
  #walk(at: ReadAt): void {
    const { text, node, editor } = at;
    if (node.kind === "string") {
      this.#walkString(at, stringOf(text, node) ?? "");
      return;
    }
    if (at.whole) Object.assign(at.whole, formOfJson(text, node, editor));
    if (at.depth > MOST_LEVELS) {
      this.#isTooDeep = true;
      return;
    }
    if (node.kind === "array") {
      for (const item of itemsOf(at)) this.#walk(item);
    } else if (node.kind === "object") this.#walkObject(at);
    else if (node.kind === "number" && editor?.reads === "nodes") {
      const found = referenceTo(text.slice(node.start, node.end), editor.kind);
      if (found) this.#refer(at, found, "picker");
    }
  }

  /** @param inner the decoded text of the string */
  #walkString(at: ReadAt, inner: string): void {
    const nested = nestedJson(inner);
    const isTooDeep = nested !== undefined && at.depth >= MOST_LEVELS;
    if (isTooDeep) this.#isTooDeep = true;
    const outline = nested === undefined || isTooDeep ? undefined : parseStrictOutline(nested);
    if (outline) this.#walk({ ...at, ...outline, depth: at.depth + 1 });
    else for (const parameter of this.#readText(at, inner)) this.#walk(parameter);
  }

  #walkObject(at: ReadAt): void {
    const { text, node } = at;
    for (const leftover of leftoversIn(text, node)) this.#leave(at, leftover.kind, leftover.text);
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
        const node = wholeString(value);
        parameters.push({ ...at, text: value, node, editor: undefined, depth: depth + 1, whole: undefined });
      },
    });
    return parameters;
  }

  /**
   * Records the references of an object. Returns its members, except members that repeat the location of a referenced
   * node.
   */
  #membersOf(at: ReadAt): ReadAt[] {
    const { text, node, pointer } = at;
    const editor = at.editor ?? linkEditor(text, node);
    const picked = pickedInObject(text, node, editor);
    for (const { path, found } of picked) {
      this.#refer({ ...at, pointer: pointerBelow(pointer, path) }, found, "picker");
    }
    const hasNode = picked.length > 0 || namesByUdi(text, node);
    const blocks = memberOf(node, "markup") && memberOf(node, "blocks");
    return node.names.flatMap((name, i): ReadAt[] => {
      const item = node.items[i];
      const isMarkup = blocks !== undefined && name === "markup";
      const ofMember = item === blocks ? editor : editorOfMember(name, editor, at.editor !== undefined);
      const inner = isMarkup ? MARKUP : ofMember;
      if ((hasNode && MADE_MEMBERS.includes(name)) || holdsNoParts(text, item, inner)) return [];
      const member = inside(at, item, pointerBelow(pointer, [name]), inner);
      return [isMarkup ? { ...member, hasBlockKeys: hasBlockKeys(text, blocks) } : member];
    });
  }

  /** Records an element. Returns its properties. */
  #addElement(found: FoundElement, at: ReadAt, parent: number | undefined): ReadAt[] {
    const { layout, role, path, area } = found;
    const { alias, key, properties, columnSpan, rowSpan, areas } = found.read();
    const { text, pointer } = at;
    const type = TYPELESS.includes(layout) ? undefined : this.#types.find(alias, key);
    const named = type?.key ?? (key === undefined ? undefined : parseKey(key));
    const typeAlias = type?.alias ?? alias;
    const element = {
      pointer: pointerBelow(pointer, path),
      layout,
      role,
      type: {
        ...(typeAlias === undefined ? {} : { alias: typeAlias }),
        ...(named === undefined ? {} : { key: named }),
      },
      ...{ parent, columnSpan, rowSpan, areas, area },
      ...((found.isHidden || (parent !== undefined && this.#elements[parent].isHidden)) && {
        isHidden: true as const,
      }),
      properties: properties.map(({ alias, editorAlias, culture, segment, path, node }) => ({
        alias,
        editorAlias: editorAlias ?? this.#types.editorOf(type, typeAlias, alias),
        ...(culture === undefined ? {} : { culture }),
        ...(segment === undefined ? {} : { segment }),
        pointer: pointerBelow(pointer, path),
        value: text.slice(node.start, node.end),
        shape: "empty" as const,
        texts: NONE,
      })),
    };
    return propertiesToRead(properties, at, this.#elements.push(element) - 1, element.properties);
  }

  #refer({ pointer, element }: ReadAt, found: FoundReference, from: "text" | "picker"): void {
    const { kind, target, syntax, text } = found;
    this.#references.push({ kind, target, syntax, from, text, pointer, element });
  }

  #leave({ pointer, element }: ReadAt, kind: LeftoverKind, text: string, isInText = false): void {
    this.#leftovers.push({
      ...{ kind, text, pointer },
      ...(element !== undefined && { element }),
      ...(isInText && { isInText }),
    });
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
function inside(at: ReadAt, node: JsonNode, pointer: string, editor: Editor | undefined): ReadAt {
  return { ...at, node, pointer, editor, depth: at.depth + 1, whole: undefined };
}

/** Returns the items of an array that may hold something. */
function itemsOf(at: ReadAt): ReadAt[] {
  const { text, node, pointer, editor } = at;
  return node.items.flatMap((item, i) =>
    holdsNoParts(text, item, editor) ? [] : [inside(at, item, `${pointer}/${i}`, editor)],
  );
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
  return found.flatMap(({ alias, editor: given, control, path, node }, i): ReadAt[] => {
    const whole = recorded.at(i);
    const editor = given ?? editorFor(whole?.editorAlias, alias);
    if (holdsNoParts(at.text, node, editor)) {
      if (whole) Object.assign(whole, formOfJson(at.text, node, editor));
      return [];
    }
    const pointer = whole?.pointer ?? pointerBelow(at.pointer, path);
    return [{ ...inside(at, node, pointer, editor), element, control, whole }];
  });
}

/** Whether a value holds no references or elements, by a quick check of its text. */
function holdsNoParts(text: string, node: JsonNode, editor: Editor | undefined): boolean {
  if (node.kind === "literal") return true;
  if (editor?.reads === "nodes") return false;
  if (node.kind === "number") return true;
  if (node.kind !== "string") return node.items.length === 0;
  // Links may be the URLs of pages.
  if (editor?.reads === "links" && text.startsWith('"/', node.start)) return false;
  const written = text.slice(node.start, node.end);
  return !(mayHoldParts(written) || written.includes("\\"));
}
