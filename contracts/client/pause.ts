/** An `AbortSignal`. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare const setTimeout: (work: () => void, ms: number) => unknown;
declare const clearTimeout: (timer: never) => void;

/** Resolves after the pause. Rejects with the reason of the signal when that is aborted. */
export const pauseUntil = async (ms: number, signal: Signal | undefined): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', resolve);
  if (signal?.aborted !== true) await promise;
  signal?.removeEventListener('abort', resolve);
  clearTimeout(timer as never);
  if (signal?.aborted === true) throw signal.reason;
};

/** Up to a quarter longer, so that clients who were refused together do not come back together. */
export const spread = (ms: number): number => ms * (1 + Math.random() / 4);
