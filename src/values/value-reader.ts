/** Walks through one value, from what holds to what is held, and notes what it comes to. */
import { pointerBelow } from "../json/grammar.ts";
import { type Editor, editorFor } from "./editors.ts";
import { elementOf } from "./element-of.ts";
import type { ElementTypes } from "./element-types.ts";
import { nodeIn, stringOf, wholeString } from "./json-outline.ts";
import { type FoundProperty, layoutOf } from "./layouts.ts";
import { leftoversIn } from "./leftovers.ts";
import { findInText } from "./markup-references.ts";
import { namesByUdi, pickedInObject, pickedInText, referenceTo } from "./picked-references.ts";
import { type JsonOutline, MOST_STRINGS, outlineInString } from "./strict-json.ts";
import { type FoundReference, mayHold } from "./text-references.ts";
import type {
  Element,
  ElementProperty,
  Leftover,
  LeftoverKind,
  Reference,
  ValueParts,
} from "./value-parts.ts";
import { shapeOfJson, shapeOfText } from "./value-shape.ts";
import {
  type ElementTask,
  heldEditor,
  isDull,
  richTextScope,
  type Shaped,
  type ValueScope,
  type ValueTask,
} from "./value-task.ts";

const MARKUP: Editor = { reads: "markup" };
/** Members that repeat where the node is that another member names. */
const MADE_MEMBERS = ["url", "image", "thumbnail"];

export class ValueReader {
  readonly #types: ElementTypes;
  /** The next one last. */
  readonly #tasks: (ValueTask | ElementTask)[] = [];
  readonly #elements: Element[] = [];
  readonly #references: Reference[] = [];
  readonly #leftovers: Leftover[] = [];

  constructor(types: ElementTypes) {
    this.#types = types;
  }

  read(value: string, editor: Editor | undefined): ValueParts {
    const whole = this.#begin(value, editor);
    while (this.#goOn());
    return this.#parts(whole);
  }

  /** The same a little at a time, so that others are served meanwhile. */
  *steps(value: string, editor: Editor | undefined): Generator<void, ValueParts, void> {
    const whole = this.#begin(value, editor);
    yield;
    while (this.#goOn()) yield;
    return this.#parts(whole);
  }

  #begin(value: string, editor: Editor | undefined): Shaped {
    // A value is JSON already, unless it was cut.
    const node = nodeIn(value) ?? wholeString(value);
    const scope = { text: value, element: undefined, strings: 0 };
    const whole: Shaped = { shape: "empty" };
    this.#tasks.push({ scope, node, pointer: "", editor, whole });
    return whole;
  }

  /** @returns whether there is more to do */
  #goOn(): boolean {
    const task = this.#tasks.pop();
    if (!task) return false;
    if ("found" in task) this.#tell(task);
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
    const { editor } = task;
    if (this.#enter(task, outlineInString(text))) return;
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
        if (mayHold(value)) this.#enter(inside, { text: value, node: wholeString(value) });
      },
    });
  }

  /** Goes on with what stands in a string, if anything does, in its place. */
  #enter(task: ValueTask, outline: JsonOutline | undefined): boolean {
    if (!outline || task.scope.strings === MOST_STRINGS) return false;
    const { text, node } = outline;
    const scope = { ...task.scope, text, strings: task.scope.strings + 1 };
    this.#tasks.push({ ...task, scope, node });
    return true;
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
    const siblings: (number | undefined)[] = [];
    for (let place = layout.elements.length - 1; place >= 0; place--) {
      this.#tasks.push({ scope, found: layout.elements[place], pointer, siblings, place });
    }
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

  /** Notes an element, and goes on with its properties. */
  #tell({ scope, found: unread, pointer, siblings, place }: ElementTask): void {
    const found = { ...unread };
    const parent = found.holder === undefined ? scope.element : siblings[found.holder];
    const element = elementOf(found, { text: scope.text, pointer, parent, types: this.#types });
    const index = this.#elements.push(element) - 1;
    siblings[place] = index;
    this.#push(found.properties, { ...scope, element: index }, pointer, element.properties);
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
