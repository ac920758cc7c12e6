/** Writes SQL scripts as Management Studio does, "schema and data". */
import type { SqlValue } from "sql.js";
import { type Column, type Table, typeOf } from "../bacpac/write-bacpac.ts";

/** A statement for each row. @param creates whether the script creates the tables, too */
export function scriptOf(tables: readonly Table[], creates = true): string {
  const literalOf = ({ type }: Column, value: SqlValue | undefined) => {
    if (value === null || value === undefined) return "NULL";
    if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString("hex")}`;
    const { base } = typeOf(type);
    const text = `N'${String(value).replaceAll("'", "''")}'`;
    if (base === "datetime") return `CAST(${text.replace(" ", "T")} AS DateTime)`;
    if (base === "decimal") return `CAST(${value} AS Decimal(38, 6))`;
    return /char|text|uniqueidentifier/.test(base) ? text : String(value);
  };
  return tables
    .map(({ name, schema = "dbo", columns, rows }) => {
      const named = `[${schema}].[${name.replaceAll("]", "]]")}]`;
      const definitions = columns.map(
        (column) => `\t[${column.name}] [${typeOf(column.type).base}](8) NOT NULL,\r\n`,
      );
      const table = `CREATE TABLE ${named}(\r\n${definitions.join("")} CONSTRAINT [PK_${name}] PRIMARY KEY CLUSTERED ([${columns[0].name}] ASC)\r\n) ON [PRIMARY]\r\nGO\r\n`;
      const names = columns.map((column) => `[${column.name}]`).join(", ");
      const inserts = rows.map(
        (row) =>
          `INSERT ${named} (${names}) VALUES (${columns.map((column) => literalOf(column, row[column.name])).join(", ")})\r\n`,
      );
      const [before, after] = ["ON", "OFF"].map((state) => `SET IDENTITY_INSERT ${named} ${state}\r\n`);
      return `${creates ? table : ""}${before}${inserts.join("")}GO\r\n${after}`;
    })
    .join("");
}
