/** Settings in the configuration of a data type, in the spelling of every version. */

import { isMembers } from "../json/shape.ts";
import type { Kind } from "../operations.ts";

/** The configuration of a data type. */
export type Configuration = Readonly<Record<string, unknown>>;

export const NO_CONFIGURATION: Configuration = {};

/** Names ignore case, since uSync for version 8 writes them with a capital letter. */
export function settingIn(config: Configuration, name: string): unknown {
  // Most values of data without types.
  if (config === NO_CONFIGURATION) return undefined;
  if (Object.hasOwn(config, name)) return config[name];
  return Object.entries(config).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

/** @returns `undefined` if the setting is absent */
export function flagIn(config: Configuration, name: string): boolean | undefined {
  const value = settingIn(config, name);
  if (value === undefined || value === null || value === "") return undefined;
  return value === true || /^(?:1|true)$/i.test(String(value));
}

/** @returns `undefined` if the setting is no text */
export function textIn(config: Configuration, name: string): string | undefined {
  const value = settingIn(config, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The objects of a list, or of an object with positions as names. */
export function objectsIn(config: Configuration, name: string): Configuration[] {
  return Object.values(settingIn(config, name) ?? {}).filter(isMembers);
}

/** A whole number from 1. */
export function wholeNumberIn(config: Configuration, name: string): number | undefined {
  const count = Number(settingIn(config, name));
  return Number.isInteger(count) && count > 0 ? count : undefined;
}

/** The settings in a setting; none if it is absent. */
export function settingsIn(config: Configuration, name: string): Configuration {
  const value = settingIn(config, name);
  return isMembers(value) ? value : NO_CONFIGURATION;
}

/** The options of a list, each a text or an object: an array, or from version 7 an object by position or id. */
export function optionsIn(config: Configuration): readonly unknown[] {
  const items = settingIn(config, "items") ?? settingIn(config, "prevalues");
  if (Array.isArray(items)) return items;
  if (isMembers(items)) return Object.values(items);
  // Version 7 has them among the settings, by position.
  return Object.entries(config).flatMap(([name, item]) => (/^\d+$/.test(name) ? [item] : []));
}

/** The value of an option, or its text. */
export function optionValue(option: unknown): unknown {
  return isMembers(option) ? (settingIn(option, "value") ?? settingIn(option, "text")) : option;
}

/** What a tree picker picks. @returns `undefined` if its data type does not say */
export function treeIn(config: Configuration): Kind | "member" | undefined {
  const start = settingIn(config, "startNode") ?? settingIn(config, "treeSource");
  const type = isMembers(start) ? textIn(start, "type")?.toLowerCase() : undefined;
  return type !== undefined && Object.hasOwn(TREES, type) ? TREES[type] : undefined;
}

const TREES: Readonly<Record<string, Kind | "member">> = {
  content: "content",
  document: "content",
  media: "media",
  member: "member",
};

/** The fewest and the most items; of numbers, the smallest and the largest. */
type Limits = { min?: number; max?: number };

/** The text of an option; the value of a colour can be an object, also in a string. */
export function optionText(option: unknown): string {
  const value = optionValue(option);
  const text = isMembers(value) ? settingIn(value, "value") : value;
  if (typeof text !== "string" || !text.startsWith("{")) return String(text ?? "");
  try {
    const inner: unknown = JSON.parse(text);
    return String((isMembers(inner) && settingIn(inner, "value")) || text);
  } catch {
    return text;
  }
}

/** Returns the keys or aliases of the types of blocks. */
export function blockTypesIn(config: Configuration): string[] {
  const blocks = settingIn(config, "blocks") ?? settingIn(config, "contentTypes");
  if (!Array.isArray(blocks)) return [];
  return blocks.flatMap((block) => {
    if (!isMembers(block)) return [];
    const type =
      settingIn(block, "contentElementTypeKey") ??
      settingIn(block, "ncAlias") ??
      settingIn(block, "icContentTypeGuid");
    return typeof type === "string" && type !== "" ? [type] : [];
  });
}

/** The types of picked nodes: a list of aliases, or of keys from version 14 on. */
export function allowedTypesIn(config: Configuration): { allowed?: readonly string[] } {
  const filter = settingIn(config, "filter");
  // A filter can also be JavaScript.
  if (typeof filter !== "string" || !/^[\w\s,-]+$/.test(filter)) return {};
  const allowed = filter.split(",").map((type) => type.trim());
  return { allowed: allowed.filter((type) => type !== "") };
}

/** The fewest and the most items of a list. */
export function itemLimitsIn(config: Configuration): Limits {
  return {
    ...limitsIn(config, ["minNumber", "minItems"], ["maxNumber", "maxItems"]),
    ...limitsIn(settingsIn(config, "validationLimit"), ["min"], ["max"]),
  };
}

/** The limits in a configuration; 0 is no limit. */
export function limitsIn(config: Configuration, least: readonly string[], most: readonly string[]): Limits {
  const limit = (names: readonly string[]) => {
    const found = names.map((name) => settingIn(config, name)).find((value) => value != null && value !== "");
    const value = Number(found);
    return Number.isFinite(value) && value !== 0 ? value : undefined;
  };
  const [min, max] = [limit(least), limit(most)];
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
