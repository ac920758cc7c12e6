/** Reads a property's value into what it consists of: the elements that it holds, to any depth, and what it refers to. */
import { type Editor, editorFor } from "./editors.ts";
import type { ElementTypes } from "./element-types.ts";
import { stringOf, wholeString } from "./json-outline.ts";
import { mayHold } from "./text-references.ts";
import type { Shape, ValueParts } from "./value-parts.ts";
import { ValueReader } from "./value-reader.ts";
import { shapeOfText } from "./value-shape.ts";

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
