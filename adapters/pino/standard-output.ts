import { destination, type DestinationStream } from 'pino';

const maxWaitingBytes = 4 * 1024 * 1024;

/** A pipe takes up to this size as a whole, so the lines of several workers do not mix. */
const maxWriteBytes = 4096;

const waitMs = 10;

/** The library waits 100 ms between two tries. */
const maxTriesAtExit = 10;

/**
 * Standard output for lines. Writing never blocks and never throws. A line is written at once, unless others were
 * written in the ten milliseconds before: on a busy service, a write for each line takes most of the time of
 * logging. While the disk or the pipe is full, up to 4 MiB of lines wait, and further lines are dropped. When the
 * reader closes its end of a pipe, the process continues without a log. At the exit of the process, what is left
 * is written, unless nothing can be written for a second.
 *
 * @param onDropped called with the number of dropped lines, once writing works again.
 */
export const standardOutput = (onDropped: (lines: number) => void): DestinationStream => {
  let timer: NodeJS.Timeout | undefined;
  let flushedAt = -Infinity;
  let hasFailed = false;
  let dropped = 0;
  let isExiting = false;
  let triesAtExit = 0;
  let leastWaiting = Infinity;

  const target = destination({
    // On the first use of `process.stdout`, Node makes a pipe non-blocking.
    dest: process.stdout.fd,
    // Each write ends before the next one starts, so an exit loses no line and keeps their order.
    sync: true,
    minLength: maxWriteBytes - 512,
    maxWrite: maxWriteBytes,
    maxLength: maxWaitingBytes,
    retryEAGAIN: (_error, writing, rest) => {
      if (!isExiting) return false;
      triesAtExit = writing + rest < leastWaiting ? 0 : triesAtExit + 1;
      leastWaiting = writing + rest;
      return triesAtExit < maxTriesAtExit;
    },
  });
  const flush = (): void => {
    timer = undefined;
    flushedAt = performance.now();
    target.flush();
  };
  const flushLater = (): void => {
    timer ??= setTimeout(flush, waitMs).unref();
  };
  const reportDropped = (): void => {
    if (dropped > 0) onDropped(dropped);
    dropped = 0;
  };

  target.on('error', () => {
    hasFailed = true;
    flushLater();
  });
  target.on('drop', () => {
    dropped += 1;
  });
  target.on('drain', () => {
    if (!hasFailed) return;
    hasFailed = false;
    reportDropped();
    flushLater();
  });
  process.once('exit', () => {
    isExiting = true;
    target.flush();
    reportDropped();
    target.end();
  });
  return {
    write: (line) => {
      target.write(line);
      if (performance.now() - flushedAt < waitMs) flushLater();
      else if (timer === undefined) flush();
    },
  };
};
