/** Finds a type among those of its kind. */
import type { Kind } from "../operations.ts";
import type { Key } from "../tree/key.ts";
import type { SiteTypes } from "./site-types.ts";

/** Which type is asked for. */
export type TypeTarget = { by: "id"; id: number } | { by: "key"; key: Key } | { by: "alias"; alias: string };

/** As the CMS finds it: aliases are matched without regard to case, and of two that match the first counts. */
export function findType<K extends Kind>(
  types: SiteTypes[K],
  target: TypeTarget,
): SiteTypes[K][number] | undefined {
  if (target.by === "id") return types.find(({ id }) => id === target.id);
  if (target.by === "key") return types.find(({ key }) => key === target.key);
  const alias = target.alias.toLowerCase();
  return types.find((type) => type.alias.toLowerCase() === alias);
}

/** What is asked for in words: `content type with the alias page`. */
export function describeType(kind: Kind, target: TypeTarget): string {
  const value = target.by === "alias" ? target.alias : target.by === "id" ? target.id : target.key;
  return `${kind} type with the ${target.by} ${value}`;
}
