/** Runs a clean-up when the process is to end early, and then ends it. */
export const onInterrupt = (cleanUp: () => PromiseLike<void>): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const end = (): never => process.exit(1);
      void cleanUp().then(end, end);
    });
  }
};
