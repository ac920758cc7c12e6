/** The command line: parsed by commander, its help, and its commands, of which only the one that runs is loaded. */

import { existsSync } from "node:fs";
import { CommanderError, Help, Option, Command as Parser } from "commander";
import { EXIT, type Hint, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { parseId } from "../operations.ts";
import { parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";
import { shellQuoted, visible, visibleLines } from "../text/visible-text.ts";
import { VERSION } from "../version.ts";
import { type Command, flagsOf, type Invocation } from "./command.ts";
import { type Flag, type Flags, type Given, helpOf, isSiteUrl, nameOfFlag, spelledFlags } from "./flag.ts";

/** A command, loaded when it runs. */
type Listed = { name: string; group: Group; description: string; load: () => Promise<Command> };

/** What people want, in the order of help. */
type Group = "Look up and serve:" | "Copy:" | "Inspect:" | "Move:" | "Check:";

const COMMANDS: readonly Listed[] = [
  {
    name: "serve",
    group: "Look up and serve:",
    description: "Serve data over HTTP: the API, Umbraco's Content Delivery API, a page to browse.",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  ...(["content", "media"] as const).map((kind) => ({
    name: kind,
    group: "Look up and serve:" as const,
    description: `Print ${kind} nodes: all roots, or one node by id or key.`,
    load: async () => (await import("./content.ts")).queryCommand(kind),
  })),
  {
    name: "find",
    group: "Look up and serve:",
    description: "List nodes by name, type, property, editor, reference, …",
    load: async () => (await import("./find.ts")).findCommand,
  },
  {
    name: "types",
    group: "Look up and serve:",
    description: "Print content types, media types or data types, or one of them.",
    load: async () => (await import("./types.ts")).typesCommand,
  },
  {
    name: "mcp",
    group: "Look up and serve:",
    description: "Answer an assistant's questions (Model Context Protocol, over stdio).",
    load: async () => (await import("./mcp.ts")).mcpCommand,
  },
  {
    name: "pull",
    group: "Copy:",
    description: "Copy a site into a data directory, or refresh the copy.",
    load: async () => (await import("./pull.ts")).pullCommand,
  },
  {
    name: "check",
    group: "Inspect:",
    description: "Validate a data directory and summarise it.",
    load: async () => (await import("./check.ts")).checkCommand,
  },
  {
    name: "audit",
    group: "Inspect:",
    description: "Report what an importer will meet: editors, blocks, dead references.",
    load: async () => (await import("./audit.ts")).auditCommand,
  },
  {
    name: "urls",
    group: "Move:",
    description: "List old URLs, compare them with a new site, request them from it.",
    load: async () => (await import("./urls.ts")).urlsCommand,
  },
  {
    name: "redirects",
    group: "Move:",
    description: "Write redirects from old URLs to a new site.",
    load: async () => (await import("./redirects.ts")).redirectsCommand,
  },
  {
    name: "export",
    group: "Move:",
    description: "Write all nodes for an importer: values decoded, all languages.",
    load: async () => (await import("./export.ts")).exportCommand,
  },
  {
    name: "usync",
    group: "Move:",
    description: "Write a folder that uSync imports into Umbraco 17.",
    load: async () => (await import("./usync.ts")).usyncCommand,
  },
  {
    name: "diff",
    group: "Check:",
    description: "Compare two sources on disk, also across versions of Umbraco.",
    load: async () => (await import("./diff.ts")).diffCommand,
  },
  {
    name: "verify",
    group: "Check:",
    description: "Check that a finished import has everything, whatever the new system.",
    load: async () => (await import("./verify.ts")).verifyCommand,
  },
];

const EXAMPLES = [
  "migrations serve --sample                     serve the sample on port 3000",
  "migrations content --sample --depth all       print it as a tree",
  "migrations content --key KEY --base-url URL   print a node of a live site",
  "migrations find --search kafe --sample        find pages and files by text",
  "migrations pull --base-url URL --out ./site   copy a live site",
  "migrations export --data ./site --out ./out   write decoded values to import",
  "migrations usync --data ./site --out ./v17    write a folder for Umbraco 17",
  "migrations check --data ./site                validate it",
  "migrations diff ./monday ./friday             compare two copies",
];

const EXIT_STATUSES = `
Exit status:
  0  found, done                          5  remote, network, port or output
  1  differences, losses, findings        6  bad data
  2  usage                               70  a fault of the program
  3  no such node, nothing found        126  serve -- COMMAND: not executable
  4  refused (401, 403)                 127  serve -- COMMAND: not found
                                        130  interrupted (SIGINT)
                                        143  ended (SIGTERM)`;

const API_KEY_FLAG = "--api-key";
/** What `migrations help options` becomes. */
const OPTIONS_TOPIC = "help options";

/** The width of help without a terminal. */
const DEFAULT_COLUMNS = 80;

/** The state of a run. */
export type ProgramOutcome = {
  /** The exit status, after the command. */
  status?: number;
  /** Returns the command line of a hint, once the command is known. */
  spellHint?: (hint: Hint) => string;
};

/**
 * Parses a command line and runs its command.
 * @throws errors of the command; parsing errors are printed already
 */
export async function runProgram(argv: readonly string[], io: Io, outcome: ProgramOutcome): Promise<void> {
  const all = withoutSynonyms(argv);
  // The arguments after `--` are a command of their own, only for `serve`.
  const end = all[0] === "serve" ? all.indexOf("--") : -1;
  const childCommand = end < 0 ? undefined : all.slice(end + 1);
  const args = end < 0 ? all : all.slice(0, end);
  const program = createProgram(io);
  if (args[0] === OPTIONS_TOPIC) {
    await printCommonOptions(io);
    outcome.status = EXIT.done;
    return;
  }
  const called = COMMANDS.find(({ name }) => name === args[0]);
  // Registering only this one saves time.
  for (const listed of called ? [called] : COMMANDS) {
    const parser = program.command(listed.name).description(listed.description).helpGroup(listed.group);
    if (listed === called) addCommand(parser, await called.load(), { io, childCommand, outcome });
  }
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed the error; its own status for misuse is 1.
    outcome.status = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

/** What people type for `--version` and for `COMMAND --help`. */
function withoutSynonyms(argv: readonly string[]): readonly string[] {
  const [first, second, ...more] = argv;
  if (first === "version" || first === "-v") return ["--version"];
  if (isCommand(first) && second === "help") return [first, "--help", ...more];
  if (first === "-h" || first === "--help") return isCommand(second) ? [second, "--help", ...more] : argv;
  return first === "help" ? helpOn(second, more) : argv;
}

/** The arguments for the help of one command or of the program; an unknown command becomes an error. */
function helpOn(name: string | undefined, more: readonly string[]): readonly string[] {
  if (name === undefined) return ["--help"];
  if (name === "options") return [OPTIONS_TOPIC];
  return isCommand(name) ? [name, "--help", ...more] : [name];
}

function isCommand(arg: string | undefined): boolean {
  return COMMANDS.some(({ name }) => name === arg);
}

function createProgram(io: Io): Parser {
  return parserFor(io, "migrations")
    .description("Serves and queries the content and media of a site that you are migrating.")
    .version(VERSION)
    .exitOverride()
    .helpCommand(false)
    .showHelpAfterError("(see --help)")
    .addHelpText("before", examplesText(EXAMPLES))
    .addHelpText("after", "\nmigrations help COMMAND describes a command, help options what several take.")
    .addHelpText("after", EXIT_STATUSES);
}

function parserFor(io: Io, name: string): Parser {
  return new Parser(name).configureOutput({
    writeOut: (text) => io.stdout.write(text),
    writeErr: (text) => io.stderr.write(visibleLines(withoutFarSuggestion(text))),
    getOutHelpWidth: () => io.stdout.columns || DEFAULT_COLUMNS,
    getErrHelpWidth: () => io.stderr.columns || DEFAULT_COLUMNS,
  });
}

/** What a command needs. */
type CommandContext = {
  io: Io;
  childCommand: readonly string[] | undefined;
  outcome: ProgramOutcome;
};

function addCommand(parser: Parser, command: Command, { io, childCommand, outcome }: CommandContext): void {
  const all = flagsOf(command);
  parser
    .usage(command.usage ?? ("data" in all ? "[options] [path]" : "[options]"))
    .addHelpText("before", examplesText(command.examples));
  if (command.about) parser.description([parser.description(), "", ...command.about].join("\n"));
  const common = command.groups.filter(({ isCommon }) => isCommon);
  for (const group of command.groups) {
    for (const flag of Object.values(group.flags)) {
      parser.addOption(optionOf(flag).helpGroup(group.heading));
    }
  }
  refuseNegations(parser, all);
  if (common.length > 0) {
    // Not hidden, since commander suggests only visible options.
    parser.configureHelp({
      groupItems(all, visible, groupOf) {
        const groups = new Help().groupItems(all, visible, groupOf);
        for (const { heading } of common) groups.delete(heading);
        return groups;
      },
    });
    const options = common.flatMap(({ flags }) => Object.values(flags).map((flag) => optionOf(flag)));
    const names = options.flatMap(({ hidden, long }) => (hidden || !long ? [] : long));
    const text = `Common options (migrations help options): ${names.join(", ")}`;
    parser.addHelpText("after", `\n${new Help().boxWrap(text, DEFAULT_COLUMNS)}`);
  }
  if (command.footer) parser.addHelpText("after", `\n${command.footer.join("\n")}`);
  // Known, so that it can be refused: commander would print the key in its own error.
  parser.addOption(new Option(`${API_KEY_FLAG} [key]`).hideHelp());
  parser.allowExcessArguments().action(async (options: Given) => {
    if (options.apiKey !== undefined) throw apiKeyError(all);
    const { given, args } = withBarePath(options, parser.args, all, command.takesArgs);
    const spell = (name: string, flags: Flags = all, changed: Given = {}) =>
      ["migrations", name, ...spelledFlags(flags, { ...given, ...changed })].join(" ");
    const own = args.slice(0, command.takesArgs ?? 0);
    outcome.spellHint = ({ command: name, args: hinted = name === undefined ? own : [], flags }) =>
      spell([name ?? parser.name(), ...hinted.map((arg) => shellQuoted(arg))].join(" "), all, flags);
    const surplus = args.slice(own.length);
    if (surplus.length > 0) throw await unexpectedArgument(surplus, given, all, spell);
    outcome.status = await command.run(given, { io, args, childCommand, given, spell });
  });
}

/** Refuses `--x` with `--no-x`, of which commander keeps the last. */
function refuseNegations(parser: Parser, flags: Flags): void {
  const names = Object.values(flags).map(nameOfFlag);
  for (const name of names) {
    const pair = [name, name.replace("--", "--no-")];
    if (!names.includes(pair[1])) continue;
    const given = new Set<string>();
    for (const each of pair) {
      parser.on(`option:${each.slice(2)}`, () => {
        if (given.add(each).size > 1) throw new UsageError(`${pair.join(" and ")} cannot be used together`);
      });
    }
  }
}

/** Prints the options that several commands have. */
async function printCommonOptions(io: Io): Promise<void> {
  const { SITE_GROUP, URLS_READING_GROUP } = await import("./shared-flags.ts");
  const parser = parserFor(io, "migrations COMMAND").usage("[options]").helpOption(false);
  parser.description("Options of several commands. A command refuses the options that it cannot use.");
  for (const { heading, flags } of [URLS_READING_GROUP, SITE_GROUP]) {
    for (const flag of Object.values(flags)) parser.addOption(optionOf(flag).helpGroup(heading));
  }
  parser.outputHelp();
}

function apiKeyError(flags: Flags): UsageError {
  const { apiKeyFile } = flags;
  const instead =
    apiKeyFile === undefined || apiKeyFile.isHidden
      ? "a directory needs no key"
      : "put the key in a file, --api-key-file FILE, or in MIGRATIONS_API_KEY";
  return new UsageError(
    `${API_KEY_FLAG} is not an option, since other users could see the key in the list of processes: ${instead}`,
  );
}

/**
 * Uses the first argument that is a path as --data. If the command has arguments of its own, only what cannot be an alias.
 * Ids, keys and, if the command can read a site, URLs are not paths: a hint has their options.
 */
function withBarePath(
  given: Given,
  args: readonly string[],
  flags: Flags,
  takesArgs = 0,
): { given: Given; args: readonly string[] } {
  if (!("data" in flags) || flags.data.isHidden || given.data !== undefined) return { given, args };
  const at = args.findIndex((arg) => {
    if (isSiteUrl(arg)) return flags.baseUrl?.isHidden === true;
    if (/^umb:\/\//i.test(arg)) return false;
    if (/[/\\]|^\.\.?$/.test(arg)) return true;
    return takesArgs === 0 && !isIdOrKey(arg) && existsSync(arg);
  });
  if (at < 0) return { given, args };
  return { given: { ...given, data: args[at] }, args: args.toSpliced(at, 1) };
}

function isIdOrKey(arg: string): boolean {
  return parseId(arg) !== undefined || parseKey(arg) !== undefined;
}

/** The form of the values of each option. */
const ARGUMENT_FORMS: readonly [name: string, is: (arg: string) => boolean][] = [
  ["id", (arg) => parseId(arg) !== undefined],
  ["key", (arg) => (parseUdi(arg)?.key ?? parseKey(arg)) !== undefined],
  ["baseUrl", isSiteUrl],
  ["data", (arg) => existsSync(arg)],
];

/** The options of `content` and `media` that select a node. */
const LOOKUP_NAMES: readonly string[] = ["id", "key"];

/** The error for arguments without an option, with the option of this command or of `content` that the first one fits. */
async function unexpectedArgument(
  args: readonly string[],
  given: Given,
  flags: Flags,
  spell: Invocation["spell"],
): Promise<UsageError> {
  const [arg] = args;
  const message = `unexpected argument "${arg}"`;
  const name = ARGUMENT_FORMS.find(
    ([each, is]) => (each in flags || LOOKUP_NAMES.includes(each)) && is(arg),
  )?.[0];
  if (name === undefined && "search" in flags) {
    // Several arguments are most likely one text without its quotes.
    const search = [given.search ?? [], ...args].flat().join(" ");
    return new UsageError(message, { flags: { search } });
  }
  const hasSource = given.data !== undefined || given.baseUrl !== undefined || given.sample === true;
  // Most likely a path that is misspelt.
  const isPath = "data" in flags && !flags.data.isHidden && !hasSource;
  if (name === undefined)
    return new UsageError(isPath ? `there is no file or folder ${visible(arg)}` : message);
  if (name in flags && (flags[name].isHidden || given[name] !== undefined)) return new UsageError(message);
  if (name in flags) return new UsageError(message, { flags: { [name]: arg } });
  if (!("data" in flags) || flags.data.isHidden) return new UsageError(message);
  const { DIRECTORY_FLAGS } = await import("./shared-flags.ts");
  const lookup = spell(parseUdi(arg)?.kind ?? "content", DIRECTORY_FLAGS);
  return new UsageError(`${message}: try ${lookup} --${name} ${shellQuoted(arg)}`);
}

/**
 * Values stay text here: they are read after the checks for conflicts.
 * @throws UsageError on parsing if an option that takes one value is given twice
 */
function optionOf(flag: Flag<unknown>): Option {
  const option = new Option(flag.spelling, helpOf(flag)).hideHelp(flag.isHidden === true);
  if (flag.repeats) return option.argParser((text, before?: string[]) => [...(before ?? []), text]);
  if (option.isBoolean() || option.negate) return option;
  return option.argParser((text, before?: string | true) => {
    if (before !== undefined) throw new UsageError(`${nameOfFlag(flag)} is given twice`);
    return text;
  });
}

function examplesText(lines: readonly string[]): string {
  return ["Examples:", ...lines.map((line) => `  ${line}`), ""].join("\n");
}

/** Removes the suggestion `(Did you mean --sample?)` if it begins with another letter than the option that was typed. */
function withoutFarSuggestion(text: string): string {
  const [, typed = ""] = /'-*([^']*)'/.exec(text) ?? [];
  return text.replace(/\n\(Did you mean (?:one of )?-*(\S)[^\n]*\)/, (suggestion, letter) =>
    typed.startsWith(letter) ? suggestion : "",
  );
}
