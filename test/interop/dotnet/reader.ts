/** The console program with the API's .NET client, which prints its results line by line. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type SeenItem = {
  id: number;
  key: string;
  name: string | null;
  url: string | null;
  type: string;
  /** Empty also if the answer has none: the client does not distinguish the two. */
  children: SeenItem[];
};

export type SeenNode = SeenItem & {
  /** In milliseconds since 1970, `null` if there is no date. */
  createDate: number | null;
  updateDate: number | null;
  /** Properties that the client keeps. */
  properties: { alias: string; editorAlias: string; value: unknown }[];
  /** The aliases of the properties that the client drops. */
  dropped: string[];
  path: SeenItem[];
};

type Kind = "content" | "media";
type Refused = { status: number | null; exception: string };

/** One line of the program. */
export type ReaderLine =
  | { what: "versions"; client: string; essentials: string; http: string; json: string; runtime: string }
  | { what: "roots"; kind: Kind; maxLevel: number | null; items: SeenItem[] }
  | { what: "node"; kind: Kind; by: "id" | "key"; id: number; maxLevel: number | null; node: SeenNode }
  | ({ what: "type"; asked: { by: "alias" | "id" | "key"; alias?: string; id?: number; key?: string } } & (
      | { got: unknown }
      | Refused
    ))
  | ({ what: "element"; asked: { id: number; property: string; type: string } } & (
      | { got: unknown }
      | Refused
    ))
  | ({ what: "file"; asked: { by: string; id: number; url: string } } & (
      | { got: { length: number; sha256: string } }
      | Refused
    ))
  | ({ what: "refusal"; asked: { of: string } } & ({ got: { value: string } } | Refused));

/** The lines of one kind. */
export function linesOf<W extends ReaderLine["what"]>(lines: readonly ReaderLine[], what: W) {
  return lines.filter((line): line is Extract<ReaderLine, { what: W }> => line.what === what);
}

/**
 * Runs the program, which reads a server completely.
 * @param origin the origin of the server
 * @throws Error with its output if it fails
 */
export async function readThrough(origin: string, apiKey: string): Promise<ReaderLine[]> {
  const program = process.env.DOTNET_READER;
  if (program === undefined) throw new Error("npm run test:dotnet builds the program that is run here");
  // Dates without an offset are read as local time.
  const env = { ...process.env, TZ: "UTC" };
  const child = spawn("dotnet", [program, new URL(origin).host], { env });
  const ended = once(child, "close");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  child.stdin.end(apiKey);
  const lines: ReaderLine[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line));
  const [status] = await ended;
  if (status !== 0) throw new Error(`the reader ends with ${status}: ${said}`);
  return lines;
}
