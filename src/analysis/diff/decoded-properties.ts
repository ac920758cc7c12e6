/** Compares the properties of nodes of two sites by their decoded values, or block by block as they are stored. */

import { type NodeRecord, propertyValue } from "../../json/node-text.ts";
import { parseMembers, parseString } from "../../json/outline.ts";
import type { Kind } from "../../operations.ts";
import { isSameLanguage } from "../../site/languages.ts";
import { entryIn } from "../../site/map-entries.ts";
import type { Site } from "../../site/site.ts";
import {
  addValueCounts,
  type ComparedSides,
  noValueCounts,
  type PropertyChange,
  ValueComparison,
} from "./compare-values.ts";
import { DecodedSide } from "./decoded-side.ts";
import type { Matches } from "./match-nodes.ts";
import type { TypeMap } from "./type-map.ts";

/** Compares the properties of nodes of a kind. */
export type DecodedProperties = ReturnType<ReturnType<typeof decodedProperties>>;

/** A property of a node as its text has it; `undefined` if it is missing. */
type GivenProperty = { node: NodeRecord; alias: string; text: string | undefined };

/** @param matches for both trees, which node of the old site each node of the new one matches */
export function decodedProperties(
  old: Site,
  other: Site,
  matches: Readonly<Record<Kind, Matches>>,
  map: TypeMap,
) {
  const isAt = {
    content: invertedMatches(matches.content.wasAt, old.trees.content.size),
    media: invertedMatches(matches.media.wasAt, old.trees.media.size),
  };
  const oldIdentity = (kind: Kind, index: number) => {
    const is = isAt[kind][index];
    return is < 0 ? `removed ${old.trees[kind].keyAt(index)}` : `${kind} ${is}`;
  };
  const newIdentity = (kind: Kind, index: number) => `${kind} ${index}`;
  /** By a language that values hold within themselves; `undefined` for the one that is read. */
  const known = new Map<string | undefined, ComparedSides>();
  const sidesIn = (culture: string | undefined) =>
    entryIn(known, culture, () => ({
      old: new DecodedSide(old, oldIdentity, culture),
      new: new DecodedSide(other, newIdentity, culture),
      map,
    }));
  const compareIn = (
    culture: string | undefined,
    kind: Kind,
    [was, is]: readonly GivenProperty[],
    isStored = false,
  ) => {
    const sides = sidesIn(culture);
    const comparison = new ValueComparison(sides, isStored);
    const held = (side: DecodedSide, { node, alias, text }: GivenProperty) =>
      text === undefined ? null : side.hold(kind, node, alias, text);
    comparison.compare(held(sides.old, was), held(sides.new, is));
    const languages = [sides.old.takeLanguages(), sides.new.takeLanguages()];
    // A language that only one side holds within the value is one of the node itself on the other side.
    const others = languages.every(({ size }) => size > 0)
      ? new Set(languages.flatMap((codes) => [...codes]))
      : [];
    const { differences, counts } = comparison;
    return {
      differences,
      counts,
      others: [...others].filter((code) => !isSameLanguage(code, sides.old.culture)),
    };
  };
  const compare = (kind: Kind, given: readonly GivenProperty[], isStored?: boolean) => {
    const { differences, counts, others } = compareIn(undefined, kind, given, isStored);
    const places = new Set(differences.map(({ at }) => at));
    for (const code of others) {
      const own = compareIn(code, kind, given, isStored).differences.filter(({ at }) => !places.has(at));
      counts.differ += own.length;
      for (const each of own) differences.push({ ...each, at: `${code}: ${each.at}` });
    }
    return { differences, counts };
  };
  return (kind: Kind) => ({
    map,
    /** Whether the map says that an old type has become this new type. */
    isSameType: (oldType: string, newType: string): boolean =>
      map.typeOf(oldType)?.toLowerCase() === newType.toLowerCase(),
    /**
     * Returns the properties whose decoded values differ, and the number of values by result.
     * @param isIgnored whether a property of the old node is skipped
     */
    compare: (was: NodeRecord, is: NodeRecord, isIgnored: (alias: string) => boolean) => {
      const oldType = parseString(was.fields.get("type"));
      const after = new Map(
        Array.from(parseMembers(is.properties), ([alias, text]) => [alias.toLowerCase(), { alias, text }]),
      );
      const tally = noValueCounts();
      const properties: PropertyChange[] = [];
      for (const [alias, text] of parseMembers(was.properties)) {
        const newAlias = map.aliasOf(oldType, alias);
        if (newAlias === null || isIgnored(alias)) continue;
        const counterpart = after.get(newAlias.toLowerCase()) ?? { alias: newAlias, text: undefined };
        const { differences, counts } = compare(kind, [
          { node: was, alias, text },
          { node: is, ...counterpart },
        ]);
        addValueCounts(tally, counts);
        if (differences.length === 0) continue;
        const [before, now] = [text, counterpart.text].map((each) => each && propertyValue(each));
        properties.push({ alias, before, after: now, differences });
      }
      return { properties, tally };
    },
    /** Adds what differs in a property as it is stored, block by block; nothing if no difference is in a block. */
    withBlocks: (
      was: NodeRecord,
      is: NodeRecord,
      properties: readonly PropertyChange[],
    ): PropertyChange[] => {
      const [before, after] = [was, is].map((node) => parseMembers(node.properties));
      return properties.map((property) => {
        const { alias } = property;
        if (![property.before, property.after].some((value) => value !== undefined && /[[{]/.test(value)))
          return property;
        const { differences } = compare(
          kind,
          [
            { node: was, alias, text: before.get(alias) },
            { node: is, alias, text: after.get(alias) },
          ],
          true,
        );
        return differences.some(({ at }) => at !== "") ? { ...property, differences } : property;
      });
    },
  });
}

function invertedMatches(wasAt: Int32Array, size: number): Int32Array {
  const isAt = new Int32Array(size).fill(-1);
  wasAt.forEach((was, is) => {
    if (was >= 0) isAt[was] = is;
  });
  return isAt;
}
