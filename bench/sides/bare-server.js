/**
 * The least that a server takes: it has fetched the answers to a list of paths, head and body, and sends them in turn to
 * whoever asks, without a look at the request.
 */
import { readFileSync } from "node:fs";
import { createServer, get } from "node:http";

/** The chunks in which a long answer is written: those of `serve`. */
const CHUNK_BYTES = 64 * 1024;
/** Node writes these itself. */
const OF_THE_CONNECTION = ["date", "connection", "keep-alive", "transfer-encoding"];

const [origin, list] = process.argv.slice(2);
/** @type {{ head: Record<string, string>, body: Buffer, isLong: boolean }[]} */
const answers = [];
for (const path of readFileSync(list, "utf8").trimEnd().split("\n")) answers.push(await fetched(path));
let next = 0;

const server = createServer((_request, outgoing) => {
  const { head, body, isLong } = answers[next];
  next = (next + 1) % answers.length;
  outgoing.writeHead(200, head);
  if (isLong) stream(body, outgoing);
  else outgoing.end(body);
});
// Told in each answer's head, so it has to be that of `serve`.
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(`serving http://127.0.0.1:${address.port}`);
});

/**
 * @param {string} path
 * @returns {Promise<typeof answers[number]>}
 */
function fetched(path) {
  return new Promise((resolve, reject) => {
    const asked = get(origin + path, async (answer) => {
      const chunks = [];
      for await (const chunk of answer) chunks.push(chunk);
      // In the case and order of the original.
      const names = answer.rawHeaders.filter((_, index) => index % 2 === 0);
      const head = names
        .filter((name) => !OF_THE_CONNECTION.includes(name.toLowerCase()))
        .map((name) => [name, String(answer.headers[name.toLowerCase()])]);
      const isLong = answer.headers["content-length"] === undefined;
      resolve({ head: Object.fromEntries(head), body: Buffer.concat(chunks), isLong });
    });
    asked.on("error", reject);
  });
}

/**
 * Writes as fast as the reader takes it.
 * @param {Buffer} body
 * @param {import("node:http").ServerResponse} outgoing
 */
function stream(body, outgoing) {
  let at = 0;
  const write = () => {
    while (at < body.length) {
      const chunk = body.subarray(at, at + CHUNK_BYTES);
      at += chunk.length;
      if (!outgoing.write(chunk)) return;
    }
    outgoing.end();
  };
  outgoing.on("drain", write);
  write();
}
