import { destination, type DestinationStream } from 'pino';

const waitMs = 10;

/**
 * Writes a line at once, unless another one was written in the ten milliseconds before: then it waits for
 * that time, and is written together with the lines that follow. On a busy service, a write for each line
 * would take most of the time of logging. At the exit of the process, writes what is left; only a process
 * that is killed loses lines.
 */
export const collectedLines = (descriptor: number): DestinationStream => {
  const target = destination(descriptor);
  let waiting = '';
  let lastWriteAt = -Infinity;
  const write = (lines: string): void => {
    waiting = '';
    lastWriteAt = performance.now();
    target.write(lines);
  };
  process.once('exit', () => {
    if (waiting !== '') write(waiting);
    target.flushSync();
  });
  return {
    write: (line) => {
      if (waiting === '') {
        if (performance.now() - lastWriteAt >= waitMs) return write(line);
        setTimeout(() => write(waiting), waitMs);
      }
      waiting += line;
    },
  };
};
