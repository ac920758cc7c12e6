/** Waiting in turns of the event loop: unlike a time, they do not pass while a busy machine keeps the process waiting. */
import { setTimeout as sleep } from "node:timers/promises";

/** Waits for turns of at least a millisecond each, in which whatever has arrived is read. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await sleep(1);
}
