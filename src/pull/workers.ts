/** Works through a queue that grows as it is worked through, a few items at a time. */

/**
 * @param count how many items are worked on at a time
 * @param take gives the next item, or `undefined` where there is none for now
 * @param work may add to the queue
 * @param onFailure called when `work` throws first, to stop what else is being worked on
 * @returns when the queue is empty and nothing is being worked on
 * @throws what `work` throws first, when all that runs has ended; no item is taken after that
 */
export async function runWorkers<T>(
  count: number,
  take: () => T | undefined,
  work: (item: T) => Promise<void>,
  onFailure: () => void,
): Promise<void> {
  let failure: { error: unknown } | undefined;
  let working = 0;
  await new Promise<void>((resolve) => {
    const fill = () => {
      while (failure === undefined && working < count) {
        const item = take();
        if (item === undefined) break;
        working++;
        work(item).then(next, (error: unknown) => {
          if (failure === undefined) {
            failure = { error };
            onFailure();
          }
          next();
        });
      }
      if (working === 0) resolve();
    };
    const next = () => {
      working--;
      fill();
    };
    fill();
  });
  if (failure !== undefined) throw (failure as { error: unknown }).error;
}
