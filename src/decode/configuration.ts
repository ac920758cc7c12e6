/** Settings in the configuration of a data type, in the spelling of every version. */

import { isMembers } from "../json/shape.ts";

/** The configuration of a data type. */
export type Configuration = Readonly<Record<string, unknown>>;

export const NO_CONFIGURATION: Configuration = {};

/** Names ignore case, since uSync for version 8 writes them with a capital letter. */
export function settingIn(config: Configuration, name: string): unknown {
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
export function countIn(config: Configuration, name: string): number | undefined {
  const count = Number(settingIn(config, name));
  return Number.isInteger(count) && count > 0 ? count : undefined;
}
