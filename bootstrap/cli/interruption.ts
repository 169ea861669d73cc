import { echoMs } from '../stop-signal.ts';
import type { Terminal } from './terminal.ts';
import { exitCodes } from './exit-code.ts';

/**
 * From the first use on, Ctrl-C no longer ends the process but aborts the signal; the second one
 * ends it, unless it is an echo of the first.
 */
export const createInterruption = ({ tell }: Pick<Terminal, 'tell'>): (() => AbortSignal) => {
  let controller: AbortController | undefined;
  return () => {
    if (controller !== undefined) return controller.signal;
    const created = new AbortController();
    controller = created;
    let askedAt = 0;
    const interrupt = (): void => {
      if (created.signal.aborted && performance.now() - askedAt > echoMs) {
        process.exit(exitCodes.interrupted);
      }
      if (created.signal.aborted) return;
      askedAt = performance.now();
      tell('Stopping once the current batch is stored. Ctrl-C again stops at once.');
      created.abort();
    };
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
    return created.signal;
  };
};
