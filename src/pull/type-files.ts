/** Takes the types of a site, or of a data directory, along with its nodes. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RefusedError } from "../errors.ts";
import { type Manifest, readManifest } from "../formats/manifest.ts";
import { readRemoteTypes, TYPE_FILES } from "../formats/type-lists.ts";
import { type Kind, operationUrl, typeOperationFor } from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { type Asked, IF_POSSIBLE } from "./asking.ts";
import type { Fault } from "./node-answer.ts";
import type { OnPullEvent } from "./pull-events.ts";
import type { Site } from "./site.ts";
import { removeWhenFree } from "./when-free.ts";
import type { Workplace } from "./workplace.ts";

/** The types of some kinds. A kind that is not there is one whose types could not be had. */
export type TakenTypes = { [K in Kind]?: SiteTypes[K] };

/**
 * Asks a site for its types. Not to have them is no failure: older sites have no operations for them, which is told once.
 * @throws RemoteError where the site is given up
 */
export async function askTypes(
  site: Site,
  kinds: readonly Kind[],
  onEvent: OnPullEvent,
): Promise<TakenTypes> {
  const taken: TakenTypes = {};
  for (const kind of kinds) {
    const asked = await askKind(site, kind);
    if ("answer" in asked) {
      Object.assign(taken, { [kind]: asked.answer.types });
      continue;
    }
    const isOlder = asked.status === 404;
    onEvent({ type: "note", text: isOlder ? OLDER : `the ${kind} types could not be had: ${asked.refusal}` });
    if (isOlder) break;
  }
  return taken;
}

const OLDER =
  "the site does not tell its types, as older versions of its API do not: the copy is without them";

/** What faults of JSON that is whole begin with: a pointer. */
const NOT_A_TYPE = /^body (?:\/|:|must)/;

type Answer = { types: SiteTypes[Kind] };

async function askKind(site: Site, kind: Kind): Promise<Asked<Answer>> {
  const { baseUrl, prefix } = site.options;
  const url = operationUrl(baseUrl, prefix, typeOperationFor(kind, "all"), {});
  const read = (body: Buffer): Answer | Fault => {
    const types = readRemoteTypes(body, kind);
    if (!("errors" in types)) return { types };
    const [fault] = types.errors;
    // What is no JSON may be half of it.
    return { fault, isCut: !NOT_A_TYPE.test(fault) };
  };
  try {
    return await site.ask(url, read, IF_POSSIBLE);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { refusal: error.message, status: undefined, url };
  }
}

/**
 * The aliases of the types that have other properties than when a copy was made: the values of their nodes may be others then,
 * which no date tells.
 * @param out where the copy lies; types that it does not tell have not changed
 */
export function changedTypes(out: string, kind: Kind, taken: TakenTypes): ReadonlySet<string> {
  const before = new Map(typesIn(out, kind).map((type) => [type.alias, propertiesOf(type)]));
  const changed = (taken[kind] ?? []).filter((type) => {
    const properties = before.get(type.alias);
    return properties !== undefined && properties !== propertiesOf(type);
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

/** What tells how values of a type's nodes are made. */
function propertiesOf({ tabs }: SiteTypes[Kind][number]): string {
  const properties = tabs.flatMap(({ properties }) => properties);
  return JSON.stringify(
    properties.map(({ alias, editorAlias, dataTypeId }) => [alias, editorAlias, dataTypeId]).toSorted(),
  );
}

/**
 * Writes types beside the nodes, and into the manifest. Where there are none, those of an earlier pull go.
 * @param manifest changed
 */
export async function putTypes(
  workplace: Workplace,
  manifest: Manifest,
  source: string,
  taken: TakenTypes,
): Promise<void> {
  for (const [kind, types] of Object.entries(taken) as [Kind, SiteTypes[Kind]][]) {
    const file = TYPE_FILES[kind];
    if (types.length > 0) {
      const text = `${JSON.stringify(types)}\n`;
      workplace.write(file, text);
      await workplace.put(file);
      const sha256 = createHash("sha256").update(text).digest("hex");
      const written = { source, file, bytes: Buffer.byteLength(text), sha256, count: types.length };
      manifest.types = { ...manifest.types, [kind]: written };
    } else if (manifest.types?.[kind]) {
      await removeWhenFree(join(workplace.out, file));
      manifest.types = { ...manifest.types, [kind]: undefined };
    }
  }
}
