/** Nodes as a table whose columns can be chosen, and the same as CSV. */
import type { FindQuery } from "../analysis/find/criteria.ts";
import type { ListedNode } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { fieldTitle } from "../site/field-titles.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { shownUrl, useAnswer } from "./fetch-view.ts";
import { FoundName, FoundPath } from "./found-node.tsx";
import { inPlainDigits, localDate } from "./locale-text.ts";
import { fieldOfProperty, OFFERED_FIELDS, propertyOfField, toggledField } from "./node-columns.ts";
import { linkToListed } from "./node-name.tsx";
import { setQuery } from "./route.ts";
import { SortHeading } from "./sort-heading.tsx";

type TableProps = {
  nodes: readonly ListedNode[];
  /** The names of the columns beside the name. */
  fields: readonly string[];
  /** Their titles. */
  titles: readonly string[] | undefined;
  label: string;
  /** What was searched for, which is marked. */
  query?: string | undefined;
  /** What it is sorted by. */
  sort: string | undefined;
};

export function NodeTable({ nodes, fields, titles = [], label, query, sort }: TableProps) {
  const classOf = (name: string, i: number) =>
    propertyOfField(name) === undefined
      ? nodes.every(({ cells }) => typeof cells?.[i] === "number")
        ? "column-number"
        : `column-${name}`
      : "column-value";
  const columns = fields.map((name, i) => ({ name, title: titles[i] ?? name, of: classOf(name, i) }));
  return (
    <section class="table-scroller" aria-label={label} tabIndex={0}>
      <table class="node-table stacked">
        <thead>
          <tr>
            {[{ name: "name", title: fieldTitle("name"), of: undefined }, ...columns].map(
              ({ name, title, of }) => (
                <SortHeading
                  key={name}
                  field={name}
                  title={title}
                  class={of}
                  sort={sort}
                  onSort={(next) => setQuery({ sort: next, from: undefined })}
                />
              ),
            )}
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
              {columns.map(({ name, title, of }, i) => (
                <td key={name} class={of} data-title={title}>
                  <bdi>{shownCell(name, node.cells?.[i] ?? "")}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Ids are no amounts. */
const WITHOUT_SEPARATORS = ["id", "parentId"];

function shownCell(name: string, cell: string | number): string {
  if (typeof cell === "number") return WITHOUT_SEPARATORS.includes(name) ? String(cell) : inPlainDigits(cell);
  return /Date$/.test(name) && propertyOfField(name) === undefined ? localDate(cell) : cell;
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
  fields: readonly string[];
  titles: readonly string[] | undefined;
  /** The type whose properties are offered. Default: none. */
  type: { kind: Kind; alias: string; name: string | null } | undefined;
  version: string;
};

/** Check boxes for the columns; the choice is part of the URL. */
export function ColumnChoice({ fields, titles = [], type, version }: ChoiceProps) {
  const parameters = type && { kind: type.kind, typeAlias: type.alias };
  const { answer } = useAnswer("type", parameters, version);
  const own = ((parameters && answer?.tabs) ?? [])
    .flatMap(({ properties }) => properties)
    .map(({ alias, name }) => ({ name: fieldOfProperty(alias), title: name || alias }));
  // Columns that were chosen for another type stay in the list, so that they can be removed.
  const others = fields.flatMap((name, i) => {
    const isOther = propertyOfField(name) !== undefined && !own.some((each) => each.name === name);
    return isOther ? [{ name, title: titles[i] ?? name }] : [];
  });
  return (
    <details class="column-choice">
      <summary>Columns</summary>
      <Choices
        title="Fields"
        choices={OFFERED_FIELDS.map((name) => ({ name, title: fieldTitle(name) }))}
        fields={fields}
      />
      <Choices
        title={type ? `Properties of ${type.name ?? type.alias}` : "Properties"}
        choices={[...own, ...others]}
        fields={fields}
      />
    </details>
  );
}

type ChoicesProps = {
  title: string;
  choices: readonly { name: string; title: string }[];
  fields: readonly string[];
};

function Choices({ title, choices, fields }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <fieldset>
      <legend>
        <bdi>{title}</bdi>
      </legend>
      {choices.map(({ name, title: own }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={fields.includes(name)}
            onChange={() => setQuery({ fields: toggledField(fields, name) }, "replace")}
          />{" "}
          <bdi title={propertyOfField(name)}>{own}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

/** Downloads all nodes that a search finds, with the columns that are shown. */
export function CsvLink({
  query,
  fields,
  name,
}: {
  query: FindQuery;
  fields: readonly string[];
  name: string;
}) {
  return (
    <a
      class="button"
      href={shownUrl("csv", { ...query, fields: fields.join(",") || undefined })}
      download={`${name}.csv`}
    >
      CSV
    </a>
  );
}
