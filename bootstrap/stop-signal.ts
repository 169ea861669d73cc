/**
 * How close together the same request may come twice: a terminal sends Ctrl-C to a launcher and to
 * this process, and the launcher passes it on; process managers do the like with SIGTERM.
 */
const echoMs = 500;

/**
 * Hears when this process is asked to end (SIGINT, SIGTERM): the signal is aborted then. Asked once
 * more, the process ends at once, with exit code 1.
 */
export const listenForStop = (): AbortSignal => {
  const stop = new AbortController();
  let askedAt = 0;
  const ask = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted && performance.now() - askedAt > echoMs) process.exit(1);
    if (stop.signal.aborted) return;
    askedAt = performance.now();
    stop.abort(name);
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  return stop.signal;
};

/** Resolves once the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
