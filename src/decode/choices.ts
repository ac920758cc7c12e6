/** Decodes what is chosen from a list, listed or set: options, tags, texts, colours, sliders, labels. */
import { isMembers } from "../json/shape.ts";
import { StoredValue } from "../site/values/stored-value.ts";
import { withoutHtmlEntities } from "../site/values/visible-html.ts";
import { type Configuration, flagIn, optionsIn, optionValue, settingIn, textIn } from "./configuration.ts";
import type { DecodedValue } from "./decoded-value.ts";
import type { Decode, Decoding, ValueAt } from "./decoding.ts";
import { dateTimeInUtc, number, numberOf, text, time } from "./plain-values.ts";

/** Several options of a list. */
export const manyChoices: Decode = (at, decoding) => chosenTexts(at, decoding, true);

/** One option of a list. */
export const oneChoice: Decode = (at, decoding) => {
  const [first = "", ...others] = chosenTexts(at, decoding, false);
  for (const other of others) decoding.report(at, "malformed-value", other);
  return first;
};

/** A list whose data type says whether several options can be chosen; without a data type, the value shows it. */
export const choices: Decode = (at, decoding) => {
  const isMultiple = flagIn(at.configuration, "multiple");
  if (isMultiple !== undefined) return (isMultiple ? manyChoices : oneChoice)(at, decoding);
  const texts = chosenTexts(at, decoding, false);
  return texts.length > 1 ? texts : (texts[0] ?? "");
};

/** @param isMultiple whether several options can be chosen; otherwise commas separate known options only */
function chosenTexts(at: ValueAt, decoding: Decoding, isMultiple: boolean): string[] {
  const { texts, byId } = optionsOf(at.configuration);
  const entered = at.value.entered();
  return writtenChoices(entered, isMultiple, (text) => texts.has(text) || byId.has(text)).map((each) => {
    if (texts.has(each) || !/^\d+$/.test(each)) return each;
    const named = byId.get(each);
    if (named === undefined && isIdExpected(at, texts)) decoding.report(at, "unresolved-id", each);
    return named ?? each;
  });
}

/** Nodes that are chosen by XPath, as versions 4 to 6 store them. */
const OLD_NODES = /^\s*<XPathCheckBoxList[\s>]/i;
const OLD_NODE = /<nodeId\b[^>]*>\s*(\d+)\s*</gi;

/** The chosen options as they are stored. An option can have commas itself. */
function writtenChoices(
  entered: StoredValue,
  isMultiple: boolean,
  isOption: (text: string) => boolean,
): string[] {
  if (entered.node.kind === "array")
    return entered.items().map((item) => item.memberText("value") ?? item.text);
  const { text } = entered;
  if (isOption(text)) return [text];
  if (OLD_NODES.test(text)) return Array.from(text.matchAll(OLD_NODE), ([, id]) => id);
  const parts = separated(text);
  return isMultiple || (parts.length > 0 && parts.every(isOption)) ? parts : [text];
}

/** Whether digits are the id of an option, since the editor stores ids or the options are other texts. */
function isIdExpected({ editorAlias = "" }: ValueAt, texts: ReadonlySet<string>): boolean {
  return texts.size > 0 || /publish(?:ing)?keys$/i.test(editorAlias);
}

function separated(list: string): string[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The texts of a JSON array, or those between commas. */
function listedTexts(value: StoredValue): string[] {
  const entered = value.entered();
  return entered.node.kind === "array" ? entered.items().map((item) => item.text) : separated(entered.text);
}

/** The options of a list, and their texts by id, of versions that store ids. */
function optionsOf(config: Configuration): { texts: ReadonlySet<string>; byId: ReadonlyMap<string, string> } {
  const texts = new Set<string>();
  const byId = new Map<string, string>();
  for (const option of optionsIn(config)) {
    const text = optionValue(option);
    if (typeof text !== "string") continue;
    texts.add(text);
    const id = isMembers(option) ? settingIn(option, "id") : undefined;
    if (id !== undefined) byId.set(String(id), text);
  }
  return { texts, byId };
}

/** Tags, as a JSON array or separated by commas. */
export const tags: Decode = ({ value }) => listedTexts(value);

const XML_VALUE = /<value\b[^>]*>(?:<!\[CDATA\[(.*?)\]\]>|(.*?))<\/value>/gis;

/** Texts, one a line; a JSON array of objects or XML in version 7. */
export const texts: Decode = ({ value }) => {
  const entered = value.entered();
  if (entered.node.kind === "array")
    return entered.items().map((item) => item.memberText("value") ?? item.text);
  if (!/^\s*<values?\b/i.test(entered.text)) return entered.text.split(/\r?\n/);
  return Array.from(
    entered.text.matchAll(XML_VALUE),
    ([, raw, escaped]) => raw ?? withoutHtmlEntities(escaped),
  );
};

/** A colour with its label: that of the value, or of the data type, or the colour itself. */
export const color: Decode = ({ value, configuration }) => {
  const entered = value.entered();
  const stored = entered.memberText("value") ?? entered.text;
  return { value: stored, label: entered.memberText("label") ?? labelOf(stored, configuration) ?? stored };
};

function labelOf(wanted: string, config: Configuration): string | undefined {
  const items = settingIn(config, "items") ?? {};
  for (const item of Object.values(items)) {
    if (!isMembers(item)) continue;
    // Version 8 has an object in a string.
    const inner = StoredValue.ofText(textIn(item, "value") ?? "", "").entered();
    const option = inner.node.kind === "object" ? inner.memberText("value") : textIn(item, "value");
    const label = inner.node.kind === "object" ? inner.memberText("label") : textIn(item, "label");
    if (option === wanted && label) return label;
  }
  return undefined;
}

/** `70`, or `10,20` for a range; an object of both ends in data that a client of version 14 on has written. */
export const slider: Decode = (at, decoding) => {
  const entered = at.value.entered();
  const ends = ["from", "to"].flatMap((name) => entered.memberText(name) ?? []);
  const parts = (ends.length > 0 ? ends : separated(at.value.text)).map(numberOf);
  const [minimum, maximum = minimum] = parts;
  if (minimum === undefined || maximum === undefined || parts.length > 2) {
    decoding.report(at, "malformed-value", at.value.text);
    return at.value.text;
  }
  const isRange = flagIn(at.configuration, "enableRange") ?? parts.length > 1;
  return isRange ? { minimum, maximum } : minimum;
};

const LABELS: Readonly<Record<string, Decode>> = {
  INT: number,
  INTEGER: number,
  BIGINT: number,
  DECIMAL: number,
  DATETIME: dateTimeInUtc,
  DATE: dateTimeInUtc,
  TIME: time,
};

/** A value that editors only see, by the type of its column. */
export const label: Decode = (at, decoding) => {
  const { configuration, value } = at;
  const type = textIn(configuration, "umbracoDataValueType") ?? textIn(configuration, "valueType");
  const decode =
    LABELS[type?.toUpperCase() ?? ""] ?? (type ? text : value.node.kind === "number" ? number : text);
  return decode(at, decoding);
};

/** The ids of items of a data source. */
export const entityData: Decode = ({ value, configuration }): DecodedValue => {
  const entered = value.entered();
  const ids = (entered.member("ids") ?? entered).items().map((item) => item.text);
  return { ids, dataSource: textIn(configuration, "umbEditorDataSource") ?? null };
};

/** The names of member groups; an id whose group is not known stays. */
export const memberGroups: Decode = (at, decoding) => {
  return listedTexts(at.value).map((id) => {
    const name = decoding.site.memberGroup?.(id);
    if (name === undefined) decoding.report(at, "unresolved-id", id);
    return name ?? id;
  });
};
