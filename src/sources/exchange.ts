/** One exchange over HTTP: a request, and what comes back; whatever keeps it from coming, in one plain sentence. */
import { type Dispatcher, request } from "undici";
import type { ApiKey } from "../api-key.ts";
import { RemoteError } from "../errors.ts";

/** How a remote is asked. */
export type FetchOptions = {
  /** Sent as HTTP Basic. Default: none. */
  apiKey?: ApiKey;
  /** How long a server may be silent, in seconds. */
  timeout: number;
  /** Makes the connections. */
  dispatcher: Dispatcher;
  /** Called just before a request is sent for an answer that is wanted whole; what it throws ends that request. */
  onSend?: () => void;
};

/** What an answer begins with. */
export type AnswerHead = {
  /** Where it comes from. */
  url: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
};

/** An answer whose body is still to come. */
export type Opened = AnswerHead & {
  /** Each chunk as it comes; throws NoAnswerError where the rest does not. */
  chunks: () => AsyncIterable<Buffer>;
  /** Reads what is left to nowhere, so that the connection can be used again. */
  drain: () => Promise<void>;
};

/** No whole answer came, which may be otherwise another time. */
export class NoAnswerError extends RemoteError {}

/** What the codes of errors mean. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the host is not known",
  EAI_AGAIN: "the host's name cannot be looked up now",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut before the answer was whole",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer has another length than its Content-Length says",
};

/** @throws NoAnswerError where no answer begins; RemoteError where the server's certificate is not trusted */
export async function askOpen(
  url: URL,
  options: FetchOptions,
  headers: Record<string, string>,
): Promise<Opened> {
  try {
    const answer = await request(url, {
      ...requestOptions(options, headers),
      dispatcher: options.dispatcher,
    });
    return {
      url: url.href,
      status: answer.statusCode,
      headers: answer.headers,
      chunks: () => chunksOf(answer.body, url, options.timeout),
      drain: () => answer.body.dump(),
    };
  } catch (error) {
    throw failure(url, error, options.timeout);
  }
}

/**
 * As `askOpen`, for answers that are wanted whole. It does without the stream that `request` makes of each body, which is
 * half of what a small answer costs.
 */
export function askWhole(
  url: URL,
  options: FetchOptions,
  fields: Record<string, string>,
): Promise<AnswerHead & { body: Buffer }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: AnswerHead["headers"] = {};
    options.dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: "GET",
        ...requestOptions(options, fields),
      },
      {
        onRequestStart: (controller) => {
          try {
            options.onSend?.();
          } catch (error) {
            reject(error);
            controller.abort(error as Error);
          }
        },
        onResponseStart: (_controller, statusCode, responseHeaders) => {
          status = statusCode;
          headers = responseHeaders;
        },
        onResponseData: (_controller, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => {
          const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
          resolve({ url: url.href, status, headers, body });
        },
        onResponseError: (_controller, error) => reject(failure(url, error, options.timeout)),
      },
    );
  });
}

function requestOptions({ apiKey, timeout }: FetchOptions, headers: Record<string, string>) {
  const credentials = apiKey === undefined ? {} : { authorization: apiKey.authorization };
  const milliseconds = timeout * 1000;
  return { headers: { ...headers, ...credentials }, headersTimeout: milliseconds, bodyTimeout: milliseconds };
}

async function* chunksOf(body: AsyncIterable<Buffer>, url: URL, timeout: number): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw failure(url, error, timeout);
  }
}

/** The value of a header; where it was sent more than once, the first. */
export function header(headers: Opened["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** What kept an answer from coming, in words. A certificate that is not trusted will not be so the next time either. */
function failure(url: URL, error: unknown, timeout: number): RemoteError {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (/^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/.test(code)) {
    return new NoAnswerError(`${url.href} was silent for ${timeout} s: try a larger --timeout`, {
      cause: error,
    });
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
    return new RemoteError(
      `${url.origin} has a certificate that is not trusted (${message}): try --ca-file, or --insecure`,
      { cause: error },
    );
  }
  return new NoAnswerError(`${url.href} cannot be read: ${REASONS[code] ?? (message || code)}`, {
    cause: error,
  });
}
