import { isRunByNpx } from './config.ts';

/**
 * How close together the same request may come twice: a terminal sends Ctrl-C to a launcher and to
 * this process, and the launcher passes it on; process managers do the like with SIGTERM.
 */
export const echoMs = 500;

/** How often it is looked whether the launcher is still there. */
const launcherLookMs = 100;

/**
 * Hears when this process is asked to end (SIGINT, SIGTERM): the signal is aborted then. Asked once
 * more, the process ends at once, with exit code 1.
 *
 * Under npx it also counts as asked when the launcher is gone: npx passes a signal to the shell
 * between them alone.
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
  if (isRunByNpx()) whenLauncherIsGone(() => stop.signal.aborted || ask('SIGTERM'));
  return stop.signal;
};

const whenLauncherIsGone = (act: () => void): void => {
  const launcher = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(looking);
    act();
  }, launcherLookMs);
  looking.unref();
};

/** Resolves once the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
