/** The program as commander knows it: its commands, of which only the one that is called is loaded, and its help. */

import { existsSync } from "node:fs";
import { CommanderError, Help, Option, Command as Parser } from "commander";
import pkg from "../../package.json" with { type: "json" };
import { EXIT, type Hint, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { parseId } from "../operations.ts";
import { shellQuoted } from "../text/shell-quoted.ts";
import { visibleLines } from "../text/visible-text.ts";
import { parseKey } from "../tree/key.ts";
import { type Command, flagsOf, type Invocation } from "./command.ts";
import { type Flag, type Flags, type Given, isSiteUrl, nameOfFlag, spelledFlags } from "./flag.ts";

/** What runs on a command line: a command that was loaded. */
type Listed = { name: string; description: string; load: () => Promise<Command> };

const COMMANDS: readonly Listed[] = [
  {
    name: "serve",
    description: "Serve the operations over HTTP from a data directory.",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  ...(["content", "media"] as const).map((kind) => ({
    name: kind,
    description: `Print ${kind} nodes: all roots, or one node by id or key.`,
    load: async () => (await import("./content.ts")).queryCommand(kind),
  })),
  {
    name: "find",
    description: "List the nodes that match: by name, type, property, editor, reference, …",
    load: async () => (await import("./find.ts")).findCommand,
  },
  {
    name: "types",
    description: "Print the types of nodes: all of them, or one by its alias.",
    load: async () => (await import("./types.ts")).typesCommand,
  },
  {
    name: "pull",
    description: "Copy a site, or a data directory, into a data directory.",
    load: async () => (await import("./pull.ts")).pullCommand,
  },
  {
    name: "slice",
    description: "Write a small part of a site that hangs together, for tests.",
    load: async () => (await import("./slice.ts")).sliceCommand,
  },
  {
    name: "diff",
    description: "Say what differs between two places: directories, exports or sites.",
    load: async () => (await import("./diff.ts")).diffCommand,
  },
  {
    name: "urls",
    description: "List old addresses, and make redirects of what has become of them.",
    load: async () => (await import("./urls.ts")).urlsCommand,
  },
  {
    name: "check",
    description: "Say whether a data directory is sound, and what it holds.",
    load: async () => (await import("./check.ts")).checkCommand,
  },
  {
    name: "audit",
    description: "Say what an importer will meet: editors, elements, dead references.",
    load: async () => (await import("./audit.ts")).auditCommand,
  },
  {
    name: "mcp",
    description: "Answer an assistant's questions (Model Context Protocol, over stdio).",
    load: async () => (await import("./mcp.ts")).mcpCommand,
  },
];

const EXAMPLES = [
  "migrations serve --sample                     serve the sample on port 3000",
  "migrations content --sample --depth all       print it as a tree",
  "migrations content --key KEY --base-url URL   look a node up on a live site",
  "migrations find --name kafe --sample          where is the page called so?",
  "migrations pull --base-url URL --out ./site   copy a live site",
  "migrations check --data ./site                is this directory sound?",
  "migrations diff ./monday ./friday             what differs between copies?",
];

const EXIT_STATUSES = `
Exit status:
  0  found, done                          5  remote, network, port or output
  1  the answer is no                     6  bad data
  2  usage                               70  a fault of the program
  3  no such node, nothing found        126  serve -- COMMAND: not executable
  4  refused (401, 403)                 127  serve -- COMMAND: not found
                                        130  interrupted (SIGINT)
                                        143  ended (SIGTERM)`;

const API_KEY_FLAG = "--api-key";

/** Columns where no terminal tells. */
const DEFAULT_COLUMNS = 80;

/** What has come of a command line so far. */
export type ProgramOutcome = {
  /** The exit status, once a command has ended. */
  status?: number;
  /** Spells out a hint as a command line, once a command has been found. */
  spellHint?: (hint: Hint) => string;
};

/**
 * Parses a command line and runs its command.
 * @throws whatever the command throws; what cannot be parsed has been told
 */
export async function runProgram(argv: readonly string[], io: Io, outcome: ProgramOutcome): Promise<void> {
  const all = withoutSynonyms(argv);
  // What stands behind `--` is a command of its own, and `serve` the only one that takes one.
  const end = all[0] === "serve" ? all.indexOf("--") : -1;
  const behind = end < 0 ? undefined : all.slice(end + 1);
  const { words, isHelpOnAll } = withoutAll(end < 0 ? all : all.slice(0, end));
  const program = createProgram(io);
  const called = COMMANDS.find(({ name }) => name === words[0]);
  // The others are left out, which saves time.
  for (const listed of called ? [called] : COMMANDS) {
    const parser = program.command(listed.name).description(listed.description);
    if (listed === called) addCommand(parser, await called.load(), { io, behind, outcome, isHelpOnAll });
  }
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has told all there is to tell; its own status for misuse is 1.
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

/** What gives the help of one command, or of all. One that there is none of is told as such. */
function helpOn(name: string | undefined, more: readonly string[]): readonly string[] {
  if (name === undefined) return ["--help"];
  return isCommand(name) ? [name, "--help", ...more] : [name];
}

/** Takes `--all` away that stands beside `--help`: commander prints help before it reads other options. */
function withoutAll(words: readonly string[]): { words: readonly string[]; isHelpOnAll: boolean } {
  const isHelpOnAll = words.includes("--all") && words.some((word) => word === "--help" || word === "-h");
  return { words: isHelpOnAll ? words.filter((word) => word !== "--all") : words, isHelpOnAll };
}

function isCommand(word: string | undefined): boolean {
  return COMMANDS.some(({ name }) => name === word);
}

function createProgram(io: Io): Parser {
  return new Parser("migrations")
    .description("Serves and queries the content and media trees of a site that is being migrated.")
    .version(pkg.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(visibleLines(withoutFarSuggestion(text))),
      getOutHelpWidth: () => io.stdout.columns || DEFAULT_COLUMNS,
      getErrHelpWidth: () => io.stderr.columns || DEFAULT_COLUMNS,
    })
    .showHelpAfterError("(--help tells more)")
    .addHelpText("before", examplesText(EXAMPLES))
    .addHelpText("after", EXIT_STATUSES);
}

/** What a command runs with, and whether its help describes common options too. */
type CommandContext = {
  io: Io;
  behind: readonly string[] | undefined;
  outcome: ProgramOutcome;
  isHelpOnAll: boolean;
};

function addCommand(
  parser: Parser,
  command: Command,
  { io, behind, outcome, isHelpOnAll }: CommandContext,
): void {
  const all = flagsOf(command);
  parser
    .usage(command.usage ?? ("data" in all ? "[options] [path]" : "[options]"))
    .addHelpText("before", examplesText(command.examples));
  const brief = command.groups.filter(({ isCommon }) => isCommon && !isHelpOnAll);
  for (const group of command.groups) {
    for (const flag of Object.values(group.flags)) {
      parser.addOption(optionOf(flag).helpGroup(group.heading));
    }
  }
  if (brief.length > 0) {
    // Not hidden: commander suggests only options that are visible.
    parser.configureHelp({
      groupItems(all, visible, groupOf) {
        const groups = new Help().groupItems(all, visible, groupOf);
        for (const { heading } of brief) groups.delete(heading);
        return groups;
      },
    });
    parser.addHelpText("after", () => commonOptions(brief, parser));
  }
  if (command.footer) parser.addHelpText("after", `\n${command.footer.join("\n")}`);
  // Known in order to refuse it: commander would repeat what stands behind it.
  parser.addOption(new Option(`${API_KEY_FLAG} [key]`).hideHelp());
  parser.allowExcessArguments().action(async (options: Given) => {
    if (options.apiKey !== undefined) throw apiKeyGiven(all);
    const { given, words } = withBarePath(options, parser.args, all, command.takesWords);
    const spell = (name: string, flags: Flags = all, changed: Given = {}) =>
      ["migrations", name, ...spelledFlags(flags, { ...given, ...changed })].join(" ");
    outcome.spellHint = ({ command: name = parser.name(), word, flags }) =>
      spell(word === undefined ? name : `${name} ${shellQuoted(word)}`, all, flags);
    const tooMuch = words[command.takesWords ?? 0];
    if (tooMuch !== undefined) throw await unexpectedArgument(tooMuch, all, spell);
    outcome.status = await command.run(given, { io, words, behind, given, spell });
  });
}

/** The names of options in groups, within the width of help. */
function commonOptions(groups: Command["groups"], parser: Parser): string {
  const help = parser.createHelp();
  const width = parser.configureOutput().getOutHelpWidth?.() ?? DEFAULT_COLUMNS;
  const lines = groups.map(({ heading, flags }) => {
    const names = Object.values(flags).flatMap((flag) => (flag.isHidden ? [] : [nameOfFlag(flag)]));
    return `  ${help.boxWrap(`${heading} ${names.join(", ")}`, width - 4).replaceAll("\n", "\n    ")}`;
  });
  return ["", "Common options, which --help --all describes:", ...lines].join("\n");
}

function apiKeyGiven(flags: Flags): UsageError {
  const { apiKeyFile } = flags;
  const instead =
    apiKeyFile === undefined || apiKeyFile.isHidden
      ? "and a directory needs none"
      : "so put it in a file, --api-key-file FILE, or in MIGRATIONS_API_KEY";
  return new UsageError(
    `${API_KEY_FLAG} is no option: others would see the key in the list of processes, ${instead}`,
  );
}

/**
 * Takes the first argument that is a path for --data. Of commands with arguments of their own, only what no alias can be.
 * Ids, keys and, where a site can be asked, URLs are none: a hint names their flags.
 */
function withBarePath(
  given: Given,
  words: readonly string[],
  flags: Flags,
  takesWords = 0,
): { given: Given; words: readonly string[] } {
  if (!("data" in flags) || flags.data.isHidden || given.data !== undefined) return { given, words };
  const at = words.findIndex((word) => {
    if (isSiteUrl(word)) return flags.baseUrl?.isHidden === true;
    if (/^umb:\/\//i.test(word)) return false;
    if (/[/\\]|^\.\.?$/.test(word)) return true;
    return takesWords === 0 && !isIdOrKey(word) && existsSync(word);
  });
  if (at < 0) return { given, words };
  return { given: { ...given, data: words[at] }, words: words.toSpliced(at, 1) };
}

function isIdOrKey(word: string): boolean {
  return parseId(word) !== undefined || parseKey(word) !== undefined;
}

/** For each flag, what its values look like. */
const LOOKS: readonly [name: string, is: (word: string) => boolean][] = [
  ["id", (word) => parseId(word) !== undefined],
  ["key", (word) => parseKey(word.replace(/^umb:\/\/[a-z]+\//i, "")) !== undefined],
  ["baseUrl", isSiteUrl],
  ["data", (word) => existsSync(word)],
];

/** Names of the options that look a node up, which `content` and `media` have. */
const LOOKUP_NAMES: readonly string[] = ["id", "key"];

/** An argument that no option has taken: most often it is clear which option was meant, of this command or of a look-up. */
async function unexpectedArgument(
  word: string,
  flags: Flags,
  spell: Invocation["spell"],
): Promise<UsageError> {
  const told = `unexpected argument "${word}"`;
  const name = LOOKS.find(([each, is]) => (each in flags || LOOKUP_NAMES.includes(each)) && is(word))?.[0];
  if (name === undefined) return new UsageError(told);
  if (name in flags) return new UsageError(told, { flags: { [name]: word } });
  if (!("data" in flags) || flags.data.isHidden) return new UsageError(told);
  const { DIRECTORY_FLAGS } = await import("./shared-flags.ts");
  const lookup = spell(/^umb:\/\/media\//i.test(word) ? "media" : "content", DIRECTORY_FLAGS);
  return new UsageError(`${told}: try ${lookup} --${name} ${shellQuoted(word)}`);
}

/** Values stay texts here: they are read once all are known. */
function optionOf({ spelling, help, repeats, isHidden }: Flag<unknown>): Option {
  const option = new Option(spelling, help).hideHelp(isHidden === true);
  return repeats ? option.argParser((text, before?: string[]) => [...(before ?? []), text]) : option;
}

function examplesText(lines: readonly string[]): string {
  return ["Examples:", ...lines.map((line) => `  ${line}`), ""].join("\n");
}

/** Takes out `(Did you mean --sample?)` where the word typed begins with another letter: then it is hardly what was meant. */
function withoutFarSuggestion(text: string): string {
  const [, typed = ""] = /'-*([^']*)'/.exec(text) ?? [];
  return text.replace(/\n\(Did you mean (?:one of )?-*(\S)[^\n]*\)/, (suggestion, letter) =>
    typed.startsWith(letter) ? suggestion : "",
  );
}
