import type { Socket } from 'node:net';
import { minute, second } from '../../core/index.ts';

export interface SlowReaderLimits {
  /** How often connections are checked. */
  readonly checkEveryMs: number;
  /**
   * How long the system may take no byte while bytes wait. After it has taken many at once, it may take none until
   * the client has read a good part of them, so there is more time, up to a maximum.
   */
  readonly stallMs: { readonly least: number; readonly most: number };
  /** How fast the client should read what the system has taken at once. */
  readonly readBytesPerSecond: number;
  /** The lowest rate while bytes wait, and the time over which it is measured. */
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

const defaultLimits: SlowReaderLimits = {
  checkEveryMs: 5 * second,
  stallMs: { least: 20 * second, most: 100 * second },
  readBytesPerSecond: 16 * 1024,
  bytesPerSecond: 1024,
  windowMs: minute,
};

/** How much of what was written to a connection the operating system has taken. */
interface Progress {
  readonly sent: number;
  /** When bytes were taken for the last time, and how many at once. */
  readonly takenAt: number;
  readonly taken: number;
  /** The beginning of the time over which the rate is measured. */
  readonly windowAt: number;
  readonly windowSent: number;
}

/**
 * Closes connections whose client does not read what is sent, or only very slowly: until then, the bytes wait in
 * memory, and so does what the client keeps from others. Time in which no byte waits does not count.
 *
 * @returns a function to call with each connection.
 */
export const closeSlowReaders = (
  limits: SlowReaderLimits = defaultLimits,
): ((socket: Socket) => void) => {
  const connections = new Map<Socket, Progress>();
  let interval: NodeJS.Timeout | undefined;

  const checkAll = (): void => {
    const now = performance.now();
    for (const [socket, before] of connections) {
      const progress = progressOf(socket, before, limits, now);
      if (progress === undefined) socket.destroy();
      else connections.set(socket, progress);
    }
  };

  return (socket) => {
    connections.set(socket, begun(0, 0, performance.now()));
    interval ??= setInterval(checkAll, limits.checkEveryMs).unref();
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size > 0) return;
      clearInterval(interval);
      interval = undefined;
    });
  };
};

const begun = (sent: number, taken: number, now: number): Progress => ({
  sent,
  takenAt: now,
  taken,
  windowAt: now,
  windowSent: sent,
});

/** @returns undefined if the client is too slow. */
const progressOf = (
  socket: Socket,
  before: Progress,
  limits: SlowReaderLimits,
  now: number,
): Progress | undefined => {
  const sent = sentBytes(socket);
  const taken = sent - before.sent;
  if (socket.writableLength === 0) return begun(sent, taken, now);
  if (taken === 0) return now - before.takenAt < allowedStall(before, limits) ? before : undefined;
  const after = { ...before, sent, takenAt: now, taken };
  const ms = now - before.windowAt;
  if (ms < limits.windowMs) return after;
  const isFastEnough = sent - before.windowSent >= (limits.bytesPerSecond * ms) / second;
  return isFastEnough ? { ...after, windowAt: now, windowSent: sent } : undefined;
};

const allowedStall = (
  { taken }: Progress,
  { stallMs: { least, most }, readBytesPerSecond }: SlowReaderLimits,
): number => Math.min(most, least + (taken / readBytesPerSecond) * second);

/**
 * The public counters move only at the end of a write, which can be of many megabytes; Node's own timeouts look at
 * these.
 */
const sentBytes = (socket: Socket): number => {
  const { _handle: handle } = socket as Socket & {
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten;
};
