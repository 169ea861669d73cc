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
  if (signal?.aborted !== true) {
    // Node 20 has no `Promise.withResolvers`.
    await new Promise<void>((resolve) => {
      const end = (): void => {
        signal?.removeEventListener('abort', end);
        clearTimeout(timer as never);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
    });
  }
  if (signal?.aborted === true) throw signal.reason;
};

/** Up to a quarter longer, so that clients who were refused together do not come back together. */
export const spread = (ms: number): number => ms * (1 + Math.random() / 4);
