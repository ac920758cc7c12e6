/** Reads the columns of a table from the statement that made it, as SQLite keeps it. */
import type { Column, SqlValue } from "./row.ts";

/** A word, a name in quotes of any kind, a string, a number, or one sign. */
const TOKEN =
  /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}_][\p{L}\p{N}_$]*|[-+]?[0-9.]+(?:e[-+]?[0-9]+)?|[^\s]/giu;
const COMMENT = /^(?:--|\/\*)/;
/** What a definition begins with that is not of a column. */
const TABLE_CONSTRAINT = /^(?:constraint|primary|unique|check|foreign)$/i;
/** What ends the name of a column's type. */
const COLUMN_CONSTRAINT =
  /^(?:constraint|primary|not|null|unique|check|default|collate|references|generated|as)$/i;

type Definition = { name: string; type: string; tokens: string[] };

/** The columns in the order of the table's records, by their names in lower case. */
export function readColumns(sql: string): Map<string, Column> {
  const tokens = (sql.match(TOKEN) ?? []).filter((token) => !COMMENT.test(token));
  const parts = splitBody(tokens.slice(tokens.indexOf("(") + 1));
  const definitions = parts.filter(([first]) => !TABLE_CONSTRAINT.test(first)).map(definitionOf);
  const rowid = rowidColumn(definitions, parts);
  return new Map(
    definitions.map(({ name, type, tokens }, index) => [
      name.toLowerCase(),
      { name, index: name === rowid ? -1 : index, fallback: defaultOf(tokens, type) },
    ]),
  );
}

/** The definitions between the outermost parentheses. */
function splitBody(tokens: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let depth = 1;
  for (const token of tokens) {
    if (token === "(") depth++;
    if (token === ")") depth--;
    if (depth === 0) break;
    if (token === "," && depth === 1) parts.push([]);
    else parts[parts.length - 1].push(token);
  }
  return parts.filter(({ length }) => length > 0);
}

function definitionOf([first, ...tokens]: readonly string[]): Definition {
  const end = tokens.findIndex((token) => COLUMN_CONSTRAINT.test(token));
  const type = tokens.slice(0, end < 0 ? tokens.length : end).join(" ");
  return { name: unquoted(first), type, tokens };
}

/** The name of the column that stands for the row's id: a single primary key whose type is INTEGER and nothing else. */
function rowidColumn(definitions: readonly Definition[], parts: readonly string[][]): string | undefined {
  const own = definitions.find(({ tokens }) => /\bprimary key(?! desc\b)/i.test(tokens.join(" ")));
  const name = own?.name ?? singleKey(parts);
  const column = definitions.find((each) => each.name.toLowerCase() === name?.toLowerCase());
  return column && /^integer$/i.test(column.type) ? column.name : undefined;
}

/** The column of `PRIMARY KEY ("name")` behind the columns. */
function singleKey(parts: readonly string[][]): string | undefined {
  for (const tokens of parts.filter(([first]) => TABLE_CONSTRAINT.test(first))) {
    const at = tokens.findIndex((token) => /^primary$/i.test(token));
    if (at < 0) continue;
    const [, , , name, ...rest] = tokens.slice(at);
    const isSingle = name !== undefined && !rest.slice(0, rest.indexOf(")")).includes(",");
    return isSingle ? unquoted(name) : undefined;
  }
  return undefined;
}

/** The constant that rows have which are older than the column. */
function defaultOf(tokens: readonly string[], type: string): SqlValue {
  const at = tokens.findIndex((token) => /^default$/i.test(token));
  const literal = tokens.slice(at + 1).find((token) => token !== "(");
  if (at < 0 || literal === undefined || /^null$/i.test(literal)) return undefined;
  const text = literal.startsWith("'") ? unquoted(literal) : literal;
  const isNumber = /int|real|floa|doub|num|dec/i.test(type) && /^[-+]?[0-9]+(?:\.[0-9]+)?$/.test(text);
  return isNumber ? Number(text) : text;
}

function unquoted(token: string): string {
  const quote = token[0];
  if (quote === "[") return token.slice(1, -1);
  return /["'`]/.test(quote) ? token.slice(1, -1).replaceAll(quote + quote, quote) : token;
}
