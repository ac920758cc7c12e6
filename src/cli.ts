/** The command line: flags to options, options to one command, its outcome to an exit status. */
import { Command, CommanderError } from "commander";
import pkg from "../package.json" with { type: "json" };
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_DIRECTORY,
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUT,
} from "./commands/defaults.ts";
import { EXIT, InterruptedError, MigrationsError } from "./errors.ts";
import { type Io, writeError } from "./io.ts";
import { DEFAULT_PREFIX, type Kind } from "./operations.ts";

const EXAMPLES = {
  program: `
Examples:
  migrations serve --sample                      serve the sample tree on http://127.0.0.1:3000
  migrations content --sample --depth all        print it as a tree
  migrations content --key KEY --base-url URL    look one node up on a live site
  migrations check --data ./site                 is this directory sound?
`,
  serve: `
Examples:
  migrations serve --sample
  migrations serve --data ./site --prefix umbraco/Limbo
  migrations serve --data ./uSync/v13 --culture da-DK
  migrations serve --data ./site --host 0.0.0.0 --api-key-file ./key
  migrations serve --data ./site --watch --log json
  migrations serve --data ./site --latency 50-500 --fail 503:10
  migrations serve --data ./site -- npm run import
`,
  query: (kind: Kind) => `
Examples:
  migrations ${kind} --sample
  migrations ${kind} --id 1050 --depth all
  migrations ${kind} --key umb://${kind === "content" ? "document" : "media"}/00000000000000000000000000000000
  migrations ${kind} --base-url https://old.example --prefix umbraco/Limbo --format ndjson
`,
  pull: `
Examples:
  migrations pull --base-url https://old.example --out ./site
  migrations pull --base-url https://old.example --out ./site --files --concurrency 2 --delay 200
  migrations pull --base-url https://old.example --out ./site --kind content --id 1050
  migrations pull --data ./usync/v9 --out ./site
`,
  check: `
Examples:
  migrations check
  migrations check --data ./uSync/v13
  migrations check --data ./site --strict --format json
`,
};

const EXIT_STATUSES = `
Exit status: 0 found or done, 1 the answer is no, 2 usage, 3 no such node, 4 refused, 5 remote or network, 6 bad data
`;

/**
 * Runs one command.
 * @param argv the arguments behind the program's name
 * @returns the exit status
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  // What stands behind `--` is a command of its own, and `serve` the only one that takes one.
  const end = argv[0] === "serve" ? argv.indexOf("--") : -1;
  const outcome = { command: end < 0 ? undefined : argv.slice(end + 1), status: EXIT.done as number };
  try {
    await createProgram(io, outcome, argv[0]).parseAsync(end < 0 ? argv : argv.slice(0, end), {
      from: "user",
    });
    return outcome.status;
  } catch (error) {
    return exitStatus(error, io);
  }
}

/** What a command line says behind `--`, and the exit status of a command that has one of its own. */
type Outcome = { command: readonly string[] | undefined; status: number };

/** @param name the command to be run: where there is one of this name, the others are left out, which saves time */
function createProgram(io: Io, outcome: Outcome, name = ""): Command {
  const program = new Command("migrations")
    .description("Serves and queries the content and media trees of a site that is being migrated.")
    .version(pkg.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
    })
    .showHelpAfterError("(--help tells more)")
    .addHelpText("before", EXAMPLES.program.trimStart())
    .addHelpText("after", EXIT_STATUSES);
  const commands = new Map([
    ["serve", () => addServe(program, io, outcome)],
    ["content", () => addQuery(program, "content", io)],
    ["media", () => addQuery(program, "media", io)],
    ["pull", () => addPull(program, io)],
    ["check", () => addCheck(program, io)],
  ]);
  const named = commands.get(name);
  for (const add of named ? [named] : commands.values()) add();
  return program;
}

function addServe(program: Command, io: Io, outcome: Outcome): void {
  const command = program
    .command("serve")
    .usage("[options] [-- command [argument...]]")
    .description("Serve the six operations over HTTP from a data directory.")
    .addHelpText("before", EXAMPLES.serve.trimStart());
  addDirectoryFlags(command)
    .option("--host <host>", "address to listen on (default: 127.0.0.1)")
    .option("--port <port>", "port to listen on; 0 picks a free one (default: 3000; with a command: 0)")
    .option("--allow-anonymous", "answer any client that reaches the server, without a key")
    .option("--cors <origin>", "let pages of this origin read the answers; may be given again", collect)
    .option("--watch", "load the directory again when it changes")
    .option(
      "--log <form>",
      "request log on stderr: plain, json or none (default: plain; with a command: none)",
    )
    .option("--grace <seconds>", "how long requests may still run when it is stopped (default: 5)")
    .option("--latency <ms>", "let each operation wait so many milliseconds, or a range: 50-500")
    .option("--fail <status:percent>", "let this share of the operations fail: 503:10")
    .option("--seed <n>", "which requests fail, and how long each waits (default: 1)")
    .option("--files <directory>", "the site's own folder of media files, served at their urls")
    .option("--public-files", "serve media files without the API key");
  addApiFlags(command);
  command.action(async (flags) => {
    const { serve } = await import("./commands/serve.ts");
    outcome.status = await serve(flags, outcome.command, io, stopSignal);
  });
}

function addQuery(program: Command, kind: Kind, io: Io): void {
  const command = program
    .command(kind)
    .description(`Print ${kind} nodes: all roots, or one node by id or key.`)
    .addHelpText("before", EXAMPLES.query(kind).trimStart());
  command
    .option("--id <id>", "the node with this id")
    .option("--key <key>", "the node with this key: a GUID or a UDI")
    .option("--max-level <n>", "deepest level shown; roots have level 1")
    .option("--depth <n>", "levels shown below the node asked for, or all (default: 1)")
    .option("--format <format>", "json, ndjson, tree or table (default: by what stdout is)")
    .option("--no-color", "no colour");
  addDirectoryFlags(command).option("--base-url <url>", "ask a live site instead of a directory");
  addConnectionFlags(command);
  addApiFlags(command);
  command.action(async (flags) => {
    const { query } = await import("./commands/query.ts");
    await query(kind, flags, io);
  });
}

function addPull(program: Command, io: Io): void {
  const command = program
    .command("pull")
    .description("Copy a site, or a data directory, into a data directory.")
    .addHelpText("before", EXAMPLES.pull.trimStart())
    .option("--out <directory>", "data directory to write")
    .option("--base-url <url>", "the site to copy")
    .option("--kind <kind>", "content or media (default: both)")
    .option("--id <id>", "only the node with this id, its ancestors and all below it")
    .option("--key <key>", "the same by key: a GUID or a UDI")
    .option("--files", "also download the media files")
    .option("--fresh", "drop what an unfinished pull has left")
    .option("--concurrency <n>", `requests under way at a time (default: ${DEFAULT_CONCURRENCY})`)
    .option("--delay <ms>", "least time between two requests (default: 0)")
    .option("--retries <n>", `how often one thing is asked for again (default: ${DEFAULT_RETRIES})`)
    .option("--no-color", "no colour");
  addConnectionFlags(addDirectoryFlags(command));
  addApiFlags(command);
  command.action(async (flags) => {
    const { pull } = await import("./commands/pull.ts");
    await pull(flags, io, interruption());
  });
}

function addCheck(program: Command, io: Io): void {
  const command = program
    .command("check")
    .description("Say whether a data directory is sound, and what it holds.")
    .addHelpText("before", EXAMPLES.check.trimStart());
  command
    .option("--format <format>", "plain, or json for scripts (default: plain)")
    .option("--strict", "exit with 1 where there are notes");
  addDirectoryFlags(command).action(async (flags) => {
    const { check } = await import("./commands/check.ts");
    await check(flags, io);
  });
}

function addDirectoryFlags(command: Command): Command {
  return command
    .option("--data <path>", `data directory, uSync folder or umbraco.config (default: ${DEFAULT_DIRECTORY})`)
    .option("--sample", "read the sample tree that comes with the program")
    .option("--culture <code>", "uSync: the language to read (default: the site's default language)")
    .option("--include-unpublished", "uSync: read nodes that are not published too")
    .option("--editors <file>", "uSync, umbraco.config: JSON object from property alias to editor alias")
    .option("--quiet", "no notes on stderr");
}

function addConnectionFlags(command: Command): Command {
  return command
    .option("--timeout <seconds>", `how long that site may be silent (default: ${DEFAULT_TIMEOUT})`)
    .option("--ca-file <file>", "certificates in PEM that are trusted too")
    .option("--insecure", "take any certificate");
}

function addApiFlags(command: Command): Command {
  return command
    .option("--prefix <path>", `path before /Migrations (default: ${DEFAULT_PREFIX})`)
    .option("--api-key-file <file>", "file that holds the API key; - is stdin");
}

function collect(value: string, others: string[] = []): string[] {
  return [...others, value];
}

/** Aborted with an InterruptedError by the first SIGINT or SIGTERM; a second one ends the process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => controller.abort(new InterruptedError(signal, "interrupted")));
  }
  return controller.signal;
}

/** Aborted by the first SIGINT or SIGTERM, with its name as the reason; a second one ends the process. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // Said outright, since to a container's first process a signal without a handler means nothing.
      if (controller.signal.aborted) process.exit(EXIT[signal]);
      controller.abort(signal);
    });
  }
  return controller.signal;
}

function exitStatus(error: unknown, io: Io): number {
  // Commander has written its message already; its own status for misuse is 1.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof MigrationsError) {
    writeError(io, `error: ${error.message}`);
    return error.exitStatus;
  }
  writeError(io, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.fault;
}
