import { DomainError, second } from '../../core/index.ts';

export interface QueueBounds {
  /** How much work runs at once; the rest waits its turn. */
  readonly parallel: number;
  /** How much work may wait. */
  readonly waiting: number;
}

/** Runs work in the order of the calls. @throws DomainError `overloaded` when too much waits. */
export type Run = <T>(work: () => Promise<T>) => Promise<T>;

const retryAfterMs = second;

export const boundedQueue = ({ parallel, waiting }: QueueBounds): Run => {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < parallel) {
      running += 1;
    } else {
      if (queue.length >= waiting) {
        throw new DomainError('overloaded', 'Too many requests are waiting; try again shortly', {
          retryAfterMs,
        });
      }
      // Whoever finishes hands its place on, so that nobody slips in between.
      await new Promise<void>((resolve) => {
        queue.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
