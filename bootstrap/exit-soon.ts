const delayMs = 1_000;

/**
 * Exits this process with its exit code after a second, if something keeps it alive until then, such as a connection of
 * a port that failed to open. Waits until the output is written.
 */
export const exitSoon = (): void => {
  const exitLater = (): void => void setTimeout(() => process.exit(), delayMs).unref();
  process.stdout.write('', () => process.stderr.write('', exitLater));
};
