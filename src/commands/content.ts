/** `content` and `media`: print the answer of one operation. */

import { EXIT, NoSuchNodeError, UsageError } from "../errors.ts";
import { parseNodeRecord, propertyValues, textOfObject } from "../json/node-text.ts";
import { HIGHEST_LEVEL, type Kind, parseLevel } from "../operations.ts";
import type { RedactValue } from "../output/card-view.ts";
import { printAnswer, printValue } from "../output/print-answer.ts";
import { FORMATS, type Output, readOutput } from "../output/style.ts";
import { anyText, ofForm, oneOf } from "../parameter.ts";
import { nearAliases, typeNamer } from "../site/schema/find-type.ts";
import type { SiteTypes } from "../site/schema/site-types.ts";
import { describeTarget, type Lookup, type Target } from "../site/source.ts";
import { ZERO_KEY } from "../site/tree/key.ts";
import type { Answer } from "../site/tree/render.ts";
import { writeUdi } from "../site/udi.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { type Flags, hidden, readAs, refuseGiven, toggle, valued } from "./flag.ts";
import { missingNodeError, openSource, searchIn } from "./open-source.ts";
import {
  BY_STDOUT,
  DIRECTORY_FLAGS,
  LIST_FLAGS,
  NODE_FLAGS,
  outputFlags,
  READING_GROUP,
  readTarget,
  SITE_GROUP,
  SOURCE_GROUP,
} from "./shared-flags.ts";
import { readSource } from "./source-options.ts";

const LEVEL_FORM = `a whole number from 0 to ${HIGHEST_LEVEL}`;

const LOOKUP_FLAGS = {
  ...NODE_FLAGS,
  depth: valued(
    "--depth <n>",
    "levels below the node, or all",
    ofForm(`${LEVEL_FORM}, or "all"`, (text) => (text === "all" ? HIGHEST_LEVEL : parseLevel(text))),
    { defaultText: "1", conflicts: ["maxLevel"] },
  ),
  maxLevel: valued(
    "--max-level <n>",
    "deepest level of the tree; roots have level 1",
    ofForm(LEVEL_FORM, parseLevel),
  ),
  value: valued(
    "--value <alias>",
    "print only the value of this property; needs --id or --key",
    anyText("the alias of a property"),
    { conflicts: ["depth", "maxLevel"] },
  ),
} satisfies Flags;

/** Known, so that the error can name `find`. */
const FIND_FLAGS = hidden({ ...LIST_FLAGS, full: toggle("--full", "whole nodes") });
const OUTPUT_FLAGS = outputFlags(FORMATS, BY_STDOUT);

/** In a hint: without what selects a node. */
const NO_LOOKUP = Object.fromEntries(Object.keys(LOOKUP_FLAGS).map((name) => [name, undefined]));

/** @throws UsageError, for the table of version 1 with what prints it now */
function readFormat(text: string, spelled: string): (typeof FORMATS)[number] {
  if (text !== "table") return readAs(oneOf(FORMATS), text, spelled);
  throw new UsageError("--format table is for lists, which find prints", {
    command: "find",
    flags: { ...NO_LOOKUP, format: text },
  });
}

const GROUPS = [
  { heading: "Nodes:", flags: LOOKUP_FLAGS },
  SOURCE_GROUP,
  {
    heading: "Output:",
    flags: {
      ...OUTPUT_FLAGS,
      format: { ...OUTPUT_FLAGS.format, read: readFormat },
      ...FIND_FLAGS,
    },
  },
  READING_GROUP,
  SITE_GROUP,
] as const;

type QueryFlags = FlagsIn<typeof GROUPS>;

/** The command that prints nodes of a kind. */
export function queryCommand(kind: Kind) {
  const udi = writeUdi(kind, ZERO_KEY);
  const id = kind === "content" ? 1050 : 1207;
  return defineCommand({
    examples: [
      `migrations ${kind} --sample`,
      `migrations ${kind} --id ${id} --depth all`,
      `migrations ${kind} --key ${udi}`,
      `migrations ${kind} --id ${id} --value ${kind === "content" ? "title" : "umbracoFile"}`,
      `migrations ${kind} --base-url https://old.example --prefix umbraco/Limbo`,
    ],
    footer: [
      "The output as json is the operation's answer. With ndjson, each root is a line,",
      "with its descendants nested. For one line per node, use migrations find --full",
      "--format ndjson; for decoded values, migrations find --values delivery or",
      "migrations export. --value prints text without quotes, unless you add",
      "--format json.",
    ],
    groups: GROUPS,
    run: (flags, invocation) => query(kind, flags, invocation),
  });
}

/** @throws NoSuchNodeError if no node matches; errors of the source */
async function query(kind: Kind, flags: QueryFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  const { value: alias, format } = flags;
  const list = `${invocation.spell("find", DIRECTORY_FLAGS)} --kind ${kind}`;
  refuseGiven(FIND_FLAGS, flags, `is for lists, which find prints: ${list} --fields inventory --format csv`);
  const target = readTarget(kind, flags, (other) => ({ command: other, flags: {} }));
  if (alias !== undefined) refuseNoValue(target, format);
  const depth = alias === undefined ? flags.depth : 0;
  const lookup: Lookup = { kind, target, maxLevel: flags.maxLevel, depth };
  const output = readOutput(flags, target.by === "root" ? "list" : "node", io);
  const given = await readSource(flags, io);
  const { source, warnings } = await openSource(given, flags, invocation);
  const answer = await searchIn(warnings, flags, invocation, async () => {
    const found = await source.answer(lookup);
    if (found === undefined) throw await missingNodeError(source, lookup);
    return found;
  });
  if (alias !== undefined) {
    const value = await propertyOf(answer, lookup, alias);
    await printValue(value, { isText: format !== "json", isTerminal: output.isTerminal }, io.stdout);
    return EXIT.done;
  }
  // Fetching the types of a site would cost as much as the node.
  const isAtHand = "directory" in given && output.format === "card";
  const types = isAtHand
    ? { content: (await source.types?.("content")) ?? [], media: (await source.types?.("media")) ?? [] }
    : undefined;
  const namesOf = types && typeNamer(types);
  const names = namesOf && ((type: string) => namesOf({ kind, of: "node", type }).properties);
  const isView = output.format === "tree" || output.format === "card";
  const below = !source.hasBelow ? "unknown" : isView && source.hasBelow(lookup) ? "something" : "nothing";
  const redactorOf = await redactorsFor(kind, output, types);
  await printAnswer(answer, { ...output, below, propertyNames: names, redactorOf }, io.stdout);
  return EXIT.done;
}

/** Redacts the values in a card, the only view besides JSON that shows values. */
async function redactorsFor(kind: Kind, { format }: Output, types: SiteTypes | undefined) {
  if (format !== "card") return undefined;
  const { SecretRedactor } = await import("../site/secrets.ts");
  const redactor = new SecretRedactor(types ? [types] : []);
  return (type: string): RedactValue =>
    (property) =>
      redactor.value({ kind, type }, property);
}

/** @throws UsageError if `--value` is given without a node, or with a format that prints no value */
function refuseNoValue(target: Target, format: QueryFlags["format"]): void {
  if (target.by === "root") throw new UsageError("--value needs one node: add --id or --key");
  if (format === undefined || format === "json") return;
  throw new UsageError(`--value can only be used with --format json`, {
    flags: { format: undefined },
  });
}

/**
 * @param answer the node
 * @returns the property's value, as compact JSON
 * @throws NoSuchNodeError if the node has no such property
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
    throw new NoSuchNodeError(`${reason}; near it: ${near.join(", ")}`, { flags: { value: near[0] } });
  }
  throw new NoSuchNodeError(`${reason}: it has ${aliases.join(", ") || "none at all"}`);
}
