/** What `serve` tells of what it serves: at its start, of the first media file that is refused, and how it is started again. */

import type { LoadedData } from "../formats/load-directory.ts";
import type { DisturbanceOptions, Failure } from "../http/disturbance.ts";
import type { MediaFiles } from "../media/media-files.ts";
import { formatInWords, nodesInWords } from "../text/counted.ts";
import { refusedFilesNote } from "./media-folder.ts";

/** Scripts whose last command is this program, so that what is added behind `--` reaches it. */
const OWN_SCRIPT = /\bmigrations(?:\.js)?["']? serve\b(?!.* -- )[^;&|]*$/;

type Served = {
  data: LoadedData;
  media: MediaFiles;
  /** Where the API key is from, if one is set. */
  keyOrigin: string | undefined;
  /** Whether anyone may read where no key is set. */
  allowAnonymous?: boolean;
  /** Whether media files need no key. */
  publicFiles?: boolean;
  disturbance: DisturbanceOptions;
};

/** What is served, from where, and to whom, a line each. */
export function servingNotes(served: Served): string[] {
  const { data, keyOrigin, allowAnonymous, disturbance } = served;
  const access =
    keyOrigin !== undefined
      ? `an API key is needed, the one in ${keyOrigin}`
      : allowAnonymous
        ? "no API key is needed: anyone who reaches this server can read it"
        : "no API key is needed: only requests from this machine are answered";
  const loaded = `loaded ${nodeCounts(data)} from ${data.path}`;
  return [loaded, access, ...disturbanceLines(disturbance), ...fileLines(served)];
}

export function nodeCounts(data: LoadedData): string {
  return `${nodesInWords(data)} (${formatInWords(data)})`;
}

/** Of a media file that was asked for without the key, as the API's .NET client asks for all of them. */
export function refusedFileNote(path: string): string {
  return (
    `note: ${path} was asked for without the API key and refused, as other media files will be: ` +
    "--public-files serves them without it, for clients that do not send it with files"
  );
}

function fileLines({ media, keyOrigin, publicFiles }: Served): string[] {
  if (media.folder === undefined) return [];
  const refused = refusedFilesNote(media);
  return [
    accessLine(media.folder, keyOrigin, publicFiles),
    ...(refused === undefined ? [] : [`warning: ${refused}`]),
  ];
}

function accessLine(folder: string, keyOrigin: string | undefined, publicFiles: boolean | undefined): string {
  const origin = `media files come from ${folder}`;
  if (keyOrigin === undefined) return origin;
  if (publicFiles) return `${origin}, and need no key`;
  return `${origin}, and need the key too, which the API's .NET client does not send with them: --public-files serves them without`;
}

function disturbanceLines({ latency, failures = [], seed }: DisturbanceOptions): string[] {
  const said = [
    ...(latency ? [`answers wait ${latency.from} to ${latency.to} ms`] : []),
    ...(failures.length > 0 ? [`requests fail: ${failures.map(inPercent).join(", ")}`] : []),
  ];
  return said.length > 0 ? [`${said.join(", ")} (seed ${seed})`] : [];
}

function inPercent({ as, percent }: Failure): string {
  return `${percent} % with ${as}`;
}

/**
 * How the program is started again with a flag more.
 * @param env npm tells in it which script it runs
 * @returns a command line that can be pasted, or the flag alone where npm has not started the program
 */
export function startedWith(flag: string, env: Readonly<Record<string, string | undefined>>): string {
  const { npm_command: command, npm_lifecycle_event: script, npm_lifecycle_script: text = "" } = env;
  if (!OWN_SCRIPT.test(text)) return flag;
  if (command === "start") return `npm start -- ${flag}`;
  return command === "run-script" || command === "run" ? `npm run ${script} -- ${flag}` : flag;
}
