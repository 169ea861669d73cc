import { explainFailure } from '../explain-failure.ts';
import type { Balancers } from '../balancers.ts';
import type { Config } from '../config.ts';
import { runInstance } from '../instance.ts';
import { aborted } from '../stop-signal.ts';
import { connectionsFromPrimary } from './connections-from-primary.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';

/**
 * Runs the service in a worker. It ends when its primary tells it to, or is gone; never by a signal,
 * which a terminal and some process managers send to all processes at once.
 */
export const runWorker = async (config: Config): Promise<void> => {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
  const [announced, ended] = [new AbortController(), new AbortController()];
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'announce-end') announced.abort(message.signal);
    if (message.kind === 'end') ended.abort();
  });
  const balancers: Balancers = {
    told: (address, isReady) => tell({ kind: 'health-told', address, isReady }),
    informed: () => aborted(ended.signal),
  };
  try {
    await runInstance(config, {
      stop: announced.signal,
      balancers,
      listener: connectionsFromPrimary(config.port),
      onReady: ({ settings, hasUsers }) =>
        tell({ kind: 'ready', greeting: { settings, hasUsers } }),
    });
  } catch (error) {
    tell({ kind: 'failed', reason: explainFailure(error) }, () => process.exit(1));
    return;
  }
  process.disconnect?.();
};

const tell = (message: WorkerMessage, onSent: () => void = () => undefined): void => {
  process.send?.(message, undefined, undefined, onSent);
};
