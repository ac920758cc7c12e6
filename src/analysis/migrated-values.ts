/** Compares the properties of nodes that another generation of the CMS has taken over, through a map of types. */
import { parseNodeText } from "../json/node-text.ts";
import type { Kind } from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { ElementTypes } from "../values/element-types.ts";
import type { Reference } from "../values/value-parts.ts";
import {
  type ComparedSides,
  compareMeanings,
  isSameAlias,
  noValues,
  type ValueTally,
} from "./compare-meanings.ts";
import type { PropertyChange } from "./compare-nodes.ts";
import type { Matches } from "./match-nodes.ts";
import { membersIn, type NodeRecord, unquotedText, valueTextOf } from "./node-record.ts";
import { ReferenceResolver } from "./resolve-reference.ts";
import type { SiteTrees } from "./site-nodes.ts";
import type { TypeMap } from "./type-map.ts";
import { type GivenValue, noValue, type Pointed, type ValueSide } from "./value-meaning.ts";

/** A side: its trees, and its types as far as they are known. */
export type MigratedSide = { trees: SiteTrees; types: SiteTypes };

export class MigratedValues {
  readonly map: TypeMap;
  readonly #sides: ComparedSides;

  /** @param matches which node of the new side is which of the old one, in both trees */
  constructor(
    old: MigratedSide,
    other: MigratedSide,
    matches: Readonly<Record<Kind, Matches>>,
    map: TypeMap,
  ) {
    this.map = map;
    const isAt = {
      content: turnedRound(matches.content.wasAt, old.trees.content.size),
      media: turnedRound(matches.media.wasAt, old.trees.media.size),
    };
    this.#sides = {
      old: sideOf(old, (kind, place) => isAt[kind][place]),
      new: sideOf(other, (_, place) => place),
      map,
    };
  }

  /** Whether a type is what the map says that the old one has become. */
  isSameType(oldType: string, newType: string): boolean {
    const expected = this.map.typeOf(oldType);
    return expected !== null && isSameAlias(expected, newType);
  }

  /**
   * The properties that differ, each with where and how, and how many values came to what.
   * @param isIgnored whether a property of the old node is passed over
   */
  compare(
    was: NodeRecord,
    is: NodeRecord,
    isIgnored: (alias: string) => boolean,
  ): { properties: PropertyChange[]; tally: ValueTally } {
    const oldType = unquotedText(was.fields.get("type"));
    const after = new Map(
      [...membersIn(is.properties)].map(([alias, text]) => [alias.toLowerCase(), { alias, text }]),
    );
    const tally = noValues();
    const properties: PropertyChange[] = [];
    for (const [alias, text] of membersIn(was.properties)) {
      const newAlias = this.map.aliasOf(oldType, alias);
      if (newAlias === null || isIgnored(alias)) continue;
      const counterpart = after.get(newAlias.toLowerCase());
      const before = givenOf(alias, text);
      const now = counterpart ? givenOf(counterpart.alias, counterpart.text) : noValue(newAlias);
      const differences = compareMeanings(before, now, this.#sides, tally);
      if (differences.length === 0) continue;
      properties.push({ alias, before: before.value, after: counterpart && now.value, differences });
    }
    return { properties, tally };
  }
}

function turnedRound(wasAt: Int32Array, size: number): Int32Array {
  const isAt = new Int32Array(size).fill(-1);
  wasAt.forEach((was, is) => {
    if (was >= 0) isAt[was] = is;
  });
  return isAt;
}

/** @param placeOn the place on the new side of a node of this one, or -1 */
function sideOf({ trees, types }: MigratedSide, placeOn: (kind: Kind, place: number) => number): ValueSide {
  const resolver = new ReferenceResolver(trees);
  const pointed = (reference: Reference): Pointed => {
    const found = resolver.resolve(reference);
    if (found.state !== "found") {
      return { mark: `missing ${markOf(reference)}`, name: reference.text, isFound: false };
    }
    const { name } = parseNodeText(trees[found.kind].text(found.place, "item"));
    const place = placeOn(found.kind, found.place);
    const mark = place >= 0 ? `${found.kind} ${place}` : `gone ${trees[found.kind].keyAt(found.place)}`;
    return { mark, name: String(name), isFound: true };
  };
  return { types: new ElementTypes(types), pointed };
}

/** What names nothing that is there; of files the name alone, since each generation has folders of its own. */
function markOf({ target }: Reference): string {
  if (target.by === "id") return String(target.id);
  return target.by === "key" ? target.key : target.path.replace(/^.*\//, "").toLowerCase();
}

function givenOf(alias: string, property: string): GivenValue {
  const editorAlias = unquotedText(membersIn(property).get("editorAlias"));
  return { alias, editorAlias: editorAlias || null, value: valueTextOf(property) };
}
