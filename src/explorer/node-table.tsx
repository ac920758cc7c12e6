/** Nodes as a table whose columns can be chosen, and the same as CSV. */
import { useState } from "preact/hooks";
import type { FindQuery } from "../analysis/find/criteria.ts";
import type { ListedNode } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { csvLine } from "../output/csv.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { fetchView, useAnswer } from "./fetch-view.ts";
import { FoundName, FoundPath } from "./found-node.tsx";
import { localDate } from "./locale-text.ts";
import { type Columns, FIELDS } from "./node-columns.ts";
import { linkToListed, pathText } from "./node-name.tsx";
import { setQuery } from "./route.ts";
import { saveFile } from "./save-file.ts";

/** How many rows a request for CSV fetches. */
const CSV_ROWS = 1000;

type TableProps = {
  nodes: readonly ListedNode[];
  columns: Columns;
  label: string;
  /** What was searched for, which is marked. */
  query?: string | undefined;
};

export function NodeTable({ nodes, columns, label, query }: TableProps) {
  const fields = FIELDS.filter(({ name }) => columns.fields.includes(name));
  return (
    <section class="table-scroller" aria-label={label} tabIndex={0}>
      <table class="node-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            {fields.map(({ name, title }) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
            {columns.aliases.map((alias) => (
              <th key={alias} scope="col">
                <bdi>{alias}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={`${node.kind} ${node.row.key}`}>
              <td class="column-name">
                <ChangeMarks row={{ ...node.row, changedBelow: undefined }} />
                <TableName node={node} query={query} />
                <FoundPath node={node} query={query} />
              </td>
              {fields.map(({ name, title, of }) => (
                <td key={name} class={`column-${name}`} data-title={title}>
                  {name === "updateDate" ? localDate(of(node)) : of(node)}
                </td>
              ))}
              {columns.aliases.map((alias, i) => (
                <td key={alias} class="column-value" data-title={alias}>
                  <bdi>{node.cells?.[i] ?? ""}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TableName({ node, query }: { node: ListedNode; query: string | undefined }) {
  const { image, language, isElsewhere } = node;
  return (
    <>
      <a
        class="node-link"
        href={linkToListed(node)}
        title={isElsewhere ? `exists only in ${language}` : undefined}
      >
        {image ? <img src={image} alt="" loading="lazy" width="40" height="40" /> : null}
        <FoundName node={node} query={query} />
      </a>
      {language === undefined ? null : <span class="quiet"> {language}</span>}
    </>
  );
}

type ChoiceProps = {
  columns: Columns;
  /** The type whose properties are offered. Default: none. */
  type: { kind: Kind; alias: string; name: string | null } | undefined;
  version: string;
};

/** Check boxes for the columns; the choice is part of the URL. */
export function ColumnChoice({ columns, type, version }: ChoiceProps) {
  const parameters = type && { kind: type.kind, typeAlias: type.alias };
  const { answer } = useAnswer("type", parameters, version);
  const own = (parameters && answer?.tabs.flatMap(({ properties }) => properties)) || [];
  // Columns that were chosen for another type stay in the list, so that they can be removed.
  const others = columns.aliases.filter((alias) => !own.some((property) => property.alias === alias));
  const properties = [...own, ...others.map((alias) => ({ alias, name: alias }))];
  const toggle = (list: readonly string[], name: string) =>
    (list.includes(name) ? list.filter((each) => each !== name) : [...list, name]).join(",");
  const chooseField = (name: string) =>
    setQuery({ fields: toggle(columns.fields, name) || "none" }, "replace");
  const chooseProperty = (alias: string) => setQuery({ columns: toggle(columns.aliases, alias) }, "replace");
  return (
    <details class="column-choice">
      <summary>Columns</summary>
      <fieldset>
        <legend>Fields</legend>
        {FIELDS.map(({ name, title }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={columns.fields.includes(name)}
              onChange={() => chooseField(name)}
            />{" "}
            {title}
          </label>
        ))}
      </fieldset>
      {properties.length > 0 ? (
        <fieldset>
          <legend>
            Properties
            {type ? (
              <>
                {" "}
                of <bdi>{type.name ?? type.alias}</bdi>
              </>
            ) : null}
          </legend>
          {properties.map(({ alias, name }) => (
            <label key={alias}>
              <input
                type="checkbox"
                checked={columns.aliases.includes(alias)}
                onChange={() => chooseProperty(alias)}
              />{" "}
              <bdi title={alias}>{name || alias}</bdi>
            </label>
          ))}
        </fieldset>
      ) : null}
    </details>
  );
}

type CsvProps = { query: FindQuery; columns: Columns; name: string };

/** Downloads all nodes that a search finds, with all fields and the chosen properties. */
export function CsvButton({ query, columns, name }: CsvProps) {
  const [state, setState] = useState<string>();
  const download = async () => {
    setState("Reading…");
    try {
      saveFile(`${name}.csv`, "text/csv;charset=utf-8", await csvLines(query, columns));
      setState(undefined);
    } catch (error) {
      setState((error as Error).message);
    }
  };
  return (
    <span class="csv">
      <button type="button" onClick={download}>
        CSV
      </button>{" "}
      <span role="status" class="quiet">
        {state ?? ""}
      </span>
    </span>
  );
}

async function csvLines(query: CsvProps["query"], { aliases }: Columns): Promise<string[]> {
  const lines = [csvLine(["kind", "name", "path", ...FIELDS.map(({ name }) => name), ...aliases])];
  const columns = aliases.join(",") || undefined;
  for (let from = 0, isMore = true; isMore; ) {
    // The whole search is made once, and the next windows are read from its result.
    const answer = await fetchView("find", { ...query, columns, from, count: CSV_ROWS, whole: "true" });
    for (const node of answer.nodes) {
      const own = FIELDS.map(({ of }) => of(node));
      lines.push(csvLine([node.kind, node.row.name, pathText(node), ...own, ...(node.cells ?? [])]));
    }
    from += answer.nodes.length;
    isMore = answer.isMore && answer.nodes.length > 0;
  }
  return lines;
}
