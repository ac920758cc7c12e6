/** Opens a SQL script with the rows of a database, of SQL Server, SQL Server Compact or MySQL. */
import { entryIn } from "../../site/map-entries.ts";
import { runInSlices } from "../../site/run-in-slices.ts";
import { textOfUnknownEncoding } from "../../text/file-text.ts";
import { FileFault, readWholeFile } from "../data-file.ts";
import { type CellValue, datetimeText, smallDatetimeText } from "../tables/cell-values.ts";
import { type OpenTables, readerOfTables, rowDecoder, type TableReading } from "../tables/table-reader.ts";

/** `type`: in upper case; empty if the script does not create the table. `index`: among the values of a row. */
type ScriptColumn = { name: string; type: string; index: number };
/** `created`: its columns. `lists`: those of statements. `columns`: both. `rows`: where the values of rows are. `query`: where rows of a query are inserted. */
type ScriptTable = {
  columns: ScriptColumn[];
  created: ScriptColumn[];
  lists: Map<string, ScriptColumn[]>;
  rows: { columns: readonly ScriptColumn[]; at: number }[];
  query?: number;
};

/** A script is one text in memory while it is read, whose length V8 limits. */
const LIMIT = { bytes: 2 ** 29 - 25, reason: "a script of more than 512 MB is not read: pass a backup" };

/** @throws FileFault; the error of the file system */
export const openScript: OpenTables = async (path, report) => {
  const lexer = sqlLexer(textOfUnknownEncoding(readWholeFile(path, LIMIT)));
  const tables = await runInSlices(indexTables(lexer, report.onProgress));
  const nodes = tables.get("umbraconode");
  if (nodes?.rows.length === 0 && nodes.query === undefined)
    throw new FileFault("it has no rows of umbracoNode: generate the script with schema and data");
  return {
    ...readerOfTables(
      {
        tables,
        server: lexer.isMysql ? "MySQL" : undefined,
        sizeOf: () => 0,
        read: (table, reading) => runInSlices(readRows(lexer, table, reading)),
        close: () => {},
      },
      report,
    ),
    omitsEmptyTables: true,
  };
};

/** `word`: a keyword, a number, or a name without quotes, in upper case. `mark`: any other character; empty at the end of the script. */
type Token = { kind: "word" | "name" | "string" | "mark"; text: string; start: number };

/** What the start of a script of MySQL has. */
const MYSQL_HEAD = /`|ENGINE\s*=|-- (?:MySQL dump|MariaDB dump|phpMyAdmin)/i;
const HEAD_LENGTH = 4000;
const T_SQL = tokenPattern("--", "(?:'[^']*')+", String.raw`\[[^\]]*\](?:\][^\]]*\])*|(?:"[^"]*")+`);
// Loops over parts without quotes and escapes, since each turn of a loop takes room on the stack.
const MYSQL = tokenPattern(
  "(?:--|#)",
  String.raw`(?:'[^'\\]*(?:\\.[^'\\]*)*')+|(?:"[^"\\]*(?:\\.[^"\\]*)*")+`,
  "(?:`[^`]*`)+",
);
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", 0: "\0", b: "\b", Z: "\x1a" };
const TRUNCATED = "the script ends within a statement: it is truncated";

/** In strings and names, a doubled quote is one quote. */
function tokenPattern(comment: string, string: string, name: string): RegExp {
  const space = String.raw`(?:\s+|${comment}[^\n]*|/\*.*?\*/)*`;
  const word = String.raw`-?\d[\d.]*(?:e[+-]?\d+)?(?![\p{L}_])|[\p{L}\p{N}_@#$]+`;
  return new RegExp(`${space}(?:(?<string>${string})|(?<name>${name})|(?<word>${word})|(?<mark>.))?`, "isuy");
}

function sqlLexer(script: string) {
  const isMysql = MYSQL_HEAD.test(script.slice(0, HEAD_LENGTH));
  const pattern = isMysql ? MYSQL : T_SQL;
  let at = 0;
  const unquoted = (text: string): string => {
    const quote = text[text.length - 1];
    const inside = text.slice(1, -1);
    if (!isMysql || quote === "`") return inside.replaceAll(quote + quote, quote);
    return inside.replace(/\\(.)|''|""/gs, (both, char: string | undefined) =>
      char === undefined ? (both[0] === quote ? quote : both) : (ESCAPED[char] ?? char),
    );
  };
  /** A fault with the line and the column of a position, both from 1. */
  const fault = (reason: string, position = at): FileFault => {
    const lines = script.slice(0, position).split("\n");
    return new FileFault(`${reason} (line ${lines.length}, column ${lines[lines.length - 1].length + 1})`);
  };
  /** @throws FileFault if the script ends within a text */
  const next = (): Token => {
    pattern.lastIndex = at;
    const { string, name, word, mark = "" } = pattern.exec(script)?.groups ?? {};
    at = pattern.lastIndex;
    const token = (kind: Token["kind"], text: string, source = text) => ({
      kind,
      text,
      start: at - source.length,
    });
    if (string !== undefined) return token("string", unquoted(string), string);
    if (name !== undefined) return token("name", unquoted(name), name);
    if (word !== undefined) return token("word", word.toUpperCase(), word);
    if (mark !== "" && `'"${isMysql ? "`" : "["}`.includes(mark)) throw fault(TRUNCATED);
    return token("mark", mark);
  };
  const moveTo = (position: number) => {
    at = position;
  };
  /** Whether the next token is a word or a mark, which is then read. */
  const take = (text: string): boolean => {
    const { kind, text: found, start } = next();
    const isTaken = (kind === "word" || kind === "mark") && found === text;
    if (!isTaken) moveTo(start);
    return isTaken;
  };
  return { isMysql, length: script.length, next, take, moveTo, fault };
}

type SqlLexer = ReturnType<typeof sqlLexer>;

/** What begins a part of CREATE TABLE that is no column. */
const NO_COLUMN = "CONSTRAINT PRIMARY KEY UNIQUE INDEX FOREIGN CHECK FULLTEXT SPATIAL".split(" ");

/** Finds the rows of each table, in steps. @throws FileFault if the script is truncated */
function* indexTables(lexer: SqlLexer, onProgress: (done: number, total: number) => void) {
  const tables = new Map<string, ScriptTable>();
  /** Of a name with a schema or a database, the last part counts. */
  const readTable = (): ScriptTable => {
    let name = "";
    do name = lexer.next().text;
    while (lexer.take("."));
    const empty = { columns: [], created: [], lists: new Map(), rows: [] };
    return entryIn(tables, name.toLowerCase(), () => empty);
  };
  /** Scripts of SQL Server turn this on before the rows of a table, and off after them. */
  let insertsIdentities = false;
  for (let token = lexer.next(); token.kind !== "mark" || token.text !== ""; token = lexer.next()) {
    yield;
    if (token.kind !== "word") continue;
    if (token.text === "CREATE" && lexer.take("TABLE")) {
      for (const word of ["IF", "NOT", "EXISTS"]) lexer.take(word);
      const { columns, created } = readTable();
      const addColumn = () => {
        const { kind, text: name } = lexer.next();
        // Computed columns have no values.
        if ((kind === "word" && NO_COLUMN.includes(name)) || lexer.take("AS")) return;
        created.push({ name, type: lexer.next().text.toUpperCase(), index: created.length });
        columns.push(created[created.length - 1]);
      };
      if (lexer.take("(")) readParts(lexer, addColumn);
    } else if (token.text === "SET" && lexer.take("IDENTITY_INSERT")) {
      do lexer.next();
      while (lexer.take("."));
      insertsIdentities = lexer.take("ON");
    } else if (token.text === "INSERT" || (lexer.isMysql && token.text === "REPLACE")) {
      onProgress(token.start, lexer.length);
      for (const word of ["IGNORE", "INTO"]) lexer.take(word);
      indexRows(lexer, readTable());
    }
  }
  if (insertsIdentities) throw lexer.fault("the script ends within the rows of a table: it is truncated");
  // INSERT is also a right, and an event.
  for (const [name, { columns, rows, query }] of tables)
    if (columns.length + rows.length === 0 && query === undefined) tables.delete(name);
  return tables;
}

/** Reads parts between brackets, of which the first is open. @param readPart reads the start of a part */
function readParts(lexer: SqlLexer, readPart = () => {}): void {
  readPart();
  for (let depth = 1; depth > 0; ) {
    const { kind, text } = lexer.next();
    if (kind !== "mark") continue;
    if (text === "") throw lexer.fault(TRUNCATED);
    if (text === "(") depth++;
    else if (text === ")") depth--;
    else if (text === "," && depth === 1) readPart();
  }
}

function indexRows(lexer: SqlLexer, table: ScriptTable): void {
  const names: string[] = [];
  if (lexer.take("(")) readParts(lexer, () => names.push(lexer.next().text));
  if (!lexer.take("VALUES")) {
    const { text, start } = lexer.next();
    if (text === "SELECT") table.query = start;
    return;
  }
  const listed = () => {
    const types = new Map(table.created.map(({ name, type }) => [name.toLowerCase(), type]));
    const list = names.map((name, index) => ({ name, type: types.get(name.toLowerCase()) ?? "", index }));
    table.columns = table.columns.concat(list);
    return list;
  };
  const columns = names.length === 0 ? table.created : entryIn(table.lists, names.join(), listed);
  do {
    const { text, start } = lexer.next();
    if (text !== "(") throw lexer.fault(text === "" ? TRUNCATED : "values in brackets are expected", start);
    table.rows.push({ columns, at: start });
    readParts(lexer);
  } while (lexer.take(","));
}

/** Reads the rows of a table, in steps. */
function* readRows(
  lexer: SqlLexer,
  { rows, query }: ScriptTable,
  reading: TableReading,
): Generator<void, void> {
  const { name } = reading;
  if (query !== undefined)
    throw lexer.fault(`the table ${name} has rows of a query, which are not here`, query);
  const decoders = new Map<readonly ScriptColumn[], ReturnType<typeof rowDecoder<ScriptColumn>>>();
  for (const { columns, at } of rows) {
    yield;
    lexer.moveTo(at + 1);
    const values: CellValue[] = [];
    do values.push(readExpression(lexer));
    while (lexer.take(","));
    if (!lexer.take(")")) throw lexer.fault(`a value of the table ${name} cannot be read`);
    if (values.length !== columns.length)
      throw lexer.fault(`${values.length} values for ${columns.length} columns of the table ${name}`, at);
    const decodeRow = entryIn(decoders, columns, () => rowDecoder(columns, reading));
    const row = decodeRow(
      ({ type, index }) => valueAsType(values[index], type),
      () => `a row of the table ${name}`,
    );
    if (row) reading.onRow(row);
  }
}

const DATE_TYPES = "DATETIME DATETIME2 SMALLDATETIME DATE DATETIMEOFFSET TIMESTAMP TS".split(" ");

/** A value as one of a type, of which scripts have other forms, too. */
function valueAsType(value: CellValue, type: string): CellValue {
  // Old dumps of MySQL have a byte of 0 or 1. The digits are even and odd alike.
  if (type === "BIT" && typeof value === "string") return value.charCodeAt(0) & 1;
  if (!DATE_TYPES.includes(type)) return value;
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    if (bytes.length === 4) return smallDatetimeText(bytes.readUInt16BE(0), bytes.readUInt16BE(2));
    return bytes.length === 8 ? datetimeText(bytes.readInt32BE(0), bytes.readUInt32BE(4)) : value;
  }
  const date = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d*?)0*(?!\d))?)?/.exec(String(value));
  if (!date) return value;
  const [, year, month, day, time = "00:00:00", digits = ""] = date;
  return `${year}-${month}-${day} ${time}${digits && `.${digits}`}`;
}

const CONSTANTS: Readonly<Record<string, CellValue>> = { NULL: null, TRUE: 1, FALSE: 0 };

/** @throws FileFault if scripts with data have no such expression */
function readExpression(lexer: SqlLexer): CellValue {
  const { kind, text, start } = lexer.next();
  let value: CellValue;
  if (kind === "string") value = text;
  else if (text === "(") value = readExpression(lexer);
  else if (text in CONSTANTS) value = CONSTANTS[text];
  else if (text.startsWith("0X")) value = Buffer.from(text.slice(2), "hex");
  // Numbers with a fraction, or of many digits, stay texts.
  else if (/^-?\d/.test(text)) value = /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  else if (text === "CAST" || text === "CONVERT") value = readCast(lexer, text === "CONVERT");
  else if (text === "{" && lexer.take("TS")) value = valueAsType(readExpression(lexer), "TS");
  else {
    // N'…', _utf8'…', X'…', b'1'
    const string = lexer.next();
    if (string.kind !== "string" || !/^(?:[NXB]|_\w+)$/.test(text))
      throw lexer.fault("a value is expected", start);
    value = string.text;
    if (text === "X") value = Buffer.from(string.text, "hex");
    if (text === "B") value = Number.parseInt(string.text, 2);
  }
  const end = { "(": ")", "{": "}" }[text];
  if (kind === "mark" && end && !lexer.take(end)) throw lexer.fault(`${end} is expected`);
  return lexer.take("+") ? `${value}${readExpression(lexer)}` : value;
}

/** `(x AS type)` of CAST, or `(type, x, style)` of CONVERT. */
function readCast(lexer: SqlLexer, isConvert: boolean): CellValue {
  const readType = () => {
    const { text } = lexer.next();
    if (lexer.take("(")) readParts(lexer);
    return text.toUpperCase();
  };
  lexer.take("(");
  const first = isConvert ? readType() : undefined;
  lexer.take(",");
  const value = readExpression(lexer);
  lexer.take("AS");
  const type = first ?? readType();
  readParts(lexer);
  return valueAsType(value, type);
}
