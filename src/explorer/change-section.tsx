/** What differs in a node from its earlier state: both values beside each other. */
import type { NodeChange, ValueChange } from "../explorer-answers.ts";
import { isNest, readJson } from "./exact-json.ts";
import { JsonTree, LongText, Scalar } from "./json-tree.tsx";

export function ChangeSection({ change }: { change: NodeChange }) {
  const rows = [...change.fields, ...change.properties];
  return (
    <section class="change-section" aria-label="What has changed">
      <h2>
        {change.verbs.map((verb) => (
          <span key={verb} class="tag change-tag" data-verb={verb}>
            {verb}
          </span>
        ))}
      </h2>
      {rows.length > 0 ? (
        <section class="table-scroller" aria-label="Before and now" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Before</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ChangeRow key={row.name} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </section>
  );
}

function ChangeRow({ row: { name, before, after } }: { row: ValueChange }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td class="was">
        <Side json={before} />
      </td>
      <td class="is">
        <Side json={after} />
      </td>
    </tr>
  );
}

function Side({ json }: { json: string | undefined }) {
  const value = json === undefined ? undefined : readJson(json);
  if (value === undefined) return <span class="quiet">none</span>;
  if (isNest(value)) return <JsonTree value={value} isOpen={false} />;
  return typeof value === "string" ? <LongText text={value} /> : <Scalar value={value} />;
}
