/** The time for what is still open after a success, such as a connection, to close by itself. */
const patienceMs = 1_000;

/**
 * Exits this process with its exit code once the output is written, even if something keeps it alive: at once after a
 * failure, otherwise after a second.
 */
export const exitSoon = (): void => {
  const hasFailed = (process.exitCode ?? 0) !== 0;
  const exit = (): void => {
    if (hasFailed) process.exit();
    setTimeout(() => process.exit(), patienceMs).unref();
  };
  process.stdout.write('', () => process.stderr.write('', exit));
};
