/** How a program that npm has started is started again with a flag more. */

/** Scripts whose last command is this program, so that what is added behind `--` reaches it. */
const OWN_SCRIPT = /\bmigrations(?:\.js)?["']? serve\b(?!.* -- )[^;&|]*$/;

/**
 * @param env npm tells in it which script it runs
 * @returns a command line that can be pasted, or the flag alone where npm has not started the program
 */
export function startedWith(flag: string, env: Readonly<Record<string, string | undefined>>): string {
  const { npm_command: command, npm_lifecycle_event: script, npm_lifecycle_script: text = "" } = env;
  if (!OWN_SCRIPT.test(text)) return flag;
  if (command === "start") return `npm start -- ${flag}`;
  return command === "run-script" || command === "run" ? `npm run ${script} -- ${flag}` : flag;
}
