import {
  trackHealthPollers,
  type HealthPollers,
} from '../../adapters/node-server/health-pollers.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import type { Log } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import { isRunByNpm } from '../config.ts';

/**
 * A second signal within this time is an echo of the first: a terminal sends Ctrl-C to the launcher
 * and to this process, and the launcher forwards it. Process managers do the same with SIGTERM.
 */
const echoMs = 500;

const launcherCheckMs = 100;

/** The signals that ask a process to stop. A terminal that closes sends SIGHUP. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Returns a signal that is aborted when the process receives SIGINT, SIGTERM or SIGHUP. A second one exits the
 * process at once, with exit code 1.
 *
 * Under npm and npx, the signal is also aborted when the launcher exits: npx forwards signals only to the
 * shell between itself and this process, and npm does not forward SIGHUP.
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
  for (const name of stopSignals) process.on(name, request);
  if (isRunByNpm()) whenLauncherExits(() => stop.signal.aborted || request('SIGTERM'));
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

/** A process that is stopped during its start exits after this time at the latest. */
const abandonedStartMs = 1.5 * second;

/**
 * Exits the process with code 0 if it is asked to stop and does not end by itself soon. Nothing is lost: a process can
 * be killed at any time.
 *
 * @returns ends the limit, when the start is over.
 */
export const limitAbandonedStart = (stop: AbortSignal): (() => void) => {
  const exitLater = (): void => exitAfter(abandonedStartMs);
  if (stop.aborted) exitLater();
  stop.addEventListener('abort', exitLater);
  return () => stop.removeEventListener('abort', exitLater);
};

/** Exits the process after `ms`, if something keeps it alive until then. */
export const exitAfter = (ms: number): void => void setTimeout(() => process.exit(0), ms).unref();

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
