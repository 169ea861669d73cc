import sonicBoom from 'sonic-boom';

/** Where the lines of a log go. */
export interface LineStream {
  /** @param line with its line feed. */
  readonly write: (line: string) => unknown;
}

const waitMs = 10;

/** The most that waits. */
const capacity = 64 * 1_024;

/** What a character takes at most in UTF-8, for each unit of a string. */
const maxUnitBytes = 3;

/**
 * Writes a line at once, unless another one was written in the ten milliseconds before: then it waits for
 * that time, and is written together with the lines that follow. On a busy service, a write for each line
 * would take most of the time of logging. At the exit of the process, writes what is left; only a process
 * that is killed loses lines.
 *
 * Lines wait as bytes: as strings, made of many parts, they would survive collections of garbage.
 *
 * When the reader closes its end of a pipe, the process continues without a log.
 */
export const collectedLines = (descriptor: number): LineStream => {
  const target = new sonicBoom.SonicBoom({ fd: descriptor, sync: true });
  const waiting = Buffer.allocUnsafeSlow(capacity);
  let length = 0;
  let lastWriteAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let isRead = true;

  target.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isRead = false;
  });

  const send = (lines: string): void => {
    if (isRead) target.write(lines);
  };

  const writeWaiting = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (length > 0) send(waiting.toString('utf8', 0, length));
    length = 0;
    lastWriteAt = performance.now();
  };

  process.once('exit', () => {
    writeWaiting();
    if (isRead) target.flushSync();
  });
  return {
    write: (line) => {
      const maxBytes = line.length * maxUnitBytes;
      if (length + maxBytes > capacity) writeWaiting();
      if (maxBytes > capacity) return send(line);
      length += waiting.write(line, length);
      if (timer !== undefined) return;
      if (performance.now() - lastWriteAt >= waitMs) writeWaiting();
      else timer = setTimeout(writeWaiting, waitMs);
    },
  };
};
