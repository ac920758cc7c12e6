/** `types`: prints the types of a site, or one type. */

import { EXIT, NoSuchNodeError, UsageError } from "../errors.ts";
import { DirectorySource } from "../formats/directory-source.ts";
import { type Io, writeAllLines, writeAllVisible } from "../io.ts";
import { type Kind, otherKind, TYPE_KINDS } from "../operations.ts";
import { printAnswer } from "../output/print-answer.ts";
import type { Columns } from "../output/rows.ts";
import {
  LIST_FORMATS,
  MODEL_FORMATS,
  readViewOptions,
  TYPE_FORMATS,
  type ViewOptions,
} from "../output/style.ts";
import type { CountedType } from "../output/type-view.ts";
import { describeType, findType, nearAliases, nodesByType } from "../site/schema/find-type.ts";
import type { DataType, SiteTypes } from "../site/schema/site-types.ts";
import { createSite } from "../site/site.ts";
import type { Source } from "../site/source.ts";
import { countNodes } from "../site/tree/tree.ts";
import { counted } from "../text/counted.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { choice } from "./flag.ts";
import { loadData, loadWithWarnings, openSource } from "./open-source.ts";
import {
  BY_STDOUT,
  DIRECTORY_FLAGS,
  isFieldHelp,
  LIST_FLAGS,
  outputFlags,
  READING_GROUP,
  SITE_GROUP,
  SOURCE_GROUP,
} from "./shared-flags.ts";
import { readSource } from "./source-options.ts";

const TYPES_FLAGS = {
  kind: choice("--kind <kind>", "which types, or the dictionary", [...TYPE_KINDS, "dictionary"], {
    default: "content",
  }),
};

const GROUPS = [
  { heading: "Types:", flags: TYPES_FLAGS },
  SOURCE_GROUP,
  { heading: "Output:", flags: { ...LIST_FLAGS, ...outputFlags(TYPE_FORMATS, BY_STDOUT) } },
  READING_GROUP,
  SITE_GROUP,
] as const;

type TypeFlags = FlagsIn<typeof GROUPS>;

export const typesCommand = defineCommand({
  usage: "[options] [alias|name] [path]",
  takesArgs: 1,
  examples: [
    "migrations types --sample",
    "migrations types article --sample",
    "migrations types --kind media --base-url https://old.example",
    "migrations types --kind data --data ./uSync/v13",
    "migrations types --kind dictionary --data ./uSync --format csv > texts.csv",
    "migrations types --data ./uSync/v13 --format json > content-types.json",
    "migrations types --data ./uSync/v13 --format typescript > site.ts",
  ],
  footer: [
    "Without an alias, all types are listed, with the number of nodes of each type.",
    "Data types have no alias: select one by its name. The output as json is the",
    "operation's answer; a data directory can hold it as content-types.json.",
    "dictionary lists the texts of templates: in csv and tables, a column for each",
    "language. Select an item by its key.",
    "typescript and json-schema describe the lines of an export: what each property",
    "of the whole site holds.",
  ],
  groups: GROUPS,
  run: (flags, invocation) => printTypes(flags, invocation),
});

/** The source of types, and their numbers of nodes, if known. */
type TypeSource = { source: Source; counts: ((kind: Kind) => ReturnType<typeof nodesByType>) | undefined };

/** @throws NoSuchNodeError if no type matches, or the site has no operations for types; whatever the source throws */
async function printTypes(flags: TypeFlags, invocation: Invocation): Promise<number> {
  const { kind = TYPES_FLAGS.kind.default } = flags;
  const { io } = invocation;
  const [arg] = invocation.args;
  if (isFieldHelp(flags)) {
    const { printFieldHelp } = await import("./list-output.ts");
    if (kind === "dictionary") {
      const { dictionaryList } = await import("../output/dictionary-view.ts");
      await printFieldHelp(dictionaryList(), flags, io);
      return EXIT.done;
    }
    const columns = kind === "data" ? await dataTypeColumns() : await typeColumns();
    await printFieldHelp<never>({ columns }, flags, io);
    return EXIT.done;
  }
  const model = MODEL_FORMATS.find((format) => format === flags.format);
  if (model) return await printModel(model, flags, invocation);
  if (kind === "dictionary") return await printDictionary(flags, invocation);
  const opened = await open(flags, invocation);
  const { source, counts } = opened;
  if (kind === "data") return await printDataTypes(opened, flags, invocation);
  const all = await source.types?.(kind);
  if (all === undefined) {
    throw new NoSuchNodeError("this site does not list its types: its API is too old");
  }
  const nodesOf = counts?.(kind);
  const count = (type: SiteTypes[Kind][number]): CountedType => ({ type, nodes: nodesOf?.(type) });
  if (arg === undefined) {
    const rows = all.map(count);
    await print(all, flags, io, viewOf(rows, "list"), { rows, columns: await typeColumns() });
    if (all.length === 0) throw await noTypes(opened, kind, invocation);
    return EXIT.done;
  }
  const type = findType(all, { by: "alias", alias: arg });
  if (type === undefined && all.length === 0) throw await noTypes(opened, kind, invocation, arg);
  if (type === undefined) throw await noSuchType(source, kind, all, arg);
  const one = [count(type)];
  await print(type, flags, io, viewOf(one, "card"), { rows: one, columns: await typeColumns() });
  return EXIT.done;
}

/**
 * Prints the content model of the whole site.
 * @throws UsageError for a live site, one type, one kind or fields; DataError if the types have errors
 */
async function printModel(
  format: (typeof MODEL_FORMATS)[number],
  flags: TypeFlags,
  invocation: Invocation,
): Promise<number> {
  const { io, args } = invocation;
  const given = await readSource(flags, io);
  if (!("directory" in given)) {
    throw new UsageError(
      `--format ${format} reads the values of all nodes, so copy the site first: migrations pull`,
    );
  }
  if (args.length > 0 || flags.kind !== undefined || flags.fields) {
    const what = args.length > 0 ? "a type" : flags.fields ? "--fields" : "--kind";
    throw new UsageError(`--format ${format} prints the whole site, so it cannot be used with ${what}`);
  }
  const data = await loadWithWarnings(given, flags, invocation, "concerning", true);
  const { contentModel } = await import("../decode/content-model.ts");
  const { countUses } = await import("../decode/count-uses.ts");
  const model = contentModel(data.types(), await countUses(createSite(data)));
  const text =
    format === "typescript"
      ? (await import("../decode/model-typescript.ts")).modelTypeScript(model)
      : (await import("../decode/model-json-schema.ts")).modelJsonSchema(model);
  await writeAllVisible(io.stdout, [text]);
  return EXIT.done;
}

/**
 * Prints the items of the dictionary, or one.
 * @throws UsageError for a live site or a field that the list lacks; NoSuchNodeError if there is no such item; DataError
 * if the dictionary's files have errors
 */
async function printDictionary(flags: TypeFlags, invocation: Invocation): Promise<number> {
  const {
    io,
    args: [arg],
  } = invocation;
  const given = await readSource(flags, io);
  if (!("directory" in given)) {
    throw new UsageError(
      "--kind dictionary reads a uSync folder, a database or a .bacpac file: the migrations API has no dictionary",
    );
  }
  const { dictionary, languages } = await loadWithWarnings(given, flags, invocation, "concerning", true);
  const all = dictionary?.();
  if (all === undefined) {
    throw new NoSuchNodeError(
      "the data has no dictionary: uSync folders, databases and .bacpac files have one",
    );
  }
  const one = all.find(({ key }) => key.toLowerCase() === arg?.toLowerCase());
  if (arg !== undefined && one === undefined && all.length > 0) {
    throw noneNear(
      `the dictionary has no item ${arg}`,
      arg,
      all.map(({ key }) => key),
    );
  }
  const format = listFormat(flags, io);
  const rows = one ? [one] : all;
  const { dictionaryList } = await import("../output/dictionary-view.ts");
  const list = dictionaryList(
    all,
    languages?.map(({ iso }) => iso),
  );
  const { printList, refuseFields } = await import("./list-output.ts");
  refuseFields(flags, format, list);
  const nothing = rows.length === 0 ? async () => {} : undefined;
  const views = {
    json: () => printJson(one ?? all, "json", flags, io),
    ndjson: () => printJson(one ?? all, "ndjson", flags, io),
    ...(nothing && { table: nothing }),
  };
  await printList({ ...list, rows }, { format, flags, io, views });
  if (all.length === 0) throw new NoSuchNodeError("the dictionary has no items");
  return EXIT.done;
}

/** @throws as `printTypes` */
async function printDataTypes(
  { source, counts }: TypeSource,
  flags: TypeFlags,
  { io, args: [arg] }: Invocation,
): Promise<number> {
  const all = await source.types?.("data");
  const holder = counts === undefined ? "site" : "data";
  if (all === undefined) {
    throw new NoSuchNodeError("this site does not list its data types: its API is too old");
  }
  const named = (type: DataType) => type.name.toLowerCase() === arg?.toLowerCase();
  const one = arg === undefined ? undefined : all.find(named);
  if (arg !== undefined && one === undefined && all.length > 0) {
    throw noneNear(
      `there is no data type with the name ${arg}`,
      arg,
      all.map(({ name }) => name),
    );
  }
  const shown = one === undefined ? all : [one];
  const { SecretRedactor } = await import("../site/secrets.ts");
  const redactor = new SecretRedactor([]);
  const redacted = shown.map((type) => redactor.dataType(type));
  const view: View = async (viewOptions) => {
    const { dataTypeLines } = await import("../output/data-type-view.ts");
    return dataTypeLines(redacted, one ? "one" : "list", viewOptions);
  };
  await print(one ?? all, flags, io, view, { rows: redacted, columns: await dataTypeColumns() });
  if (all.length === 0) throw new NoSuchNodeError(`the ${holder} has no data types`);
  return EXIT.done;
}

async function open(flags: TypeFlags, invocation: Invocation): Promise<TypeSource> {
  const given = await readSource(flags, invocation.io);
  if (!("directory" in given)) {
    const { source } = await openSource(given, flags, invocation);
    return { source, counts: undefined };
  }
  const data = await loadData(given, flags, invocation, "concerning", true);
  return {
    source: new DirectorySource(data),
    counts: (kind) => nodesByType(countNodes(data.trees[kind]).types),
  };
}

/** Returns the lines of a view. */
type View = (viewOptions: ViewOptions) => Promise<string[]>;

function viewOf(shown: readonly CountedType[], view: "list" | "card"): View {
  return async (viewOptions) => (await import("../output/type-view.ts")).typeLines(shown, view, viewOptions);
}

async function typeColumns() {
  return (await import("../output/type-view.ts")).TYPE_COLUMNS;
}

async function dataTypeColumns() {
  return (await import("../output/data-type-view.ts")).DATA_TYPE_COLUMNS;
}

/** @param answer what the operation answers: all types, or one */
async function print<T>(
  answer: readonly object[] | object,
  flags: TypeFlags,
  io: Io,
  view: View,
  list: { rows: readonly T[]; columns: Columns<T> },
): Promise<void> {
  const format = listFormat(flags, io);
  const { printList, refuseFields } = await import("./list-output.ts");
  refuseFields(flags, format, list);
  const views = {
    table: async () => {
      if (list.rows.length > 0) await writeAllLines(io.stdout, await view(readViewOptions(flags, io)));
    },
    json: () => printJson(answer, "json", flags, io),
    ndjson: () => printJson(answer, "ndjson", flags, io),
  };
  await printList(list, { format, flags, io, views });
}

function listFormat(flags: TypeFlags, io: Io): (typeof LIST_FORMATS)[number] {
  return LIST_FORMATS.find((each) => each === flags.format) ?? (io.stdout.isTTY ? "table" : "json");
}

async function printJson(answer: object, format: "json" | "ndjson", flags: TypeFlags, io: Io): Promise<void> {
  const output = { format, isTerminal: io.stdout.isTTY === true, ...readViewOptions(flags, io) };
  await printAnswer(Buffer.from(JSON.stringify(answer)), { ...output, below: "nothing" }, io.stdout);
}

/** @param alias the requested type. Default: all types */
async function noTypes(
  { source, counts }: TypeSource,
  kind: Kind,
  { spell }: Invocation,
  alias?: string,
): Promise<NoSuchNodeError> {
  const other = otherKind(kind);
  const others = (await source.types?.(other)) ?? [];
  const holder = counts === undefined ? "site" : "data";
  if (alias !== undefined && findType(others, { by: "alias", alias })) {
    return new NoSuchNodeError(`the ${holder} has no ${kind} types; a ${other} type has the alias ${alias}`, {
      args: [alias],
      flags: { kind: other },
    });
  }
  if (others.length > 0) {
    const words = `the ${holder} has no ${kind} types, but ${counted(others.length, `${other} type`)}`;
    return new NoSuchNodeError(words, { args: [], flags: { kind: other } });
  }
  if (counts === undefined) return new NoSuchNodeError("the site has no types");
  return new NoSuchNodeError(
    `the data has no types; check counts its nodes by type: try ${spell("check", DIRECTORY_FLAGS)}`,
  );
}

async function noSuchType(
  source: Source,
  kind: Kind,
  all: SiteTypes[Kind],
  alias: string,
): Promise<NoSuchNodeError> {
  const target = { by: "alias", alias } as const;
  const reason = `there is no ${describeType(kind, target)}`;
  const other = otherKind(kind);
  const others = await source.types?.(other);
  if (others && findType(others, target)) {
    return new NoSuchNodeError(`${reason}; a ${other} type has it`, {
      args: [alias],
      flags: { kind: other },
    });
  }
  return noneNear(
    reason,
    alias,
    all.map((type) => type.alias),
  );
}

/** The error for a name that nothing has, with the names near it. */
function noneNear(reason: string, name: string, names: readonly string[]): NoSuchNodeError {
  const near = nearAliases(name, names);
  if (near.length === 0) return new NoSuchNodeError(reason, { args: [], flags: {} });
  return new NoSuchNodeError(`${reason}; near it: ${near.join(", ")}`, { args: [near[0]], flags: {} });
}
