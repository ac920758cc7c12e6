/** Where the API of this server is: its prefix, the six operations with requests that find something, and its descriptions. */
import { DELIVERY_DOCUMENT } from "../delivery/delivery-paths.ts";
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { KINDS, type Kind, operationFor, operationUrl } from "../operations.ts";

/** How a node is requested. */
const LOOKUPS = ["root", "id", "key"] as const;

/** The address of a request for a node by its key. */
export function requestUrl({ prefix }: Pick<ExplorerSite, "prefix">, kind: Kind, key: string): string {
  return operationUrl(location.origin, prefix, operationFor(kind, "key"), { key });
}

export function ApiLinks({ site: { prefix, roots } }: { site: ExplorerSite }) {
  return (
    <section class="loaded" aria-label="The API">
      <h2>The API</h2>
      <dl class="fields">
        <div>
          <dt>Prefix</dt>
          <dd>
            <code>{prefix}</code>
          </dd>
        </div>
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{kind === "content" ? "Content" : "Media"}</dt>
            <dd>
              <ul class="api-links">
                {LOOKUPS.map((by) => (
                  <OperationLink key={by} prefix={prefix} kind={kind} by={by} root={roots[kind]} />
                ))}
              </ul>
            </dd>
          </div>
        ))}
        <div>
          <dt>OpenAPI</dt>
          <dd>
            <a href="/openapi.json">/openapi.json</a>, <a href={DELIVERY_DOCUMENT}>{DELIVERY_DOCUMENT}</a>{" "}
            (Content Delivery API)
          </dd>
        </div>
      </dl>
    </section>
  );
}

type OperationProps = {
  prefix: string;
  kind: Kind;
  by: (typeof LOOKUPS)[number];
  root: ExplorerSite["roots"][Kind];
};

/** A link to a request of the operation; without a node, only its name. */
function OperationLink({ prefix, kind, by, root }: OperationProps) {
  const operation = operationFor(kind, by);
  return (
    <li>
      {by === "root" || root ? (
        <a href={operationUrl("", prefix, operation, { ...root })}>{operation.name}</a>
      ) : (
        operation.name
      )}
    </li>
  );
}
