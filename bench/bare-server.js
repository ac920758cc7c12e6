/** The least that a server takes: sends answers that it fetched before, head and body, in turn: `node bare-server.js ORIGIN PATH...`. */
import { createServer } from "node:http";

const [origin, ...paths] = process.argv.slice(2);
/** @type {{head: Record<string, string>, body: Buffer}[]} */
const answers = [];
for (const path of paths) {
  const answer = await fetch(origin + path, { headers: { "accept-encoding": "identity" } });
  const head = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(?:date|connection|keep-alive)$/.test(name)),
  );
  answers.push({ head, body: Buffer.from(await answer.arrayBuffer()) });
}
let next = 0;
const server = createServer((_request, response) => {
  const { head, body } = answers[next++ % answers.length];
  response.writeHead(200, head).end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`);
});
