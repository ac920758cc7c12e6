/** Sends requests to a server, over few connections that stay open: `node load.js ORIGIN COUNT PATH...`; the paths in turn. */
import { Agent, get } from "node:http";

const CONNECTIONS = 16;
const [origin, count, ...paths] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
let sent = 0;
await Promise.all(Array.from({ length: CONNECTIONS }, connection));
agent.destroy();

async function connection() {
  while (sent < Number(count)) {
    const path = paths[sent++ % paths.length];
    await new Promise((resolve, reject) => {
      get(origin + path, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        response.resume().on("end", resolve);
      }).on("error", reject);
    });
  }
}
