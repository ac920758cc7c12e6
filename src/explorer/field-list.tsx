/** The fields of a node: what every node has, and what this data has besides. */
import type { NodeDetails } from "../explorer-answers.ts";
import { type ExactJson, isNest, readJson } from "./exact-json.ts";
import { localDate } from "./in-words.ts";
import { JsonTree, LongText, Scalar } from "./json-tree.tsx";

/** Those that stand in the head of the node. */
const SHOWN_ABOVE = ["id", "key", "name"];

export function FieldList({ fields }: Pick<NodeDetails, "fields">) {
  const shown = fields.filter(({ name }) => !SHOWN_ABOVE.includes(name));
  if (shown.length === 0) return null;
  return (
    <section class="card">
      <h2 class="card-title">Fields</h2>
      <dl>
        {shown.map(({ name, json }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <FieldValue name={name} value={readJson(json) ?? json} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FieldValue({ name, value }: { name: string; value: ExactJson }) {
  if (isNest(value)) return <JsonTree value={value} isOpen={false} />;
  if (typeof value !== "string") return <Scalar value={value} />;
  if (/date$/i.test(name)) return <time title={value}>{localDate(value)}</time>;
  return <LongText text={value} />;
}
