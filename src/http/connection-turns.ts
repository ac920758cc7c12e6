/** Requests that one connection sends ahead wait for each other: nothing is made of an answer before its turn. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many requests may wait on a connection before no more are read from it. */
const MOST_WAITING = 64;

export class ConnectionTurns {
  readonly #socket: Socket;
  /** The answer to the request that came last. */
  #last: ServerResponse | undefined;
  #waiting = 0;
  #isPaused = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * @param outgoing the answer to a request
   * @param begin called when all answers before it have gone out; never where the connection ends before
   */
  enter(outgoing: ServerResponse, begin: () => void): void {
    const before = this.#last;
    this.#last = outgoing;
    // Node gives an answer its socket when its turn comes.
    if (outgoing.socket || before === undefined) {
      begin();
      return;
    }
    this.#waiting++;
    before.once("close", () => {
      this.#waiting--;
      this.#readOn();
      // Without a socket it never has its turn: the connection has ended, or was to end behind the answer before.
      if (outgoing.socket) begin();
    });
    if (this.#waiting > MOST_WAITING) this.#pause();
  }

  /** Whether no answer is under way. */
  get isIdle(): boolean {
    return this.#last === undefined || this.#last.writableFinished;
  }

  /** @param then called when all answers have gone out, at once where none is under way */
  afterAll(then: () => void): void {
    if (this.isIdle) then();
    else this.#last?.once("close", then);
  }

  #pause(): void {
    if (!this.#isPaused) this.#socket.on("resume", this.#stayPaused);
    this.#isPaused = true;
    this.#socket.pause();
  }

  /** Node itself goes on reading behind each answer. */
  #stayPaused = (): void => {
    this.#socket.pause();
  };

  #readOn(): void {
    if (!this.#isPaused || this.#waiting > MOST_WAITING / 2) return;
    this.#isPaused = false;
    this.#socket.off("resume", this.#stayPaused);
    this.#socket.resume();
  }
}
