import cluster, { type Worker } from 'node:cluster';
import { setImmediate as turn } from 'node:timers/promises';
import { channelToWorker } from '../../adapters/cluster/channel.ts';
import { serveKeyValueCache } from '../../adapters/cluster/serve-key-value-cache.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { SystemClock } from '../../adapters/system/system-clock.ts';
import { second, type Log } from '../../core/index.ts';
import { watchBalancers } from '../balancers.ts';
import { aborted } from '../stop-signal.ts';
import type { Greeting } from '../welcome.ts';
import { handOutConnections } from './hand-out-connections.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { restarts } from './restarts.ts';
import { WorkersFailed } from './workers-failed.ts';

export interface Supervision {
  readonly port: number;
  readonly host: string;

  /** Aborted when the workers, and then this process, are to end. */
  readonly stop: AbortSignal;
  readonly log: Log;
  readonly onFirstReady: (greeting: Omit<Greeting, 'config'>) => void;
}

interface WorkerState {
  isReady: boolean;
  reason: string | undefined;
}

/** Longer than a worker takes that keeps its own deadlines. */
const endDeadlineMs = 20 * second;

/**
 * Keeps `count` workers running, hands connections out to them and holds what they share, until it
 * is asked to stop: then resolves once all have ended. One that dies is replaced.
 *
 * @throws WorkersFailed when none can be started, or one did not end well; Error of Node's when the
 *   address cannot be listened on.
 */
export const superviseWorkers = async (
  count: number,
  { port, host, stop, log, onFirstReady }: Supervision,
): Promise<void> => {
  const store = new MemoryKeyValueCache(new SystemClock());
  const balancers = watchBalancers();
  const desk = handOutConnections();
  const pauseAfter = restarts();
  const workers = new Map<Worker, WorkerState>();
  /** Before a worker that died is replaced. */
  const pauses = new Set<NodeJS.Timeout>();
  const giveUp = new AbortController();
  let isListening = false;
  let hasLost = false;
  let onExit = (): void => undefined;

  const start = (): void => {
    const worker = cluster.fork();
    const state: WorkerState = { isReady: false, reason: undefined };
    workers.set(worker, state);
    serveKeyValueCache(store, channelToWorker(worker));
    worker.on('message', (message: WorkerMessage) => hear(message, worker, state));
    // Told by its exit.
    worker.on('error', () => undefined);
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      desk.remove(worker);
      bury(worker, state, { code, signal });
      onExit();
    });
  };

  const hear = (message: WorkerMessage, worker: Worker, state: WorkerState): void => {
    if (message.kind === 'health-told') balancers.told(message.address, message.isReady);
    if (message.kind === 'failed') state.reason = message.reason;
    if (message.kind !== 'ready') return;
    state.isReady = true;
    desk.add(worker);
    const isEnding = stop.aborted || giveUp.signal.aborted;
    if (!isListening && !isEnding) void listen(message.greeting);
  };

  const listen = async (greeting: Omit<Greeting, 'config'>): Promise<void> => {
    isListening = true;
    try {
      await desk.listen(port, host);
      onFirstReady(greeting);
    } catch (error) {
      giveUp.abort(error);
    }
  };

  const bury = (worker: Worker, { isReady, reason }: WorkerState, exit: WorkerExit): void => {
    const fields = { worker: worker.id, pid: worker.process.pid, reason, ...worded(exit) };
    if (stop.aborted || giveUp.signal.aborted) {
      if (exit.code === 0) return;
      hasLost = true;
      return log.error('A worker did not end well', fields);
    }
    const othersAreReady = [...workers.values()].some((other) => other.isReady);
    const pauseMs = pauseAfter({ at: performance.now(), wasReady: isReady, othersAreReady });
    if (pauseMs === undefined) {
      const cause = reason ?? `it ended by itself (${exit.signal ?? `exit code ${exit.code}`})`;
      return giveUp.abort(new WorkersFailed(`No worker can be started. ${cause}`));
    }
    log.error('A worker died and is replaced', { ...fields, pauseMs });
    const pause = setTimeout(() => {
      pauses.delete(pause);
      start();
    }, pauseMs);
    pauses.add(pause);
  };

  const tellAll = (message: PrimaryMessage): void => {
    for (const worker of workers.keys()) worker.send(message, () => undefined);
  };

  const end = async (): Promise<void> => {
    const empty = new Promise<void>((resolve) => {
      onExit = () => (workers.size === 0 ? resolve() : undefined);
      onExit();
    });
    for (const pause of pauses) clearTimeout(pause);
    tellAll({ kind: 'announce-end', signal: stop.aborted ? String(stop.reason) : 'none' });
    // What workers told of who watches before the signal came may still be unread.
    await turn();
    await balancers.informed();
    await desk.close();
    tellAll({ kind: 'end' });
    const killing = setTimeout(() => {
      for (const worker of workers.keys()) worker.process.kill('SIGKILL');
    }, endDeadlineMs);
    await empty;
    clearTimeout(killing);
  };

  for (let index = 0; index < count; index += 1) start();
  await Promise.race([aborted(stop), aborted(giveUp.signal)]);
  if (stop.aborted) log.info('Stopping all workers', { signal: String(stop.reason) });
  await end();
  giveUp.signal.throwIfAborted();
  if (hasLost) throw new WorkersFailed('Not every worker ended well: the log says which');
};

interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

const worded = ({ code, signal }: WorkerExit): { readonly exit: string } => ({
  exit: signal ?? `code ${code}`,
});
