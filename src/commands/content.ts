/** `content` and `media`: print what one operation answers. */

import { parseNodeRecord, propertyValues } from "../analysis/compact-json.ts";
import { EXIT, NoSuchNodeError, UsageError } from "../errors.ts";
import { textOfObject } from "../json/node-text.ts";
import { HIGHEST_LEVEL, type Kind, otherKind, parseLevel } from "../operations.ts";
import type { RedactValue } from "../output/card-view.ts";
import { printAnswer, printValue } from "../output/print-answer.ts";
import { FORMATS, type Output, readOutput } from "../output/style.ts";
import { nearAliases, propertyNames } from "../schema/find-type.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { describeTarget, hintAtId, type Lookup, type Source, type Target } from "../source.ts";
import type { Answer } from "../tree/render.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { type Flags, notEmpty, ofForm, toggle, valued } from "./flag.ts";
import { isFieldHelp, LIST_FLAGS } from "./list-flags.ts";
import { lookIn, openSource, readPlace } from "./place.ts";
import {
  ASKING_GROUP,
  NODE_CONFLICT,
  NODE_FLAGS,
  outputFlags,
  PLACE_GROUP,
  READING_GROUP,
  readTarget,
  TLS_CONFLICT,
} from "./shared-flags.ts";

const LEVEL_FORM = `a whole number from 0 to ${HIGHEST_LEVEL}`;

const LOOKUP_FLAGS = {
  ...NODE_FLAGS,
  depth: valued(
    "--depth <n>",
    "levels shown below the node asked for, or all (default: 1)",
    ofForm(`${LEVEL_FORM}, or "all"`, (text) => (text === "all" ? HIGHEST_LEVEL : parseLevel(text))),
  ),
  maxLevel: valued(
    "--max-level <n>",
    "deepest level of the tree shown; roots have level 1",
    ofForm(LEVEL_FORM, parseLevel),
  ),
  property: valued(
    "--property <alias>",
    "of one node, this property's value alone",
    notEmpty("names a property"),
  ),
} satisfies Flags;

const GROUPS = [
  { heading: "Which nodes:", flags: LOOKUP_FLAGS },
  PLACE_GROUP,
  {
    heading: "Output:",
    flags: {
      full: toggle("--full", "whole nodes with their properties, parent and path; as ndjson, a node a line"),
      ...LIST_FLAGS,
      ...outputFlags(FORMATS, "by what stdout is"),
    },
  },
  READING_GROUP,
  ASKING_GROUP,
] as const;

type QueryFlags = FlagsIn<typeof GROUPS>;

/** The command that prints nodes of a kind. */
export function queryCommand(kind: Kind) {
  const udi = `umb://${kind === "content" ? "document" : "media"}/00000000000000000000000000000000`;
  return defineCommand({
    examples: [
      `migrations ${kind} --sample`,
      `migrations ${kind} --id 1050 --depth all`,
      `migrations ${kind} --key ${udi}`,
      `migrations ${kind} --id 1050 --property title`,
      `migrations ${kind} --base-url https://old.example --prefix umbraco/Limbo`,
    ],
    footer: [
      "json is the operation's own answer. ndjson is one element of it a line: of the",
      "roots, one root a line with its tree nested. For a flat list, a node a line,",
      "migrations pull --data PATH (or --base-url URL) --out DIRECTORY writes one.",
      "--property prints a text as it is, without quotes (--format json: with them).",
    ],
    groups: GROUPS,
    conflicts: [
      NODE_CONFLICT,
      { flags: ["maxLevel", "depth"], reason: "say the same thing in two ways: give one" },
      { flags: ["property", "depth"], reason: "do not go together: a value has no levels" },
      { flags: ["property", "maxLevel"], reason: "do not go together: a value has no levels" },
      { flags: ["property", "full"], reason: "do not go together: the one prints a value, the other nodes" },
      { flags: ["property", "fields"], reason: "do not go together: --fields property:ALIAS is a column" },
      { flags: ["fields", "full"], reason: "do not go together: --full prints all fields" },
      TLS_CONFLICT,
    ],
    run: (flags, invocation) => query(kind, flags, invocation),
  });
}

/** @throws NoSuchNodeError where no node matches; whatever the source throws */
async function query(kind: Kind, flags: QueryFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  const { property, format } = flags;
  if (isFieldHelp(flags)) return (await import("./list-nodes.ts")).printNodeFields(flags, io);
  const target = readTarget(kind, flags, (other) => ({ command: other, flags: {} }));
  if (property !== undefined) refuseNoValue(target, format);
  const depth = property === undefined ? flags.depth : 0;
  const lookup: Lookup = { kind, target, maxLevel: flags.maxLevel, depth };
  const output = readOutput(flags, target.by === "root" ? "list" : "node", io);
  const place = await readPlace(flags, io);
  if (property === undefined && (flags.fields || flags.full || output.format === "csv")) {
    return (await import("./list-nodes.ts")).listNodes(lookup, place, flags, invocation, noSuchNode);
  }
  const { source, warnings } = await openSource(place, flags, invocation);
  const answer = await lookIn(warnings, flags, invocation, async () => {
    const found = await source.answer(lookup);
    if (found === undefined) throw await noSuchNode(source, lookup);
    return found;
  });
  if (property !== undefined) {
    const value = await propertyOf(answer, lookup, property);
    await printValue(value, { isText: format !== "json", isTerminal: output.isTerminal }, io.stdout);
    return EXIT.done;
  }
  // Asked of a site, they would cost as much as the node.
  const isAtHand = "directory" in place && output.format === "table";
  const types = isAtHand
    ? { content: (await source.types?.("content")) ?? [], media: (await source.types?.("media")) ?? [] }
    : undefined;
  const names = types && ((type: string) => propertyNames(types[kind], type));
  const isView = output.format === "tree" || output.format === "table";
  const below = !source.hasBelow ? "unknown" : isView && source.hasBelow(lookup) ? "something" : "nothing";
  const redactorOf = await redactorsFor(kind, output, types);
  await printAnswer(answer, { ...output, below, propertyNames: names, redactorOf }, io.stdout);
  return EXIT.done;
}

/** What redacts the values in a card, which alone shows some beside JSON. */
async function redactorsFor(kind: Kind, { format }: Output, types: SiteTypes | undefined) {
  if (format !== "table") return undefined;
  const { SecretRedactor } = await import("../analysis/secrets.ts");
  const redactor = new SecretRedactor(types ? [types] : []);
  return (type: string): RedactValue =>
    (property) =>
      redactor.value({ kind, type }, property);
}

/** @throws UsageError where `--property` is given, and what else is asked for is no value */
function refuseNoValue(target: Target, format: QueryFlags["format"]): void {
  if (target.by === "root") throw new UsageError("--property is of one node: say --id or --key");
  if (format === undefined || format === "json") return;
  throw new UsageError(`--property prints a value alone, which has no ${format} format`, {
    flags: { format: undefined },
  });
}

async function noSuchNode(source: Source, { kind, target }: Lookup): Promise<NoSuchNodeError> {
  const other = otherKind(kind);
  const reason = `there is no ${describeTarget(kind, target)}`;
  const isOther = (await source.answer({ kind: other, target, maxLevel: 0 })) !== undefined;
  // Data that is at hand is looked up by the keys that it was given.
  const hint = source.edition === undefined ? hintAtId(target) : "";
  if (!isOther) return new NoSuchNodeError(reason + hint);
  // A UDI tells the kind, and would contradict.
  const key = target.by === "key" ? target.key : undefined;
  return new NoSuchNodeError(`${reason}; a ${other} node has it`, {
    command: other,
    flags: key === undefined ? {} : { key },
  });
}

/**
 * @param answer the node
 * @returns the property's value, as compact JSON
 * @throws NoSuchNodeError where the node has no such property
 */
async function propertyOf(answer: Answer, { kind, target }: Lookup, alias: string): Promise<string> {
  const node = Buffer.concat(answer instanceof Uint8Array ? [answer] : [...answer]).toString();
  const properties = propertyValues(parseNodeRecord(textOfObject(node)).properties);
  const value = properties.get(alias);
  if (value !== undefined) return value;
  const aliases = [...properties.keys()];
  const near = nearAliases(alias, aliases);
  const reason = `the ${describeTarget(kind, target)} has no property "${alias}"`;
  if (near.length > 0) {
    throw new NoSuchNodeError(`${reason}; near it: ${near.join(", ")}`, { flags: { property: near[0] } });
  }
  throw new NoSuchNodeError(`${reason}: it has ${aliases.join(", ") || "none at all"}`);
}
