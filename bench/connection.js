/** One HTTP connection that times its answers and does little else, so that what it tells is the server's time. */
import { once } from "node:events";
import { connect } from "node:net";

const END_OF_HEAD = "\r\n\r\n";
/** JSON without white space holds no line break, so that this is nowhere in an answer but at its end. */
const END_OF_CHUNKS = "\r\n0\r\n\r\n";

export class Connection {
  #socket;
  #host;

  /** @param {string} origin */
  static async open(origin) {
    const { hostname, port, host } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    return new Connection(socket, host);
  }

  /**
   * @param {import("node:net").Socket} socket
   * @param {string} host
   */
  constructor(socket, host) {
    this.#socket = socket;
    this.#host = host;
  }

  /**
   * @param {string} path
   * @returns {Promise<{ firstByte: number, whole: number }>} milliseconds from the request
   */
  async request(path) {
    const socket = this.#socket;
    const answer = new Answer();
    const started = performance.now();
    let firstByte = 0;
    /** @type {Promise<number>} */
    const whole = new Promise((resolve, reject) => {
      socket.on("data", (chunk) => {
        firstByte ||= performance.now() - started;
        if (answer.isWholeWith(chunk)) resolve(performance.now() - started);
      });
      socket.once("error", reject);
      socket.once("close", () => reject(new Error(`The server closed the connection on ${path}`)));
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n\r\n`);
    try {
      await whole;
      if (!answer.isFound) throw new Error(`${path} was not answered with 200`);
      return { firstByte, whole: await whole };
    } finally {
      socket.removeAllListeners("data").removeAllListeners("error").removeAllListeners("close");
    }
  }

  close() {
    this.#socket.destroy();
  }
}

/** Follows an answer to its end. */
class Answer {
  #head = "";
  /** Bytes to come, where the head tells them. @type {number | undefined} */
  #left;
  #tail = "";

  get isFound() {
    return this.#head.startsWith("HTTP/1.1 200 ");
  }

  /** @param {Buffer} chunk */
  isWholeWith(chunk) {
    const body = this.#head.includes(END_OF_HEAD) ? chunk : this.#bodyBehindHead(chunk);
    if (!body) return false;
    if (this.#left !== undefined) {
      this.#left -= body.length;
      return this.#left <= 0;
    }
    this.#tail = (
      this.#tail + body.toString("latin1", Math.max(0, body.length - END_OF_CHUNKS.length))
    ).slice(-END_OF_CHUNKS.length);
    return this.#tail === END_OF_CHUNKS;
  }

  /** @param {Buffer} chunk @returns {Buffer | undefined} what is of the body, once the head has ended */
  #bodyBehindHead(chunk) {
    const before = this.#head.length;
    this.#head += chunk.toString("latin1");
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end < 0) return undefined;
    const length = /^content-length: (\d+)/im.exec(this.#head.slice(0, end))?.[1];
    if (length !== undefined) this.#left = Number(length);
    return chunk.subarray(end + END_OF_HEAD.length - before);
  }
}
