/** Runs a command and turns its outcome into an exit status. */
import { type ProgramOutcome, runProgram } from "./commands/program.ts";
import { DataError, EXIT, explained, MigrationsError } from "./errors.ts";
import { guardedIo, type Io, type ProcessIo, writeError } from "./io.ts";
import { visible } from "./text/visible-text.ts";

/**
 * Runs one command.
 * @param argv the arguments after the program's name
 * @returns the exit status
 */
export async function run(argv: readonly string[], given: ProcessIo): Promise<number> {
  const { io, untilWritten } = guardedIo(given);
  const outcome: ProgramOutcome = {};
  const status = await runProgram(argv, io, outcome).then(
    () => outcome.status ?? EXIT.done,
    (error) => printError(error, outcome, io),
  );
  const failure = await untilWritten();
  return failure === undefined || status === failure.exitStatus ? status : printError(failure, outcome, io);
}

/** Prints an error and returns its exit status. */
function printError(cause: unknown, { spellHint }: ProgramOutcome, io: Io): number {
  const error = explained(cause);
  if (error instanceof MigrationsError) {
    const hint = error.hint && spellHint ? `: try ${spellHint(error.hint)}` : "";
    writeError(io, `error: ${textOfError(error)}${hint}`);
    return error.exitStatus;
  }
  writeError(io, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.fault;
}

/** The message on one line, since arguments can contain line feeds; then the findings, one per line. */
function textOfError(error: MigrationsError): string {
  if (!(error instanceof DataError)) return visible(error.message);
  return [error.headline, ...error.findings.map((finding) => `  ${finding}`)].map(visible).join("\n");
}
