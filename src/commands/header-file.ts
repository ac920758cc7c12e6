/** Headers for requests to a protected site, from a file: a user name, a token or a cookie belongs neither in `ps` nor in a log. */
import { ApiKey } from "../access/api-key.ts";
import { isLoopbackHost } from "../access/loopback.ts";
import { UsageError } from "../errors.ts";
import { type Io, writeError } from "../io.ts";
import { readInput } from "./flag.ts";

/** Headers by lower-case name, and the origin that they are sent to. */
type SiteHeaders = { origin: string; headers: Readonly<Record<string, string>> };

/** Headers that the HTTP client sets. */
const OWN = [
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "expect",
  "te",
  "trailer",
];
const LINE = /^([!#$%&'*+.^`|~\w-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/;
/** Shorter values, such as `1`, occur in any text, so they are not redacted. */
const SHORTEST_SECRET = 6;

/**
 * Reads a file with a line `Name: value` for each header, and skips blank lines. From here on, the values are
 * redacted in what is written to stderr.
 * @param path `-` is standard input
 * @param origin of the site that gets them; over plain http, a warning says that others can read them
 * @throws UsageError if the file cannot be read, or a line is not a header; the message has no value
 */
export async function readHeaderFile(path: string, origin: string, io: Io): Promise<SiteHeaders> {
  const text = await readInput(path, io, `the headers cannot be read from ${path}`);
  const headers: Record<string, string> = {};
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [, name, value] = LINE.exec(line) ?? [];
    const refuse = (why: string) => new UsageError(`--header-file ${path}:${i + 1}: ${why}`);
    if (name === undefined || value === "" || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw refuse("must be a header, such as Authorization: Basic ...");
    }
    const lower = name.toLowerCase();
    if (OWN.includes(lower)) throw refuse(`${name} cannot be set`);
    if (Object.hasOwn(headers, lower)) throw refuse(`${name} is there twice`);
    headers[lower] = value;
  }
  if (Object.keys(headers).length === 0) throw new UsageError(`--header-file ${path} has no headers`);
  hideValues(Object.values(headers), io);
  const { protocol, host } = new URL(origin);
  if (protocol === "http:" && !isLoopbackHost(host))
    writeError(io, "warning: the headers are sent over plain http, where others can read them: use https");
  return { origin, headers };
}

/** Redacts the values, and the last word of each, such as the credentials after `Basic`. */
function hideValues(values: readonly string[], io: Io): void {
  const texts = values.flatMap((value) => [value, value.split(/[ =]/).at(-1) ?? ""]);
  const secrets = texts.filter(({ length }) => length >= SHORTEST_SECRET).map((text) => new ApiKey(text));
  const { secret } = io;
  io.secret = {
    hide: (text) => secrets.reduce((hidden, each) => each.hide(hidden), secret ? secret.hide(text) : text),
  };
}
