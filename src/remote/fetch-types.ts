/** Fetches the types of a site, and finds out which have changed since the last pull. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CopiedTypes } from "../copy/type-files.ts";
import { RemoteError } from "../errors.ts";
import { readManifest } from "../formats/copy/manifest.ts";
import { readRemoteTypes } from "../formats/type-lists.ts";
import type { Kind, TypeKind } from "../operations.ts";
import type { SiteTypes } from "../site/schema/site-types.ts";
import { type Client, IF_POSSIBLE } from "./client.ts";
import type { Pull } from "./options.ts";

/**
 * Fetches a site's types. Older sites have no operations for them: that is a warning, not a failure.
 * @throws the signal's reason
 */
export async function fetchTypes(client: Client, { kinds, onEvent }: Pull): Promise<CopiedTypes> {
  const fetched: CopiedTypes = {};
  for (const kind of [...kinds, "data"] as const) {
    const outcome = await fetchIfPossible(client, kind);
    if ("answer" in outcome) {
      Object.assign(fetched, { [kind]: outcome.answer.types });
      continue;
    }
    const isOlder = outcome.status === 404;
    const text = isOlder
      ? `the site does not list its ${kind === "data" ? "data types" : "types"}, as older versions of its API do not: the copy has none`
      : `the ${kind} types could not be fetched: ${outcome.failure}`;
    onEvent({ type: "warning", text });
    if (isOlder) break;
  }
  return fetched;
}

/** Types are optional: their failures neither end the pull nor count towards its deadline. */
async function fetchIfPossible<K extends TypeKind>(client: Client, kind: K) {
  try {
    return await client.fetchTypes(kind, IF_POSSIBLE);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { failure: error.message, url: "", status: undefined };
  } finally {
    client.retry.succeeded();
  }
}

/**
 * The aliases of the types whose properties have changed since the last pull: the values of their nodes may have changed
 * without a new date. A type that the copy lacks counts as unchanged.
 */
export function changedTypes(out: string, kind: Kind, fetched: CopiedTypes): ReadonlySet<string> {
  const before = new Map(typesIn(out, kind).map((type) => [type.alias, signatureOfProperties(type)]));
  const changed = (fetched[kind] ?? []).filter((type) => {
    const properties = before.get(type.alias);
    return properties !== undefined && properties !== signatureOfProperties(type);
  });
  return new Set(changed.map(({ alias }) => alias));
}

function typesIn(out: string, kind: Kind): SiteTypes[Kind] {
  const file = readManifest(out)?.types?.[kind]?.file;
  if (file === undefined) return [];
  try {
    const types = readRemoteTypes(readFileSync(join(out, file)), kind);
    return "errors" in types ? [] : types;
  } catch {
    return [];
  }
}

/** The same text for the same properties and editors. */
function signatureOfProperties({ tabs }: SiteTypes[Kind][number]): string {
  const properties = tabs.flatMap(({ properties }) => properties);
  return JSON.stringify(
    properties.map(({ alias, editorAlias, dataTypeId }) => [alias, editorAlias, dataTypeId]).toSorted(),
  );
}
