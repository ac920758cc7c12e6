/** Reads a property's value into what it consists of: the elements that it holds, to any depth, and what it refers to. */

import { pointerBelow } from "../json/grammar.ts";
import { parseKey } from "../tree/key.ts";
import { type Editor, editorFor } from "./editors.ts";
import type { ElementType, ElementTypes } from "./element-types.ts";
import {
  type JsonNode,
  type JsonOutline,
  MOST_STRINGS,
  memberOf,
  nestedIn,
  nodeIn,
  outlineSteps,
  strictSteps,
  stringOf,
  wholeString,
} from "./json-outline.ts";
import {
  type ElementContent,
  type FoundElement,
  type FoundProperty,
  hasBlockKeys,
  layoutOf,
  leftoversIn,
} from "./layouts.ts";
import { namesByUdi, pickedInObject, pickedInText, referenceTo } from "./picked-references.ts";
import { type FoundReference, findInText, mayHold } from "./text-references.ts";
import type {
  Element,
  ElementProperty,
  Layout,
  Leftover,
  LeftoverKind,
  Reference,
  Shape,
  ValueParts,
} from "./value-parts.ts";
import { shapeOfJson, shapeOfText } from "./value-shape.ts";

const NONE: readonly never[] = [];

/**
 * @param value JSON text; what is cut or broken is read as the text that it is
 * @param editorAlias `undefined` or null where it is not known: then only what cannot be mistaken counts as a reference
 * @param alias the property's own, since the CMS reads some as ids whatever their editor. Default: not known
 */
export function readValue(
  value: string,
  editorAlias: string | null | undefined,
  types: ElementTypes,
  alias?: string,
): ValueParts {
  const editor = editorFor(editorAlias ?? undefined, alias);
  if (editor?.reads === "nodes" || mayHold(value)) return new ValueReader(types).read(value, editor);
  return { shape: quickShape(value, editor), elements: NONE, references: NONE, leftovers: NONE };
}

/** As `readValue`, a little at a time, so that others are served meanwhile. */
export function* readValueSteps(
  value: string,
  editorAlias: string | null | undefined,
  types: ElementTypes,
  alias?: string,
): Generator<void, ValueParts, void> {
  const editor = editorFor(editorAlias ?? undefined, alias);
  if (editor?.reads === "nodes" || mayHold(value)) return yield* new ValueReader(types).steps(value, editor);
  return { shape: quickShape(value, editor), elements: NONE, references: NONE, leftovers: NONE };
}

/** Of a value that holds nothing, and so is no object or array. */
function quickShape(value: string, editor: Editor | undefined): Shape {
  if (value === "null") return "empty";
  if (value === "true" || value === "false") return "boolean";
  return shapeOfText(stringOf(value, wholeString(value)) ?? "", editor);
}

/** What values that lie in one text and one element have in common. */
type ValueScope = {
  text: string;
  /** The index of the element. */
  element: number | undefined;
  /** How many strings it lies in that hold JSON. */
  strings: number;
  /** The alias of the grid's control around it. */
  control?: string;
  /** Whether it is rich text whose blocks are named by GUIDs. */
  hasBlockKeys?: boolean;
};

/** A value that is still to be looked at. */
type ValueTask = {
  scope: ValueScope;
  node: JsonNode;
  pointer: string;
  editor: Editor | undefined;
  /** Whose whole value it is, and so to be told its shape. */
  whole?: Shaped;
};

/** A property, while its shape is still to be told. */
type Shaped = { shape: Shape };

/** Elements of one object that are still to be told. */
type ElementsTask = {
  scope: ValueScope;
  /** Gives `undefined` where the next one is still being looked for. */
  elements: Iterator<FoundElement | undefined>;
  pointer: string;
  /** The indexes that those before have got. */
  told: number[];
};

/** A string that is still being looked into for an object or array. */
type StringTask = { inside: ValueTask; text: string; steps: Iterator<void, JsonOutline | undefined> };

/** Whether a value can be seen to hold nothing without being taken out of its text. */
function isDull(text: string, node: JsonNode, editor: Editor | undefined): boolean {
  if (node.kind === "literal") return true;
  if (editor?.reads === "nodes") return false;
  if (node.kind === "number") return true;
  if (node.kind !== "string") return node.items.length === 0;
  // Links may be the URLs of pages.
  if (editor?.reads === "links" && text.startsWith('"/', node.start)) return false;
  const written = text.slice(node.start, node.end);
  return !(mayHold(written) || written.includes("\\"));
}

/** Of the members of an object: those of links, and of what keeps a file, are of it. */
function heldEditor(editor: Editor | undefined): Editor | undefined {
  return editor?.reads === "links" || editor?.reads === "file" ? editor : undefined;
}

/** Where an object is rich text with blocks, what the markup in it is to be known by. */
function richTextScope({ scope, node }: ValueTask): ValueScope | undefined {
  const blocks = memberOf(node, "markup") && memberOf(node, "blocks");
  return blocks && { ...scope, hasBlockKeys: hasBlockKeys(scope.text, blocks) };
}

const MARKUP: Editor = { reads: "markup" };
/** Members that repeat where the node is that another member names. */
const MADE_MEMBERS = ["url", "image", "thumbnail"];

class ValueReader {
  readonly #types: ElementTypes;
  /** The next one last. */
  readonly #tasks: (ValueTask | ElementsTask | StringTask)[] = [];
  readonly #elements: Element[] = [];
  readonly #references: Reference[] = [];
  readonly #leftovers: Leftover[] = [];

  constructor(types: ElementTypes) {
    this.#types = types;
  }

  read(value: string, editor: Editor | undefined): ValueParts {
    const whole = this.#begin(value, nodeIn(value), editor);
    while (this.#goOn());
    return this.#parts(whole);
  }

  /** The same a little at a time, so that others are served meanwhile. */
  *steps(value: string, editor: Editor | undefined): Generator<void, ValueParts, void> {
    const whole = this.#begin(value, (yield* outlineSteps(value))?.root, editor);
    yield;
    while (this.#goOn()) yield;
    return this.#parts(whole);
  }

  /** @param node `undefined` where the value is no JSON, since it was cut */
  #begin(value: string, node: JsonNode | undefined, editor: Editor | undefined): Shaped {
    const scope = { text: value, element: undefined, strings: 0 };
    const whole: Shaped = { shape: "empty" };
    this.#tasks.push({ scope, node: node ?? wholeString(value), pointer: "", editor, whole });
    return whole;
  }

  /** @returns whether there is more to do */
  #goOn(): boolean {
    const task = this.#tasks.pop();
    if (!task) return false;
    if ("elements" in task) this.#tellNext(task);
    else if ("steps" in task) this.#lookInto(task);
    else this.#look(task);
    return true;
  }

  #parts({ shape }: Shaped): ValueParts {
    return {
      shape,
      elements: this.#elements,
      references: this.#references,
      leftovers: this.#leftovers,
    };
  }

  #look(task: ValueTask): void {
    const { scope, node, editor } = task;
    if (node.kind === "string") {
      this.#lookAtText(task, stringOf(scope.text, node) ?? "");
      return;
    }
    if (task.whole) task.whole.shape = shapeOfJson(scope.text, node, editor);
    if (node.kind === "array") this.#lookAtArray(task);
    else if (node.kind === "object") this.#lookAtObject(task);
    else if (node.kind === "number" && editor?.reads === "nodes") {
      const found = referenceTo(scope.text.slice(node.start, node.end), editor.kind);
      if (found) this.#refer(task, found, "picker");
    }
  }

  #lookAtText(task: ValueTask, text: string): void {
    const nested = nestedIn(text);
    if (nested === undefined || task.scope.strings === MOST_STRINGS) this.#lookAtPlainText(task, text);
    else this.#tasks.push({ inside: task, text, steps: strictSteps(nested) });
  }

  #lookInto(task: StringTask): void {
    const { inside, text, steps } = task;
    const { done, value: outline } = steps.next();
    if (!done) this.#tasks.push(task);
    else if (outline) this.#enter(inside, outline);
    else this.#lookAtPlainText(inside, text);
  }

  #lookAtPlainText(task: ValueTask, text: string): void {
    const { editor } = task;
    if (task.whole) task.whole.shape = shapeOfText(text, editor);
    const picked = pickedInText(text.trim(), editor);
    if (picked) for (const found of picked) this.#refer(task, found, "picker");
    else if (mayHold(text)) this.#search(task, text);
  }

  #search(task: ValueTask, text: string): void {
    const { scope, editor } = task;
    const from = isAlone(text.trim()) ? "picker" : "text";
    const keepsFile = editor === undefined ? from === "picker" : editor.reads === "file";
    findInText(text, editor?.reads === "markup", {
      reference: (found) => {
        const isFile = keepsFile && found.syntax === "media-path";
        this.#refer(task, isFile ? { ...found, syntax: "upload" } : found, from);
      },
      leftover: (kind, told) => {
        if (kind !== "data-content-udi" || scope.hasBlockKeys) this.#leave(task, kind, told);
      },
      parameter: (value) => {
        const inside = { ...task, editor: undefined, whole: undefined };
        if (scope.strings < MOST_STRINGS && mayHold(value)) {
          this.#enter(inside, { text: value, node: wholeString(value) });
        }
      },
    });
  }

  /** Goes on with what stands in a string, in its place. */
  #enter(task: ValueTask, { text, node }: JsonOutline): void {
    const scope = { ...task.scope, text, strings: task.scope.strings + 1 };
    this.#tasks.push({ ...task, scope, node });
  }

  #lookAtArray({ scope, node, pointer, editor }: ValueTask): void {
    for (let i = node.items.length - 1; i >= 0; i--) {
      const item = node.items[i];
      if (isDull(scope.text, item, editor)) continue;
      this.#tasks.push({ scope, node: item, pointer: `${pointer}/${i}`, editor });
    }
  }

  #lookAtObject(task: ValueTask): void {
    const { scope, node, pointer } = task;
    for (const { kind, text } of leftoversIn(scope.text, node)) this.#leave(task, kind, text);
    const layout = layoutOf({ text: scope.text, node, control: scope.control });
    if (!layout) {
      this.#lookAtMembers(task);
      return;
    }
    this.#push(layout.rest, scope, pointer);
    this.#tasks.push({ scope, elements: layout.elements[Symbol.iterator](), pointer, told: [] });
  }

  #lookAtMembers(task: ValueTask): void {
    const { scope, node, pointer, editor } = task;
    const picked = pickedInObject(scope.text, node, editor);
    for (const { path, found } of picked) {
      this.#refer({ ...task, pointer: pointerBelow(pointer, path) }, found, "picker");
    }
    const hasNode = picked.length > 0 || namesByUdi(scope.text, node);
    const inMarkup = richTextScope(task);
    for (let i = node.items.length - 1; i >= 0; i--) {
      const name = node.names[i];
      if (hasNode && MADE_MEMBERS.includes(name)) continue;
      const isMarkup = inMarkup !== undefined && name === "markup";
      const inner = isMarkup ? MARKUP : heldEditor(editor);
      if (isDull(scope.text, node.items[i], inner)) continue;
      this.#tasks.push({
        scope: isMarkup ? inMarkup : scope,
        node: node.items[i],
        pointer: pointerBelow(pointer, [name]),
        editor: inner,
      });
    }
  }

  #push(
    found: readonly FoundProperty[],
    scope: ValueScope,
    pointer: string,
    properties: readonly ElementProperty[] = [],
  ): void {
    for (let i = found.length - 1; i >= 0; i--) {
      const { alias, editor: given, control, path, node } = found[i];
      const whole = properties.at(i);
      const editor = given ?? editorFor(whole?.editorAlias, alias);
      if (isDull(scope.text, node, editor)) {
        if (whole) whole.shape = shapeOfJson(scope.text, node, editor);
        continue;
      }
      const inside = control === scope.control ? scope : { ...scope, control };
      const below = whole?.pointer ?? pointerBelow(pointer, path);
      this.#tasks.push({ scope: inside, node, pointer: below, editor, whole });
    }
  }

  /** Notes the next element, and goes on with its properties. */
  #tellNext(task: ElementsTask): void {
    const { scope, elements, pointer, told } = task;
    const { done, value: found } = elements.next();
    if (done) return;
    this.#tasks.push(task);
    if (found === undefined) return;
    const content = found.read();
    const parent = found.holder === undefined ? scope.element : told[found.holder];
    const element = elementOf(found, content, { text: scope.text, pointer, parent, types: this.#types });
    const index = this.#elements.push(element) - 1;
    told.push(index);
    this.#push(content.properties, { ...scope, element: index }, pointer, element.properties);
  }

  #refer({ pointer, scope }: ValueTask, found: FoundReference, from: "text" | "picker"): void {
    const { kind, target, syntax, text } = found;
    this.#references.push({ kind, target, syntax, from, text, pointer, element: scope.element });
  }

  #leave({ pointer }: ValueTask, kind: LeftoverKind, text: string): void {
    this.#leftovers.push({ kind, text, pointer });
  }
}

/** Whether a text is a list of UDIs, or one path or URL, as pickers hold them, and no text with a link in it. */
function isAlone(text: string): boolean {
  return /^(?:umb:|~?\/media\/|\/?\{localLink:|https?:\/\/)/i.test(text) && !/[<\n]/.test(text);
}

/** Whose aliases are not those of types. */
const TYPELESS: readonly Layout[] = ["grid", "leblender", "archetype", "vorto"];

type Around = {
  /** What the element's text lies in. */
  text: string;
  /** The pointer to the object that has the layout. */
  pointer: string;
  parent: number | undefined;
  types: ElementTypes;
};

/** @returns the element, the shapes of its properties still to be told */
function elementOf(
  { layout, role, path }: FoundElement,
  { alias, key, properties }: ElementContent,
  { text, pointer, parent, types }: Around,
): Element {
  const type = TYPELESS.includes(layout) ? undefined : types.find(alias, key);
  const named = type?.key ?? (key === undefined ? undefined : parseKey(key));
  const typeAlias = type?.alias ?? alias;
  return {
    pointer: pointerBelow(pointer, path),
    layout,
    role,
    type: {
      ...(typeAlias === undefined ? {} : { alias: typeAlias }),
      ...(named === undefined ? {} : { key: named }),
    },
    parent,
    properties: properties.map((property) => elementProperty(property, text, pointer, type)),
  };
}

function elementProperty(
  { alias, editorAlias, culture, segment, path, node }: FoundProperty,
  text: string,
  pointer: string,
  type: ElementType | undefined,
): ElementProperty {
  return {
    alias,
    editorAlias: editorAlias ?? type?.editors.get(alias),
    ...(culture === undefined ? {} : { culture }),
    ...(segment === undefined ? {} : { segment }),
    pointer: pointerBelow(pointer, path),
    value: text.slice(node.start, node.end),
    shape: "empty",
  };
}
