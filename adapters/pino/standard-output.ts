import { destination, type DestinationStream } from 'pino';

const maxWaitingBytes = 4 * 1024 * 1024;

/** A pipe takes up to this size as a whole, so the lines of several workers do not mix. */
const maxWriteBytes = 4096;

const waitMs = 10;
const maxTriesAtExit = 100;

/**
 * Makes writes to a pipe fail instead of wait. Processes with the same standard output share this mode, and Node
 * resets it when it starts or ends one of them. No public function of Node sets it.
 */
const unblock = (): void => {
  const { _handle } = process.stdout as { _handle?: { setBlocking?(blocks: boolean): void } };
  _handle?.setBlocking?.(false);
};

/**
 * Standard output for lines. Writing never blocks and never throws. A line is written at once, unless others were
 * written in the ten milliseconds before: on a busy service, a write for each line takes most of the time of
 * logging. While the disk or the pipe is full, up to 4 MiB of lines wait, and further lines are dropped. When the
 * reader closes its end of a pipe, the process continues without a log. At the exit of the process, what is left
 * is written, unless the pipe stays full for a second.
 *
 * @param onDropped called with the number of dropped lines, once writing works again.
 */
export const standardOutput = (onDropped: (lines: number) => void): DestinationStream => {
  let timer: NodeJS.Timeout | undefined;
  let flushedAt = -Infinity;
  let dropped = 0;
  /** The code of an error, until all lines are written. */
  let failure: string | undefined;
  let writtenBytes: number | undefined;

  const target = destination({
    dest: process.stdout.fd,
    // Each write ends before the next one starts, so an exit loses no line and keeps their order.
    sync: true,
    minLength: maxWriteBytes - 512,
    maxWrite: maxWriteBytes,
    maxLength: maxWaitingBytes,
    retryEAGAIN: () => false,
  });
  const flush = (): void => {
    timer = undefined;
    flushedAt = performance.now();
    unblock();
    target.flush();
  };
  const flushLater = (): void => {
    timer ??= setTimeout(flush, waitMs).unref();
  };
  /** @returns whether all lines are written. */
  const flushAll = (): boolean => {
    for (let tries = 0; tries < maxTriesAtExit; tries += 1) {
      writtenBytes = undefined;
      flush();
      if (writtenBytes === 0) return true;
      if (writtenBytes !== undefined) tries = 0;
      else if (failure === 'EAGAIN') sleep(waitMs);
      else return false;
    }
    return false;
  };
  const reportDropped = (): void => {
    if (dropped > 0) onDropped(dropped);
    dropped = 0;
  };

  target.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    failure = code;
    flushLater();
  });
  target.on('write', (bytes: number) => {
    writtenBytes = bytes;
  });
  target.on('drop', () => {
    dropped += 1;
  });
  target.on('drain', () => {
    if (failure === undefined) return;
    failure = undefined;
    reportDropped();
    flushLater();
  });
  process.once('exit', () => {
    if (!flushAll()) return;
    reportDropped();
    flushAll();
  });
  return {
    write: (line) => {
      unblock();
      target.write(line);
      if (performance.now() - flushedAt < waitMs) flushLater();
      else if (timer === undefined) flush();
    },
  };
};

const sleep = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
