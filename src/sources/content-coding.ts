/** Undoes the codings that a body was sent in (`Content-Encoding`, `Transfer-Encoding`): of a whole body up to a limit, or as it comes. */
import { pipeline, Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzip,
  inflate,
  inflateRaw,
  type ZlibOptions,
} from "node:zlib";
import { NoAnswerError, type Opened, tooLarge, UnfitAnswerError } from "./exchange.ts";

type Coding = {
  whole: (body: Buffer, limit: number) => Promise<Buffer>;
  /** @param begin the first bytes of the body */
  stream: (begin: Buffer) => Transform;
};

const GZIP: Coding = { whole: wholeBy(gunzip), stream: () => createGunzip() };
/** Some servers send bare DEFLATE data under this name (RFC 9110, 8.4.1.2). */
const DEFLATE: Coding = {
  whole: (body, limit) => (isZlib(body) ? wholeBy(inflate) : wholeBy(inflateRaw))(body, limit),
  stream: (begin) => (isZlib(begin) ? createInflate() : createInflateRaw()),
};
const CODINGS: Readonly<Record<string, Coding>> = {
  gzip: GZIP,
  "x-gzip": GZIP,
  deflate: DEFLATE,
  br: { whole: wholeBy(brotliDecompress), stream: () => createBrotliDecompress() },
};

/** More than that, one over the other, is no honest server's. */
const MOST_CODINGS = 3;

/**
 * The codings to undo, the last applied first; none where the body is as it is.
 * @throws UnfitAnswerError where there is one that nobody asked for and that is not known
 */
export function codingsOf(url: string, headers: Opened["headers"]): string[] {
  // That of chunks is undone with the connection.
  const names = [...namesIn(headers["content-encoding"]), ...namesIn(headers["transfer-encoding"])].filter(
    (name) => name !== "chunked",
  );
  const unknown = names.find((name) => !Object.hasOwn(CODINGS, name));
  if (unknown === undefined && names.length <= MOST_CODINGS) return names.toReversed();
  // Its name is not repeated: a server may put anything there.
  throw new UnfitAnswerError(`${url} answered in a coding that was not asked for (Content-Encoding)`);
}

function namesIn(value: string | string[] | undefined): string[] {
  const names = [value ?? []].flat().join(",").toLowerCase().split(",");
  return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
}

/**
 * Decodes a whole body.
 * @param limit the most bytes that it may come to; no more is ever made of it
 * @throws UnfitAnswerError beyond the limit; NoAnswerError where it is broken or cut
 */
export async function decoded(
  url: string,
  body: Buffer,
  codings: readonly string[],
  limit: number,
): Promise<Buffer> {
  let bytes = body;
  for (const name of codings) {
    if (bytes.length === 0) break;
    try {
      bytes = await CODINGS[name].whole(bytes, limit);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(url, limit);
      throw broken(url, name, error);
    }
  }
  return bytes;
}

/**
 * Decodes a body as it comes.
 * @throws NoAnswerError where it is broken or cut
 */
export function decodedChunks(
  url: string,
  chunks: AsyncIterable<Buffer>,
  codings: readonly string[],
): AsyncIterable<Buffer> {
  return codings.reduce((coded, name) => undone(url, coded, name), chunks);
}

async function* undone(url: string, coded: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const source = coded[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) return;
  const all = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  const decoder = CODINGS[name].stream(first.value);
  // What goes wrong before the decoder is told by it.
  pipeline(Readable.from(all()), decoder, () => {});
  try {
    yield* decoder;
  } catch (error) {
    throw error instanceof NoAnswerError ? error : broken(url, name, error);
  }
}

function wholeBy(
  decode: (body: Buffer, options: ZlibOptions, done: (error: Error | null, bytes: Buffer) => void) => void,
): Coding["whole"] {
  const promised = promisify(decode);
  return (body, limit) => promised(body, { maxOutputLength: limit });
}

/** Whether it begins with the head that RFC 1950 has. */
function isZlib(body: Buffer): boolean {
  return (body[0] & 0x0f) === 8 && (body.length < 2 || body.readUInt16BE(0) % 31 === 0);
}

function broken(url: string, name: string, cause: unknown): NoAnswerError {
  return new NoAnswerError(`${url} cannot be read: its ${name} coding is broken or cut`, { cause });
}
