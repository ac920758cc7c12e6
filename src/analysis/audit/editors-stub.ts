/** Drafts a file for `--editors`: properties without an editor, with the editors that their values suggest. */

import { EDITOR_OF_SHAPE } from "../../decode/editor-values.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { countIn, entryIn } from "../../site/map-entries.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import { siteNodes } from "../../site/site-nodes.ts";
import { parseUdi } from "../../site/udi.ts";
import type { EditorAlias } from "../../site/values/editors.ts";
import type { ValueShape } from "../../site/values/value-parts.ts";
import { shapeOf } from "../../site/values/value-shape.ts";

/** The prefix of members that are comments for people. */
const ASIDE = "//";
/**
 * The share of values that must support a guess: some pickers hold dead references, some texts are empty paragraphs.
 */
const ENOUGH = 0.9;

/** The values of a property, except empty ones, by the editor that each suggests, else by shape. */
type Evidence = { values: number; editors: Map<EditorAlias, number>; shapes: Map<ValueShape, number> };

type Guess = { editor: EditorAlias; count: number };

/**
 * Returns the members of the file, named by property alias, or `type.alias` if the guesses for its types differ. A comment
 * beside each, under a name that `--editors` skips, gives the number of values that support the guess; properties without
 * a guess get only a comment.
 * @param isOld whether the data is from version 7 or earlier, which has other editor aliases
 */
export function editorsStub(trees: SiteTrees, isOld: boolean): Record<string, string> {
  const aliases = [...evidenceIn(trees, isOld)].sort(([a], [b]) => (a < b ? -1 : 1));
  const members = aliases.flatMap(([alias, types]) => {
    const guesses = [...types.values()].flatMap((one) => (one.values === 0 ? [] : [guessFor(one)?.editor]));
    if (new Set(guesses).size < 2) return membersFor(alias, sumOfEvidence([...types.values()]));
    return [...types].flatMap(([type, one]) => membersFor(`${type}.${alias}`, one));
  });
  return Object.fromEntries(members);
}

/** By property alias, then by type. */
function evidenceIn(trees: SiteTrees, isOld: boolean): Map<string, Map<string, Evidence>> {
  const kindOfId: KindOfId = (id) => KINDS.find((kind) => trees[kind].findId(id) >= 0);
  const evidence = new Map<string, Map<string, Evidence>>();
  for (const node of siteNodes(trees)) {
    const { type = "" } = node.fields();
    for (const { alias, editorAlias, value } of node.properties()) {
      if (editorAlias !== null) continue;
      const types = entryIn(evidence, alias, () => new Map<string, Evidence>());
      const seen = entryIn(types, type, noEvidence);
      const shape = shapeOf(value, undefined, alias);
      if (shape === "empty") continue;
      seen.values++;
      const editor = editorFor(value, shape, kindOfId, isOld);
      if (editor === undefined) countIn(seen.shapes, shape);
      else countIn(seen.editors, editor);
    }
  }
  return evidence;
}

function noEvidence(): Evidence {
  return { values: 0, editors: new Map(), shapes: new Map() };
}

function sumOfEvidence(all: readonly Evidence[]): Evidence {
  const sum = noEvidence();
  for (const { values, editors, shapes } of all) {
    sum.values += values;
    for (const [editor, count] of editors) countIn(sum.editors, editor, count);
    for (const [shape, count] of shapes) countIn(sum.shapes, shape, count);
  }
  return sum;
}

/** Returns the editor that enough of the values suggest. */
function guessFor({ values, editors }: Evidence): Guess | undefined {
  const [most] = [...withWiderEditors(editors)].sort(([, a], [, b]) => b - a);
  return most && most[1] >= values * ENOUGH ? { editor: most[0], count: most[1] } : undefined;
}

function membersFor(name: string, evidence: Evidence): [string, string][] {
  const guess = guessFor(evidence);
  if (!guess) return [[ASIDE + name, unknownReason(evidence)]];
  const { editor, count } = guess;
  return [
    [ASIDE + name, `${count} of ${evidence.values} ${evidence.values === 1 ? "value" : "values"}`],
    [name, editor],
  ];
}

/** `no guess: 12 Umbraco.TextBox, 3 json-object`. */
function unknownReason({ values, editors, shapes }: Evidence): string {
  if (values === 0) return "no guess: all values are empty";
  const counts = [...editors, ...shapes].sort(([, a], [, b]) => b - a);
  return `no guess: ${counts.map(([what, count]) => `${count} ${what}`).join(", ")}`;
}

/** The editors of old versions, where they are others. */
const OLD_EDITORS: Readonly<Partial<Record<ValueShape, EditorAlias>>> = {
  html: "Umbraco.TinyMCEv3",
  links: "Umbraco.RelatedLinks",
};
/** Shapes of values that editors of several kinds store. */
const UNSURE: readonly ValueShape[] = ["ids", "guid", "guids", "udi", "udis", "texts", "leblender"];

/** Pickers by what they store, each for one node and for several. */
const PICKERS = {
  old: {
    id: {
      content: ["Umbraco.ContentPickerAlias", "Umbraco.MultiNodeTreePicker"],
      media: ["Umbraco.MediaPicker", "Umbraco.MultipleMediaPicker"],
    },
    udi: {
      content: ["Umbraco.ContentPicker2", "Umbraco.MultiNodeTreePicker2"],
      media: ["Umbraco.MediaPicker2", "Umbraco.MediaPicker2"],
    },
  },
  new: {
    content: ["Umbraco.ContentPicker", "Umbraco.MultiNodeTreePicker"],
    media: ["Umbraco.MediaPicker", "Umbraco.MediaPicker"],
  },
} as const;

/** Editors that can have all values of another: if one value has several nodes or lines, all may. */
const WIDER: Readonly<Partial<Record<EditorAlias, EditorAlias>>> = {
  ...Object.fromEntries(
    [PICKERS.old.id, PICKERS.old.udi, PICKERS.new]
      .flatMap(({ content, media }) => [content, media])
      .filter(([one, several]) => one !== several),
  ),
  "Umbraco.TextBox": "Umbraco.TextArea",
};

const BOOLEAN = /^"?[01]"?$/;
const IDS = /^"?[1-9][0-9]{0,9}(?:,[1-9][0-9]{0,9})*"?$/;
/** Shapes of values that a text editor stores. */
const PLAIN: readonly ValueShape[] = ["text", "number", "url"];
/** The length up to which a text box is enough, in characters. */
const LONGEST_LINE = 512;

/** Returns the tree that has a node with this id, if any. */
type KindOfId = (id: number) => Kind | undefined;

/**
 * @param value compact JSON
 * @returns `undefined` if the value suggests no editor
 */
function editorFor(
  value: string,
  shape: ValueShape,
  kindOfId: KindOfId,
  isOld: boolean,
): EditorAlias | undefined {
  if (BOOLEAN.test(value)) return "Umbraco.TrueFalse";
  const names = value.replaceAll('"', "").split(",");
  const isOfUdis = shape === "udi" || shape === "udis";
  if (isOfUdis || IDS.test(value)) {
    const kinds = new Set(names.map((name) => (isOfUdis ? parseUdi(name)?.kind : kindOfId(Number(name)))));
    const [kind] = kinds;
    const pickers = isOld ? PICKERS.old[isOfUdis ? "udi" : "id"] : PICKERS.new;
    if (kinds.size === 1 && kind !== undefined) return pickers[kind][names.length > 1 ? 1 : 0];
  }
  if (UNSURE.includes(shape)) return undefined;
  if (!PLAIN.includes(shape)) return (isOld ? OLD_EDITORS[shape] : undefined) ?? EDITOR_OF_SHAPE[shape];
  const isLong = value.length > LONGEST_LINE || /\\[nr]/.test(value);
  return isLong ? "Umbraco.TextArea" : "Umbraco.TextBox";
}

/** Counts the values of an editor for a wider one if other values need that. */
function withWiderEditors(editors: ReadonlyMap<EditorAlias, number>): Map<EditorAlias, number> {
  const all = new Map(editors);
  for (const [editor, count] of editors) {
    const wider = WIDER[editor];
    if (wider === undefined || !editors.has(wider)) continue;
    all.delete(editor);
    countIn(all, wider, count);
  }
  return all;
}
