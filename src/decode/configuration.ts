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
