/** The reply to an operation that tells of types. */
import { type Kind, otherKind, type TypeOperation, typeOperationFor } from "../operations.ts";
import { type GivenParameters, neededOf } from "../parameters.ts";
import { findType, type TypeTarget } from "../schema/find-type.ts";
import type { Source } from "../source.ts";
import type { AppContext } from "./app-context.ts";
import { foundReply, tagHeldBy, unchangedReply } from "./found-reply.ts";
import { problemReply } from "./problem.ts";
import { noSuchType } from "./problems-met.ts";
import type { Reply } from "./reply.ts";
import { typeTag } from "./validators.ts";

/** @param source asked as often as it takes: it must not change meanwhile */
export async function typeReply(
  source: Source,
  { kind, by }: TypeOperation,
  given: GivenParameters,
  context: AppContext,
): Promise<Reply> {
  const types = await typesOf(source, kind);
  const target = typeTarget(by, given);
  const found = target ? findType(types, target) : types;
  if (target && found === undefined) return missingReply(source, kind, target, types.length);
  const version = source.edition?.version;
  const tag = version && typeTag(version, kind, found && "key" in found ? found.key : undefined);
  const held = tag && tagHeldBy(context, tag);
  return held ? unchangedReply(held) : foundReply(Buffer.from(JSON.stringify(found)), tag);
}

/** Which type the parameters name, or `undefined` where all are asked for. */
export function typeTarget(by: TypeOperation["by"], given: GivenParameters): TypeTarget | undefined {
  if (by === "all") return undefined;
  if (by === "alias") return { by, alias: neededOf(given, by) };
  return by === "id" ? { by, id: neededOf(given, by) } : { by, key: neededOf(given, by) };
}

async function typesOf<K extends Kind>(source: Source, kind: K) {
  return (await source.types?.(kind)) ?? [];
}

/** @param count how many types of the kind there are */
async function missingReply(source: Source, kind: Kind, target: TypeTarget, count: number): Promise<Reply> {
  const other = otherKind(kind);
  if (findType(await typesOf(source, other), target)) {
    const { name } = typeOperationFor(other, target.by);
    return problemReply(noSuchType(kind, target, ` A ${other} type has it: try ${name}.`));
  }
  const reason =
    ` The data has no ${kind} types at all: they come from a CMS's own files or database, ` +
    `or lie beside the nodes as ${kind}-types.json.`;
  return problemReply(noSuchType(kind, target, count === 0 ? reason : ""));
}
