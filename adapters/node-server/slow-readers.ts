import type { Socket } from 'node:net';
import { minute, second } from '../../core/vocabulary.ts';

export interface SlowReaderLimits {
  /** How often connections are checked. */
  readonly checkEveryMs: number;
  /**
   * How long the operating system may accept no byte while bytes wait. After it has accepted many at once, it
   * accepts none until the client has read part of them: then the limit is higher, up to a maximum.
   */
  readonly stallMs: { readonly least: number; readonly most: number };
  /** The rate at which the client must read the bytes that the system has accepted at once. */
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

/** How many of the bytes written to a connection the operating system has accepted. */
interface Progress {
  readonly sent: number;
  /** When it last accepted bytes, and how many at once. */
  readonly acceptedAt: number;
  readonly accepted: number;
  /** When the window over which the rate is measured began. */
  readonly windowAt: number;
  readonly windowSent: number;
}

/**
 * Closes connections whose client reads responses too slowly or not at all. Unread bytes stay in memory, and the
 * connection stays occupied. Time in which no byte waits does not count.
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
    connections.set(socket, newWindow(0, 0, performance.now()));
    interval ??= setInterval(checkAll, limits.checkEveryMs).unref();
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size > 0) return;
      clearInterval(interval);
      interval = undefined;
    });
  };
};

const newWindow = (sent: number, accepted: number, now: number): Progress => ({
  sent,
  acceptedAt: now,
  accepted,
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
  const accepted = sent - before.sent;
  if (socket.writableLength === 0) return newWindow(sent, accepted, now);
  if (accepted === 0)
    return now - before.acceptedAt < allowedStall(before, limits) ? before : undefined;
  const after = { ...before, sent, acceptedAt: now, accepted };
  const ms = now - before.windowAt;
  if (ms < limits.windowMs) return after;
  const isFastEnough = sent - before.windowSent >= (limits.bytesPerSecond * ms) / second;
  return isFastEnough ? { ...after, windowAt: now, windowSent: sent } : undefined;
};

const allowedStall = (
  { accepted }: Progress,
  { stallMs: { least, most }, readBytesPerSecond }: SlowReaderLimits,
): number => Math.min(most, least + (accepted / readBytesPerSecond) * second);

/**
 * The public counters change only at the end of a write, which can be of many megabytes. Node's own timeouts read
 * these counters, too.
 */
const sentBytes = (socket: Socket): number => {
  const { _handle: handle } = socket as Socket & {
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten;
};
