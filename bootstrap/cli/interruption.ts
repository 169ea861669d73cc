import type { Terminal } from './terminal.ts';
import { exitCodes } from './exit-code.ts';

/**
 * From the first use on, Ctrl-C no longer ends the process but aborts the signal; the second one
 * ends it.
 */
export const createInterruption = ({ tell }: Pick<Terminal, 'tell'>): (() => AbortSignal) => {
  let controller: AbortController | undefined;
  return () => {
    if (controller !== undefined) return controller.signal;
    const created = new AbortController();
    controller = created;
    const interrupt = (): void => {
      if (created.signal.aborted) process.exit(exitCodes.interrupted);
      tell('Stopping once the current batch is stored. Ctrl-C again stops at once.');
      created.abort();
    };
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
    return created.signal;
  };
};
