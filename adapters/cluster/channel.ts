import type { Worker } from 'node:cluster';

/** One end of the pipe between a worker and its primary. Messages are JSON and arrive in order. */
export interface Channel {
  /** @param onFailure hears that the message cannot have arrived. */
  readonly send: (message: object, onFailure: (error: Error) => void) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
}

/** The worker's end, in a process that is a worker. */
export const channelToPrimary = (): Channel => ({
  send: (message, onFailure) => {
    if (process.send === undefined) return onFailure(new Error('This process has no primary'));
    process.send(message, undefined, undefined, reporting(onFailure));
  },
  onMessage: (listener) => void process.on('message', listener),
});

/** The primary's end. */
export const channelToWorker = (worker: Worker): Channel => ({
  send: (message, onFailure) => void worker.send(message, reporting(onFailure)),
  onMessage: (listener) => void worker.on('message', listener),
});

const reporting =
  (onFailure: (error: Error) => void) =>
  (error: Error | null): void => {
    if (error !== null) onFailure(error);
  };
