/** Drafts a file for `--editors`: properties without an editor, with the editors that their values suggest. */

import { KINDS, type Kind } from "../../operations.ts";
import { countIn, entryIn } from "../../site/map-entries.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import { siteNodes } from "../../site/site-nodes.ts";
import { parseUdi } from "../../site/udi.ts";
import { suggestedEditor, type ValueForm } from "../../site/values/editors.ts";
import type { ValueShape } from "../../site/values/value-parts.ts";
import { shapeOf } from "../../site/values/value-shape.ts";

/** The prefix of members that are comments for people. */
const ASIDE = "//";
/**
 * The share of values that must support a guess: some pickers hold dead references, some texts are empty paragraphs.
 */
const ENOUGH = 0.9;

/** The forms of a property's values, except empty ones. */
type Evidence = { values: number; forms: Map<ValueForm, number>; shapes: Map<ValueShape, number> };

/**
 * Returns the members of the file, named by property alias, or `type.alias` if types differ. A comment beside each,
 * under a name that `--editors` skips, gives the number of values that support the guess; properties without a guess
 * get only a comment.
 * @param isOld whether the data is from version 7 or earlier, which has other editor aliases
 */
export function editorsStub(trees: SiteTrees, isOld: boolean): Record<string, string> {
  const kindOfId: KindOfId = (id) => KINDS.find((kind) => trees[kind].findId(id) >= 0);
  /** By property alias, then by type. */
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
      const form = formOf(value, shape, kindOfId);
      if (form === undefined) countIn(seen.shapes, shape);
      else countIn(seen.forms, form);
    }
  }
  const aliases = [...evidence].sort(([a], [b]) => (a < b ? -1 : 1));
  const members = aliases.flatMap(([alias, types]) => {
    const all = sumOfEvidence([...types.values()]);
    const isOne = types.size === 1 || guessFor(all) || [...types.values()].every((one) => !guessFor(one));
    if (isOne) return membersFor(alias, all, isOld);
    // If types differ, each gets a member of its own.
    return [...types].flatMap(([type, one]) => membersFor(`${type}.${alias}`, one, isOld));
  });
  return Object.fromEntries(members);
}

function noEvidence(): Evidence {
  return { values: 0, forms: new Map(), shapes: new Map() };
}

function sumOfEvidence(all: readonly Evidence[]): Evidence {
  const sum = noEvidence();
  for (const { values, forms, shapes } of all) {
    sum.values += values;
    for (const [form, count] of forms) countIn(sum.forms, form, count);
    for (const [shape, count] of shapes) countIn(sum.shapes, shape, count);
  }
  return sum;
}

/** Returns the form that enough of the values have, with their number. */
function guessFor({ values, forms }: Evidence): { form: ValueForm; count: number } | undefined {
  const [most] = [...mergePlurals(forms)].sort(([, a], [, b]) => b - a);
  return most && most[1] >= values * ENOUGH ? { form: most[0], count: most[1] } : undefined;
}

function membersFor(name: string, evidence: Evidence, isOld: boolean): [string, string][] {
  const guess = guessFor(evidence);
  if (!guess) return [[ASIDE + name, unknownReason(evidence)]];
  const { form, count } = guess;
  return [
    [ASIDE + name, `${count} of ${evidence.values} ${evidence.values === 1 ? "value" : "values"}: ${form}`],
    [name, suggestedEditor(form, isOld)],
  ];
}

/** `no guess: 12 text, 3 number`. */
function unknownReason({ values, forms, shapes }: Evidence): string {
  if (values === 0) return "no guess: all values are empty";
  const counts = [...forms, ...shapes].sort(([, a], [, b]) => b - a);
  return `no guess: ${counts.map(([what, count]) => `${count} ${what}`).join(", ")}`;
}

const BY_SHAPE: Readonly<Partial<Record<ValueShape, ValueForm>>> = {
  html: "rich text",
  date: "dates",
  boolean: "0 and 1",
  "media-path": "paths of files",
  "image-cropper": "files with crops",
  "media-picker-3": "media with crops",
  "nested-content": "nested content",
  "stacked-content": "stacked content",
  archetype: "archetypes",
  vorto: "values by language (Vorto)",
  grid: "grids",
  "block-list": "block lists",
  "block-grid": "block grids",
  "single-block": "single blocks",
  "rich-text-blocks": "rich text with blocks",
  "rich-text-json": "rich text with blocks",
  links: "lists of links",
};

/** If one value lists several nodes, all values may. */
const SEVERAL: Readonly<Partial<Record<ValueForm, ValueForm>>> = {
  "a media id": "media ids",
  "a content id": "content ids",
  "a media UDI": "media UDIs",
  "a content UDI": "content UDIs",
};

const BOOLEAN = /^"?[01]"?$/;
const IDS = /^"?[1-9][0-9]{0,9}(?:,[1-9][0-9]{0,9})*"?$/;

/** Returns the tree that has a node with this id, if any. */
type KindOfId = (id: number) => Kind | undefined;

/**
 * @param value compact JSON
 * @returns `undefined` if the value shows no form
 */
function formOf(value: string, shape: ValueShape, kindOfId: KindOfId): ValueForm | undefined {
  if (BOOLEAN.test(value)) return "0 and 1";
  const names = value.replaceAll('"', "").split(",");
  const isOfUdis = shape === "udi" || shape === "udis";
  if (!isOfUdis && !IDS.test(value)) return BY_SHAPE[shape];
  const kinds = new Set(names.map((name) => (isOfUdis ? parseUdi(name)?.kind : kindOfId(Number(name)))));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined
    ? selectionForm(kind, isOfUdis ? "UDI" : "id", value)
    : undefined;
}

function selectionForm(kind: Kind, what: "id" | "UDI", value: string): ValueForm {
  return value.includes(",") ? `${kind} ${what}s` : `a ${kind} ${what}`;
}

/** Counts the singular form as the plural one if any value has several nodes. */
function mergePlurals(forms: ReadonlyMap<ValueForm, number>): Map<ValueForm, number> {
  const all = new Map(forms);
  for (const [one, several] of Object.entries(SEVERAL) as [ValueForm, ValueForm][]) {
    const [count, more] = [all.get(one), all.get(several)];
    if (count === undefined || more === undefined) continue;
    all.delete(one);
    all.set(several, count + more);
  }
  return all;
}
