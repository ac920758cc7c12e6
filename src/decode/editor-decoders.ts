/** How the values of each property editor are decoded. */

import {
  choices,
  color,
  entityData,
  label,
  manyChoices,
  memberGroups,
  oneChoice,
  slider,
  tags,
  texts,
} from "./choices.ts";
import type { Decode } from "./decoding.ts";
import {
  boolean,
  dateOnly,
  dateTime,
  dateTimeWithZone,
  json,
  member,
  nothing,
  number,
  text,
  time,
} from "./plain-values.ts";

/** Decoders of the CMS's own editors, without the prefix `Umbraco.`, in lower case. */
const OWN: Readonly<Record<string, Decode>> = {
  textbox: text,
  textarea: text,
  textboxmultiple: text,
  emailaddress: text,
  uploadfield: text,
  "colorpicker.eyedropper": text,
  "plain.string": text,
  truefalse: boolean,
  integer: number,
  decimal: number,
  userpicker: number,
  "plain.integer": number,
  "plain.decimal": number,
  date: dateTime,
  datetime: dateTime,
  datetimeunspecified: dateTime,
  "plain.datetime": dateTime,
  datetimewithtimezone: dateTimeWithZone,
  dateonly: dateOnly,
  timeonly: time,
  "plain.time": time,
  dropdown: oneChoice,
  dropdownlistpublishingkeys: oneChoice,
  radiobuttonlist: oneChoice,
  xpathdropdownlist: oneChoice,
  "dropdown.flexible": choices,
  dropdownmultiple: manyChoices,
  dropdownlistmultiplepublishkeys: manyChoices,
  checkboxlist: manyChoices,
  xpathcheckboxlist: manyChoices,
  tags,
  multipletextstring: texts,
  colorpicker: color,
  colorpickeralias: color,
  slider,
  label,
  noedit: label,
  listview: nothing,
  folderbrowser: nothing,
  memberpicker: member,
  memberpicker2: member,
  membergrouppicker: memberGroups,
  entitydatapicker: entityData,
  "plain.json": json,
};

const PREFIX = "umbraco.";

/**
 * @param editorAlias in any case
 * @returns `undefined` if the editor is unknown
 */
export function decoderOf(editorAlias: string): Decode | undefined {
  const alias = editorAlias.toLowerCase();
  const own = alias.startsWith(PREFIX) ? alias.slice(PREFIX.length) : undefined;
  return own !== undefined && Object.hasOwn(OWN, own) ? OWN[own] : undefined;
}
