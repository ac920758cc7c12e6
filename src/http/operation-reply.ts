/** The reply to an operation: its answer, 304 if the client's copy is current, or a problem. */
import {
  type Kind,
  type Operation,
  operationFor,
  otherKind,
  type TypeKind,
  type TypeOperation,
  typeOperationFor,
} from "../operations.ts";
import { findType, type TypeTarget } from "../site/schema/find-type.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import type { Lookup, Source, Target } from "../site/source.ts";
import type { Answer } from "../site/tree/render.ts";
import { type AppContext, queryOf } from "./app-context.ts";
import { type GivenParameters, neededOf, readQuery } from "./parameters.ts";
import { noSuchNode, noSuchPath, noSuchType, problemReply } from "./problem.ts";
import { chunksOfText, jsonBodyReply, type Reply } from "./reply.ts";
import { entityTag, tagHeldBy, typeTag, unchangedReply } from "./validators.ts";

/** Lists with more types are sent in chunks. */
const FEW_TYPES = 20;

/**
 * @param source must not change until the reply is made
 * @param query without the question mark. Default: the query of the request
 */
export function operationReply(
  source: Source,
  operation: Operation,
  context: AppContext,
  query = queryOf(context.req.url),
): Reply | Promise<Reply> {
  const given = readQuery(operation, query, () => exampleIn(source, operation));
  if ("name" in given) return problemReply(given);
  if (operation.subject === "types") return typeReply(source, operation, given, context);
  const { kind, by } = operation;
  if (by !== "path") return nodeReply(source, kind, nodeTarget(by, given), given, context);
  const path = neededOf(given, "path");
  const id = source.mediaAt?.(path);
  if (id === undefined) return problemReply(noSuchPath(path));
  return nodeReply(source, kind, { by: "id", id }, given, context);
}

/** Synchronous if the source is. */
function nodeReply(
  source: Source,
  kind: Kind,
  target: Target,
  { maxLevel }: GivenParameters,
  context: AppContext,
): Reply | Promise<Reply> {
  const lookup = { kind, target, maxLevel };
  const { snapshot } = source;
  const tag = snapshot && entityTag(snapshot.version, lookup);
  const held = tag && tagHeldBy(context, tag);
  if (held && snapshot.has(lookup)) return unchangedReply(held);
  const reply = (found: Answer | undefined) => (found ? foundReply(found, tag) : missingNode(source, lookup));
  const answer = source.answer(lookup);
  return answer instanceof Promise ? answer.then(reply) : reply(answer);
}

async function typeReply(
  source: Source,
  { kind, by }: TypeOperation,
  given: GivenParameters,
  context: AppContext,
): Promise<Reply> {
  const types: readonly TypeLists[TypeKind][number][] = await typesOf(source, kind);
  const target = typeTarget(by, given);
  const found = target ? findType(types, target) : types;
  if (target && found === undefined) return missingType(source, kind, target, types.length);
  const version = source.snapshot?.version;
  const tag = version && typeTag(version, kind, found && "key" in found ? found.key : undefined);
  const held = tag && tagHeldBy(context, tag);
  if (held) return unchangedReply(held);
  const isLong = Array.isArray(found) && found.length > FEW_TYPES;
  return foundReply(isLong ? chunksOfText(listJson(found)) : Buffer.from(JSON.stringify(found)), tag);
}

/** Yields the parts of a list as JSON. */
function* listJson(items: readonly object[]): Generator<string, void> {
  for (const [i, item] of items.entries()) yield (i === 0 ? "[" : ",") + JSON.stringify(item);
  yield "]";
}

/** @param entityTag without quotes */
function foundReply(body: Answer, entityTag: string | undefined): Reply {
  return { ...jsonBodyReply(body), entityTag };
}

/** The node that the parameters select. */
export function nodeTarget(by: Target["by"], given: GivenParameters): Target {
  if (by === "root") return { by };
  return by === "id" ? { by, id: neededOf(given, by) } : { by, key: neededOf(given, by) };
}

/** The type that the parameters select; `undefined` for all types. */
export function typeTarget(by: TypeOperation["by"], given: GivenParameters): TypeTarget | undefined {
  if (by === "all") return undefined;
  if (by === "alias") return { by, alias: neededOf(given, by) };
  return by === "id" ? { by, id: neededOf(given, by) } : { by, key: neededOf(given, by) };
}

/** All types of a kind; none if the source has no types. */
async function typesOf<K extends TypeKind>(source: Source, kind: K) {
  return (await source.types?.(kind)) ?? [];
}

/** What the operation finds, for hints: its first node or type. `undefined` if there is none or it is not known. */
function exampleIn({ snapshot }: Source, { subject, kind, by }: Operation): string | number | undefined {
  if (by !== "id" && by !== "key" && by !== "alias") return undefined;
  if (subject === "types") {
    const [first]: readonly { id: number; key: string; alias?: string }[] =
      snapshot?.site.types()[kind] ?? [];
    return first?.[by];
  }
  const tree = snapshot?.site.trees[kind];
  if (!tree || tree.size === 0) return undefined;
  return by === "id" ? tree.idAt(0) : tree.keyAt(0);
}

async function missingNode(source: Source, { kind, target }: Lookup): Promise<Reply> {
  const other = otherKind(kind);
  const isOther = (await source.answer({ kind: other, target, maxLevel: 0 })) !== undefined;
  const hint = isOther ? ` A ${other} node has it: try ${operationFor(other, target.by).name}.` : "";
  return problemReply(noSuchNode(kind, target, hint));
}

/** @param count how many types of the kind there are */
async function missingType(
  source: Source,
  kind: TypeKind,
  target: TypeTarget,
  count: number,
): Promise<Reply> {
  const other = kind === "data" ? undefined : otherKind(kind);
  if (other && findType(await typesOf(source, other), target)) {
    const { name } = typeOperationFor(other, target.by);
    return problemReply(noSuchType(kind, target, ` A ${other} type has it: try ${name}.`));
  }
  const reason =
    ` The data has no ${kind} types. They come from a CMS's own files or database, ` +
    `or from ${kind}-types.json beside the nodes.`;
  return problemReply(noSuchType(kind, target, count === 0 ? reason : ""));
}
