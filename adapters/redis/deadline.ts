/** Thrown for an answer that did not come in time. */
export class DeadlineMissed extends Error {}

/**
 * What `work` comes to, if it does so within `limitMs`. Only time in which the other side could
 * answer counts: none while this process was too busy to send or to read.
 *
 * @throws DeadlineMissed
 */
export const within = <T>(work: Promise<T>, limitMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    // The client writes in an immediate of its own, which stands before this one.
    let immediate = setImmediate(() => {
      timer = setTimeout(() => {
        // Timers that are due run before the sockets are read, immediates after it.
        immediate = setImmediate(() => reject(new DeadlineMissed()));
      }, limitMs);
    });
    const stop = (): void => {
      clearImmediate(immediate);
      clearTimeout(timer);
    };
    work.then(
      (value) => {
        stop();
        resolve(value);
      },
      (error: unknown) => {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
