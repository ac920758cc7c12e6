/** One exchange over HTTP whose body is wanted whole. */
import { type AnswerHead, exchange, type FetchOptions, LARGEST_ANSWER, tooLarge } from "./exchange.ts";

/**
 * @throws NoAnswerError where no whole answer comes; RemoteError where the server's certificate is not trusted;
 * UnfitAnswerError as soon as the answer is larger than `maxAnswer`
 */
export function askWhole(
  url: URL,
  options: FetchOptions,
  fields: Readonly<Record<string, string>>,
): Promise<AnswerHead & { body: Buffer }> {
  const { maxAnswer = LARGEST_ANSWER, onSend } = options;
  return new Promise((resolve, reject) => {
    let head: AnswerHead = { url: url.href, status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let size = 0;
    exchange(url, options, fields, {
      send: onSend,
      begin: (begun) => {
        head = begun;
      },
      take: (chunk) => {
        size += chunk.length;
        if (size > maxAnswer) throw tooLarge(url.href, maxAnswer);
        chunks.push(chunk);
      },
      end: () => resolve({ ...head, body: chunks.length === 1 ? chunks[0] : Buffer.concat(chunks) }),
      fail: reject,
    });
  });
}
