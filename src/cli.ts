/** The command line: a command is run, and its outcome turned into an exit status. */
import { type ProgramOutcome, runProgram } from "./commands/program.ts";
import { DataError, EXIT, explained, MigrationsError } from "./errors.ts";
import { guardedIo, type Io, type ProcessIo, writeError } from "./io.ts";
import { visible } from "./text/visible-text.ts";

/**
 * Runs one command.
 * @param argv the arguments behind the program's name
 * @returns the exit status
 */
export async function run(argv: readonly string[], given: ProcessIo): Promise<number> {
  const { io, untilWritten } = guardedIo(given);
  const outcome: ProgramOutcome = {};
  const status = await runProgram(argv, io, outcome).then(
    () => outcome.status ?? EXIT.done,
    (error) => tellError(error, outcome, io),
  );
  const failure = await untilWritten();
  return failure === undefined || status === failure.exitStatus ? status : tellError(failure, outcome, io);
}

/** Tells an error, and gives the exit status that it stands for. */
function tellError(cause: unknown, { spellHint }: ProgramOutcome, io: Io): number {
  const error = explained(cause);
  if (error instanceof MigrationsError) {
    const hint = error.hint && spellHint ? `: try ${spellHint(error.hint)}` : "";
    writeError(io, `error: ${wordsOf(error)}${hint}`);
    return error.exitStatus;
  }
  writeError(io, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.fault;
}

/** The message on one line, as what was given may hold line feeds; findings behind it have lines of their own. */
function wordsOf(error: MigrationsError): string {
  if (!(error instanceof DataError)) return visible(error.message);
  return [error.headline, ...error.findings.map((finding) => `  ${finding}`)].map(visible).join("\n");
}
