import { destination, type DestinationStream } from 'pino';

/**
 * Writes the lines of one turn of the event loop together: one write for each line would take most of the
 * time of logging. At the exit of the process, writes what is left.
 */
export const turnLines = (descriptor: number): DestinationStream => {
  const target = destination(descriptor);
  let lines = '';
  const write = (): void => {
    const waiting = lines;
    lines = '';
    if (waiting !== '') target.write(waiting);
  };
  process.once('exit', () => {
    write();
    target.flushSync();
  });
  return {
    write: (line) => {
      if (lines === '') setImmediate(write);
      lines += line;
    },
  };
};
