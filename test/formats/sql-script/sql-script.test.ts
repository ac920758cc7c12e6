/** SQL scripts with data: of SQL Server from the tables of a .bacpac, of MySQL written by hand; expressions, and faults. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { openScript } from "../../../src/formats/sql-script/open-script.ts";
import { everyAnswer } from "../../everything.ts";
import { dataDirectory } from "../../support/temporary.ts";
import { allOf, tablesOf, version7Tables, writeBacpac } from "../bacpac/write-bacpac.ts";
import { fullSite } from "../database/full-site.ts";
import { scriptOf } from "./write-script.ts";

function write(script: string | Buffer, name = "site.sql"): string {
  return join(dataDirectory({ [name]: script }), name);
}

describe("scripts of SQL Server", () => {
  const tables = tablesOf(fullSite().database);
  const script = scriptOf(tables);

  it.each<[string, Buffer]>([
    ["in UTF-8", Buffer.from(script)],
    ["in UTF-8 with a mark", Buffer.from(`\ufeff${script}`)],
    ["in UTF-16", Buffer.from(script, "utf16le")],
    ["in UTF-16 with a mark", Buffer.from(`\ufeff${script}`, "utf16le")],
    ["in UTF-16 of the other order", Buffer.from(`\ufeff${script}`, "utf16le").swap16()],
  ])("are read as a .bacpac of the same tables: %s", async (_, bytes) => {
    expect(await allOf(write(bytes))).toEqual(await allOf(writeBacpac(tables)));
  });

  it("are read without definitions of tables, which then lack empty tables", async () => {
    const { protectedNodes, ...loaded } = await allOf(write(scriptOf(tables, false)));
    const { protectedNodes: _, ...expected } = await allOf(writeBacpac(tables));
    expect(loaded).toEqual(expected);
  });

  it("are refused if they have only the definitions of tables", async () => {
    const path = write(scriptOf(tables.map((table) => ({ ...table, rows: [] }))));
    await expect(loadDirectory(path)).rejects.toThrow(
      `${path} cannot be read: it has no rows of umbracoNode: generate the script with schema and data`,
    );
  });

  it("are read in version 7", async () => {
    const config = `<root id="-1"><home id="1050" key="00000050-0000-4000-8000-000000000000" sortOrder="0" nodeName="It's" isDoc=""><title>Fish</title></home></root>`;
    const tables7 = version7Tables(config, { editors: { "home.title": "Umbraco.Textbox" } });
    const loaded = await allOf(write(scriptOf(tables7, false)));
    expect(loaded).toEqual(await allOf(writeBacpac(tables7)));
    expect(loaded.answers.length).toBe(1);
  });

  it("are read in Windows-1252 if they are not UTF-8", async () => {
    const text = script.replaceAll("Below", "Føroyar").replaceAll(/[^\0-\xff]/g, "?");
    const { trees } = await loadDirectory(write(Buffer.from(text, "latin1")));
    expect(everyAnswer(trees.content).map(({ name }) => name)).toContain("Føroyar");
  });
});

/** By hand, as mysqldump and phpMyAdmin write. */
const MYSQL = `-- phpMyAdmin SQL Dump
/*!40101 SET NAMES utf8 */;
DROP TABLE IF EXISTS \`umbracoNode\`;
CREATE TABLE IF NOT EXISTS \`umbracoNode\` (
  \`id\` int(11) NOT NULL AUTO_INCREMENT,
  \`trashed\` bit(1) NOT NULL DEFAULT b'0',
  \`parentID\` int(11) NOT NULL,
  \`sortOrder\` int(11) NOT NULL COMMENT 'it''s an "order", (or not)',
  \`uniqueID\` char(36) DEFAULT NULL,
  \`text\` varchar(255) DEFAULT NULL,
  \`nodeObjectType\` char(36) DEFAULT NULL,
  \`createDate\` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (\`id\`), KEY \`parent\` (\`parentID\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8; # the nodes
INSERT INTO \`umbracoNode\` VALUES
(1050,'\0',-1,0,'00000050-0000-4000-8000-000000000000','It\\'s \\"home\\"\\n','c66ba18e-eaf3-4cff-8a22-41b16d66a972','2012-03-04 05:06:07'),
(1051,b'0',1050,0,'00000051-0000-4000-8000-000000000000',_utf8'Below', "c66ba18e-eaf3-4cff-8a22-41b16d66a972",'2012-03-04 05:06:07'),
(1052,b'1',1050,0,'00000052-0000-4000-8000-000000000000','Gone','c66ba18e-eaf3-4cff-8a22-41b16d66a972','2012-03-04 05:06:07'),
(2000,0,-1,0,'00000052-0000-4000-8000-000000002000','Page','A2CB7800-F571-4787-9638-BC48539A0EFB','2012-03-04 05:06:07');
INSERT INTO \`cmsContentType\` (\`nodeId\`,\`alias\`,\`icon\`,\`allowAtRoot\`) VALUES (2000,'page','icon',1);
REPLACE INTO old.\`cmsDocument\` (nodeId, published, newest) VALUES (1050,1,1),(1051,1,1),(1052,1,1);
INSERT IGNORE INTO \`CMSCONTENTXML\` (\`nodeId\`,\`xml\`) VALUES
(1050,'<page id="1050" key="00000050-0000-4000-8000-000000000000" parentID="-1" sortOrder="0" nodeName="It&apos;s home" isDoc=""><text><![CDATA[a \\\\ b; \\'c\\'\\r\\n]]></text></page>'),
(1051,'<page id="1051" parentID="1050" sortOrder="0" nodeName="Below" isDoc=""/>');
INSERT INTO \`cmsPropertyType\` (id,dataTypeId,contentTypeId,propertyTypeGroupId,Alias,Name,sortOrder,mandatory,Description) VALUES (1,-88,2000,NULL,'text','Text',0,0,'');
INSERT INTO \`cmsDataType\` (pk,nodeId,propertyEditorAlias,dbType) VALUES (1,-88,'Umbraco.Textbox','Nvarchar');
-- Dump completed
`;

describe("scripts of MySQL", () => {
  it("are read with escapes, several rows in a statement, and tables of any case", async () => {
    const { trees, server, warnings } = await loadDirectory(write(MYSQL));
    expect(server).toBe("MySQL");
    const nodes = everyAnswer(trees.content);
    expect(nodes.map(({ id, name }) => [id, name])).toEqual([
      [1050, "It's home"],
      [1051, "Below"],
    ]);
    expect(nodes[0].properties.text.value).toBe("a \\ b; 'c'\n");
    expect(warnings.map(({ text }) => text)).toEqual(["node 1052 is left out: it is in the recycle bin"]);
  });
});

/** The rows of a table in a script. */
async function rowsOf(script: string, columns: readonly string[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  const reader = await openScript(write(script), { onProgress: () => {}, warn: () => {} });
  await reader.read("t", columns, (row) => rows.push([...row]));
  return rows;
}

describe("expressions of scripts", () => {
  it.each<[string, unknown]>([
    ["NULL", null],
    ["-12", -12],
    ["12345678901234567890", "12345678901234567890"],
    ["CAST(1.50 AS Decimal(18, 2))", "1.50"],
    ["'it''s'", "it's"],
    ["N'a' + N'b' + CAST(N'c' AS nvarchar(max))", "abc"],
    ["(1)", 1],
    ["CAST(N'2012-03-04T05:06:07.120' AS DateTime)", "2012-03-04 05:06:07.12"],
    ["CAST(N'20120304' AS Date)", "2012-03-04 00:00:00"],
    ["CAST(0x0000A00D00540A5C AS DateTime)", "2012-03-07 05:05:58.92"],
    ["CAST(0xA00D0132 AS SmallDateTime)", "2012-03-07 05:06:00"],
    ["CONVERT(datetime, '2012-03-04 05:06:07', 121)", "2012-03-04 05:06:07"],
    ["{ts '2012-03-04 05:06:07.000'}", "2012-03-04 05:06:07"],
    ["0x6162", Buffer.from("ab")],
    ["X'6162'", Buffer.from("ab")],
    ["/* one */ 1 -- and more", 1],
  ])("%s is %j", async (expression, value) => {
    expect(await rowsOf(`INSERT t (a, b) VALUES (${expression}\n, 2)`, ["a", "B", "c"])).toEqual([
      [value, 2, null],
    ]);
  });

  it("values without names of columns have those of the table", async () => {
    const script =
      "CREATE TABLE t (a int, b AS a + 1, c bit, PRIMARY KEY (a));\nINSERT INTO t VALUES (1, '\u0001'), (2, '0')";
    expect(await rowsOf(script, ["c", "a"])).toEqual([
      [1, 1],
      [0, 2],
    ]);
  });
});

describe("faults of scripts", () => {
  it.each([
    [
      "that end within a text",
      "INSERT t (a) VALUES ('x",
      "the script ends within a statement: it is truncated (line 1, column 23)",
    ],
    [
      "that end within a row",
      "INSERT t (a)\nVALUES (1,",
      "the script ends within a statement: it is truncated (line 2, column 11)",
    ],
    [
      "that end after a row",
      "INSERT t (a) VALUES (1),",
      "the script ends within a statement: it is truncated (line 1, column 25)",
    ],
    [
      "that end within the rows of a table of SQL Server",
      "SET IDENTITY_INSERT [dbo].[u] ON\nSET IDENTITY_INSERT u OFF\nSET IDENTITY_INSERT [dbo].[t] ON\nINSERT t (a) VALUES (1)",
      "the script ends within the rows of a table: it is truncated (line 4, column 24)",
    ],
    [
      "with an unknown expression",
      "INSERT t (a)\nVALUES (1), (GETDATE())",
      "a value is expected (line 2, column 14)",
    ],
    [
      "with too few values",
      "INSERT t (a, b) VALUES (1)",
      "1 values for 2 columns of the table t (line 1, column 24)",
    ],
    [
      "with rows of a query",
      "INSERT INTO t (a) SELECT 1",
      "the table t has rows of a query, which are not here (line 1, column 19)",
    ],
    [
      "without names of columns",
      "INSERT t VALUES (1)",
      "1 values for 0 columns of the table t (line 1, column 17)",
    ],
  ])("%s are refused with line and column", async (_, script, reason) => {
    await expect(rowsOf(script, ["a"])).rejects.toThrow(reason);
  });

  it("without rows of nodes are refused", async () => {
    const path = write("SELECT 1");
    await expect(loadDirectory(path)).rejects.toThrow(`${path} cannot be read: it holds no tables`);
  });
});
