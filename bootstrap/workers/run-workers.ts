import cluster, { type Worker } from 'node:cluster';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { distributeConnections } from '../../adapters/node-server/worker-connections.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import type { Log } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import type { Config } from '../config.ts';
import { StartError } from '../explain-failure.ts';
import type { PortFactories } from '../ports/port-factories.ts';
import { listenForMetrics } from '../start/metrics.ts';
import { migrateStore, withStore } from '../start/open-service.ts';
import { serviceLog } from '../start/service-log.ts';
import { aborted, limitAbandonedStart, listenForStop, trackPollers } from '../start/stop-signal.ts';
import { greet, type SiteFacts } from '../start/welcome.ts';
import { restartDelays } from './restart-delay.ts';
import type { PrimaryMessage, WorkerMessage } from './run-worker.ts';
import { askWorkers } from './worker-health.ts';

/**
 * Runs the service in `config.workers` processes until this process is asked to stop. Each worker runs
 * the same program.
 *
 * @throws StartError when no worker starts, or one did not stop cleanly; the error of Node when the
 *   process cannot listen on the address; what opening the database throws.
 */
export const runWorkers = async (config: Config, ports: PortFactories = {}): Promise<void> => {
  const stop = listenForStop();
  const endStart = limitAbandonedStart(stop);
  const log = serviceLog(config);
  const onStep = (step: string): void => log.info(step);
  try {
    // Before the workers start, so that a problem with the database is reported once.
    const holder = `quoin serve on ${config.publicUrl}`;
    await withStore(config, { holder, waitUntil: stop, onStep, ports }, (store) =>
      migrateStore(store, { onStep }),
    );
  } catch (error) {
    if (stop.aborted) return;
    throw error;
  }
  // From now on the workers end by themselves.
  endStart();
  log.info('Starting the workers', { workers: config.workers });
  const metrics = await listenForMetrics(config, log, askWorkers);
  try {
    await superviseWorkers(config, { stop, log, ports });
  } finally {
    await metrics?.close();
  }
};

interface WorkerState {
  isReady: boolean;
  /** Why the worker failed, if it reported that. */
  reason: string | undefined;
}

interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

interface Supervision {
  readonly stop: AbortSignal;
  readonly log: Log;
  readonly ports: PortFactories;
}

/** Longer than a worker needs within its own deadlines. */
const stopDeadlineMs = 20 * second;

/**
 * Starts the workers and distributes connections to them until `stop` is aborted, then stops them. Replaces
 * workers that die.
 */
const superviseWorkers = async (
  config: Config,
  { stop, log, ports }: Supervision,
): Promise<void> => {
  const timer = new SystemTimer();
  const pollers = trackPollers(stop, log);
  const connections = distributeConnections();
  const nextDelay = restartDelays();
  const workers = new Map<Worker, WorkerState>();
  const pendingRestarts = new Set<NodeJS.Timeout>();
  const giveUp = new AbortController();
  let isListening = false;
  let hasFailedStop = false;
  let onExit = (): void => undefined;

  const isStopping = (): boolean => stop.aborted || giveUp.signal.aborted;

  const start = (): void => {
    const worker = cluster.fork();
    const state: WorkerState = { isReady: false, reason: undefined };
    workers.set(worker, state);
    worker.on('message', (message: WorkerMessage) => handleMessage(message, worker, state));
    // An error is followed by an exit, which is handled below.
    worker.on('error', () => undefined);
    worker.once('exit', (code, signal) => {
      const end = (): void => {
        workers.delete(worker);
        connections.remove(worker);
        handleExit(worker, state, { code, signal });
        onExit();
      };
      // The last message, with the reason, can arrive after the exit, but before the channel closes.
      if (worker.isConnected()) worker.once('disconnect', end);
      else end();
    });
  };

  const handleMessage = (message: WorkerMessage, worker: Worker, state: WorkerState): void => {
    if (message.kind === 'health-poll') pollers.record(message.address, message.isReady);
    if (message.kind === 'failed') state.reason = message.reason;
    if (message.kind !== 'ready') return;
    state.isReady = true;
    connections.add(worker);
    if (!isListening && !isStopping()) void listen(message.site);
  };

  const listen = async (site: SiteFacts): Promise<void> => {
    isListening = true;
    try {
      await connections.listen(config.port, config.host);
      greet(config, site, log, ports);
    } catch (error) {
      giveUp.abort(error);
    }
  };

  const handleExit = (worker: Worker, { isReady, reason }: WorkerState, exit: WorkerExit): void => {
    const description = exit.signal ?? `code ${exit.code}`;
    const fields = { worker: worker.id, pid: worker.process.pid, reason, exit: description };
    if (isStopping()) {
      if (exit.code === 0) return;
      hasFailedStop = true;
      return log.error('A worker did not stop cleanly', fields);
    }
    const othersAreReady = [...workers.values()].some((other) => other.isReady);
    const delayMs = nextDelay({ at: performance.now(), wasReady: isReady, othersAreReady });
    if (delayMs === undefined) {
      const cause = reason ?? `It exited (${description})`;
      return giveUp.abort(new StartError(`No worker can be started. ${cause}`));
    }
    log.error('A worker died and is replaced', { ...fields, delayMs });
    const restart = setTimeout(() => {
      pendingRestarts.delete(restart);
      start();
    }, delayMs);
    pendingRestarts.add(restart);
  };

  const sendToAll = (message: PrimaryMessage): void => {
    for (const worker of workers.keys()) worker.send(message, () => undefined);
  };

  const stopAll = async (): Promise<void> => {
    const allExited = new Promise<void>((resolve) => {
      onExit = () => (workers.size === 0 ? resolve() : undefined);
      onExit();
    });
    for (const restart of pendingRestarts) clearTimeout(restart);
    sendToAll({ kind: 'announce-stop', signal: stop.aborted ? String(stop.reason) : 'none' });
    // Polls that workers reported before the signal may still be in the channel.
    await nextTurn();
    await pollers.allNotified();
    await connections.close();
    sendToAll({ kind: 'stop' });
    const { inTime } = await timer.within(allExited, stopDeadlineMs);
    if (inTime) return;
    for (const worker of workers.keys()) worker.process.kill('SIGKILL');
    await allExited;
  };

  for (let index = 0; index < config.workers; index += 1) start();
  await Promise.race([aborted(stop), aborted(giveUp.signal)]);
  if (stop.aborted) log.info('Stopping all workers', { signal: String(stop.reason) });
  await stopAll();
  giveUp.signal.throwIfAborted();
  if (hasFailedStop) throw new StartError('A worker did not stop cleanly: see the log');
  log.info('Stopped all workers');
};
