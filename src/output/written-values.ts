/** What a node's card shows of its values: their text, with the digits that numbers were written with. */
import { MemberReader } from "../json/json-in-memory.ts";

/** Members of a node that have a place of their own in its card. */
const APART = ["name", "path", "properties", "children"].map((name) => `"${name}"`);
const PROPERTIES = '"properties"';
/** More of a text than fits a line. */
const SHOWN_BYTES = 16 * 1024;
/** A string in JSON as far as it goes, but for its closing quote and half an escape. */
const BEGUN_STRING = /^"(?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*/;

/** Rows of text, in the order of the answer. */
export type WrittenValues = {
  /** Name and value. */
  fields: string[][];
  /** Alias, editor alias (empty where there is none) and value. */
  properties: string[][];
};

/** Gives the value of a property as it is shown. */
export type RedactValue = (property: { alias: string; editorAlias: string; value: string }) => string;

/**
 * Texts are cut where they are longer than any line.
 * @param answer a node, in well-formed JSON
 */
export function readWrittenValues(answer: Buffer, redact: RedactValue): WrittenValues {
  const reader = new MemberReader(answer);
  const values: WrittenValues = { fields: [], properties: [] };
  reader.enterObject();
  for (const name of reader.names()) {
    if (name === PROPERTIES) values.properties = readProperties(reader, redact);
    else if (APART.includes(name)) reader.value(0);
    else values.fields.push([unquoted(name), unquoted(reader.value(SHOWN_BYTES))]);
  }
  return values;
}

function readProperties(reader: MemberReader, redact: RedactValue): string[][] {
  const rows: string[][] = [];
  reader.enterObject();
  for (const alias of reader.names()) {
    const texts = { editorAlias: "", value: "null" };
    reader.enterObject();
    for (const name of reader.names()) {
      const text = reader.value();
      if (name === '"value"') texts.value = text;
      else if (name === '"editorAlias"' && text !== "null") texts.editorAlias = unquoted(text);
    }
    const value = redact({ alias: unquoted(alias), ...texts });
    rows.push([unquoted(alias), texts.editorAlias, unquoted(value.slice(0, SHOWN_BYTES))]);
  }
  return rows;
}

/** A string as what it says, all else as JSON. */
function unquoted(json: string): string {
  const string = BEGUN_STRING.exec(json);
  return string ? JSON.parse(`${string[0]}"`) : json;
}
