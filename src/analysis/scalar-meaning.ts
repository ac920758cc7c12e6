/** What scalars and lists of scalars mean, however a generation writes them. */
import { spaceFolded } from "../values/visible-html.ts";
import { type Json, parseValue } from "./json-value.ts";
import { unquotedText } from "./node-record.ts";

/** How the values of editors that hold neither nodes nor markup are compared. */
const FAMILIES = [
  "text",
  "number",
  "boolean",
  "date",
  "texts",
  /** Of what the data type offers: some versions hold the ids of that, which nobody can tell from outside. */
  "choices",
  "color",
  "slider",
  "json",
] as const;
export type Family = (typeof FAMILIES)[number];

/** Editors of the CMS itself, without their `Umbraco.`, in lower case. */
const EDITORS: Readonly<Record<Family, readonly string[]>> = {
  text: [
    "textbox",
    "textarea",
    "textboxmultiple",
    "emailaddress",
    "label",
    "noedit",
    "timeonly",
    "plain.string",
    "plain.time",
  ],
  number: ["integer", "decimal", "plain.integer", "plain.decimal"],
  boolean: ["truefalse"],
  date: ["date", "datetime", "dateonly", "datetimeunspecified", "datetimewithtimezone", "plain.datetime"],
  texts: ["tags", "multipletextstring"],
  choices: ["checkboxlist", "radiobuttonlist", "dropdown", "dropdown.flexible", "dropdownmultiple"],
  color: ["colorpicker", "colorpicker.eyedropper", "colorpickeralias"],
  slider: ["slider"],
  json: ["plain.json"],
};

const FAMILY_OF = new Map(FAMILIES.flatMap((family) => EDITORS[family].map((alias) => [alias, family])));
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const LONGEST_NUMBER = 15;
const TRUE = new Set(["1", "true", "on", "yes"]);
const FALSE = new Set(["", "0", "false", "off", "no"]);

/** @returns `undefined` for editors whose values are no scalars */
export function familyOf(editorAlias: string): Family | undefined {
  return FAMILY_OF.get(editorAlias.toLowerCase().replace(/^umbraco\./, ""));
}

/** @returns the texts that a value comes to, of equal values the same ones; `undefined` where it is none that these editors write */
export function scalarTexts(value: string, family: Family): string[] | undefined {
  if (family === "json") return [unquotedText(value) ?? value];
  const told = listOf(opened(parseValue(value)), family);
  const texts = told.filter((text) => text !== undefined);
  if (texts.length < told.length) return undefined;
  if (family === "boolean") return [booleanOf(texts[0] ?? "")];
  return texts.map((text) => normal(text, family)).filter((text) => text !== "");
}

/** Whether all of a list are ids of what a data type offers, for all that can be told. */
export function areChoiceIds(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => /^\d+$/.test(text));
}

/** A string that holds JSON as that JSON. */
function opened(value: Json | undefined): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value ?? null;
  return parseValue(value) ?? value;
}

function listOf(json: Json, family: Family): (string | undefined)[] {
  if (Array.isArray(json)) return json.map(textOf);
  if (family === "slider" && typeof json === "object" && json !== null) return ends(json);
  const text = textOf(json);
  return text === undefined ? [text] : split(text, family);
}

function split(text: string, family: Family): (string | undefined)[] {
  if (family === "slider") return distinct(text.split(","));
  if (family === "texts" && /[\r\n]/.test(text)) return text.split(/\r?\n/);
  return family === "texts" || family === "choices" ? text.split(",") : [text];
}

function ends({ from, to }: { [name: string]: Json }): (string | undefined)[] {
  return distinct([textOf(from ?? null), textOf(to ?? null)]);
}

/** A range that begins where it ends is one number. */
function distinct(texts: readonly (string | undefined)[]): (string | undefined)[] {
  return [...new Set(texts.map((text) => text?.trim()))];
}

/** What an item says: objects of some editors hold it as their `value`. */
function textOf(json: Json): string | undefined {
  if (json === null) return "";
  if (typeof json !== "object") return String(json);
  const own = Array.isArray(json) ? undefined : (json.value ?? json.label);
  return own === undefined || typeof own === "object" ? undefined : String(own);
}

function normal(text: string, family: Family): string {
  const plain = family === "text" ? text.replaceAll("\r\n", "\n").normalize("NFC").trim() : spaceFolded(text);
  if (family === "number" || family === "slider") return numberOf(plain);
  if (family === "date") return dateOf(plain);
  return family === "color" ? plain.replace(/^#/, "").toLowerCase() : plain;
}

function numberOf(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text) && text.length <= LONGEST_NUMBER;
  return isNumber ? String(Number(text)) : text;
}

/** To the second, without zone; midnight is the day. */
function dateOf(text: string): string {
  const [match, day, minute = "00:00", second = "00"] = DATE.exec(text) ?? [];
  if (match === undefined) return text;
  const time = `${minute}:${second}`;
  return time === "00:00:00" ? day : `${day}T${time}`;
}

function booleanOf(text: string): string {
  const word = text.trim().toLowerCase();
  return TRUE.has(word) ? "true" : FALSE.has(word) ? "" : word;
}
