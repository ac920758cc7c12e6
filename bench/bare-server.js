/** The least that a look-up takes: a server that has fetched one answer, and sends it to every request. */
import { createServer } from "node:http";

const answer = await fetch(process.argv[2]);
const body = Buffer.from(await answer.arrayBuffer());
const headers = { "Content-Type": answer.headers.get("content-type") ?? "", "Content-Length": body.length };
const server = createServer((_, response) => response.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(`serving http://127.0.0.1:${address.port}`);
});
