import {
  trackHealthPollers,
  type HealthPollers,
} from '../../adapters/node-server/health-pollers.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import type { Log } from '../../core/index.ts';
import { isRunByNpx } from '../config.ts';

/**
 * A second signal within this time is an echo of the first: a terminal sends Ctrl-C to the launcher
 * and to this process, and the launcher forwards it. Process managers do the same with SIGTERM.
 */
const echoMs = 500;

const launcherCheckMs = 100;

/**
 * Returns a signal that is aborted when the process receives SIGINT or SIGTERM. A second SIGINT or
 * SIGTERM exits the process at once, with exit code 1.
 *
 * Under npx, the signal is also aborted when the launcher exits: npx forwards signals only to the
 * shell between itself and this process.
 */
export const listenForStop = (): AbortSignal => {
  const stop = new AbortController();
  let requestedAt = 0;
  const request = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted && performance.now() - requestedAt > echoMs) process.exit(1);
    if (stop.signal.aborted) return;
    requestedAt = performance.now();
    stop.abort(name);
  };
  process.on('SIGINT', request);
  process.on('SIGTERM', request);
  if (isRunByNpx()) whenLauncherExits(() => stop.signal.aborted || request('SIGTERM'));
  return stop.signal;
};

/**
 * Whether a person stops the process with Ctrl-C. They do not wait until health checks notice it; process
 * managers and container engines send SIGTERM.
 */
export const isByHand = ({ reason }: AbortSignal): boolean => reason === 'SIGINT';

/** Tracks the health checks, which delay the stop until they notice it, unless a person stops the process. */
export const trackPollers = (stop: AbortSignal, log: Log): HealthPollers => {
  const { record, allNotified } = trackHealthPollers(new SystemTimer(), (clients, seconds) =>
    log.info('Waiting for health checks to notice the stop', { clients, seconds }),
  );
  return { record, allNotified: async () => (isByHand(stop) ? undefined : allNotified()) };
};

const whenLauncherExits = (listener: () => void): void => {
  const launcher = process.ppid;
  const checking = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(checking);
    listener();
  }, launcherCheckMs);
  checking.unref();
};

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
