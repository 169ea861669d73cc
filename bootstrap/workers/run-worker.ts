import type { HealthPollers } from '../../adapters/node-server/health-pollers.ts';
import { connectionsFromPrimary } from '../../adapters/node-server/worker-connections.ts';
import type { Config } from '../config.ts';
import { explainFailure } from '../explain-failure.ts';
import { runProcess } from '../start/run-process.ts';
import type { LoadExtensions } from '../config-file/load-extensions.ts';
import { aborted, stopSignals } from '../start/stop-signal.ts';
import type { SiteFacts } from '../start/welcome.ts';

/** Sent by a worker to its primary. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly site: SiteFacts }
  | { readonly kind: 'health-poll'; readonly address: string; readonly isReady: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Sent by the primary to its workers: first the announcement, on which the health endpoint answers 503,
 * then, when the pollers are notified, the stop.
 */
export type PrimaryMessage =
  | { readonly kind: 'announce-stop'; readonly signal: string }
  | { readonly kind: 'stop' };

/**
 * Runs the service in a worker until its primary stops it or exits. Signals are ignored: a terminal
 * and some process managers send them to all processes at once.
 */
export const runWorker = async (config: Config, load: LoadExtensions): Promise<void> => {
  for (const name of stopSignals) process.on(name, () => undefined);
  const [announced, stopped] = [new AbortController(), new AbortController()];
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'announce-stop') announced.abort(message.signal);
    if (message.kind === 'stop') stopped.abort();
  });
  // Polls may reach any worker: the primary tracks them.
  const pollers: HealthPollers = {
    record: (address, isReady) => send({ kind: 'health-poll', address, isReady }),
    allNotified: () => aborted(stopped.signal),
  };
  try {
    const { configFile: _, ...extensions } = await load();
    await runProcess(config, {
      stop: announced.signal,
      pollers,
      listener: connectionsFromPrimary(config.port),
      onReady: (site) => send({ kind: 'ready', site }),
      ...extensions,
    });
  } catch (error) {
    send({ kind: 'failed', reason: explainFailure(error) }, () => process.exit(1));
    return;
  }
  process.disconnect?.();
};

const send = (message: WorkerMessage, onSent: () => void = () => undefined): void => {
  process.send?.(message, undefined, undefined, onSent);
};
