import { createClient, RedisClient, RESP_TYPES } from 'redis';
import { countUp } from './count-up.ts';

/** What is asked of Redis. Every command is about one key. */
export interface RedisCommands {
  ping(): Promise<unknown>;
  pSetEx(key: string, lifetimeMs: number, value: Buffer): Promise<unknown>;
  del(key: string): Promise<unknown>;
  pTTL(key: string): Promise<number>;
  getRange(key: string, start: number, end: number): Promise<Buffer | null>;
  /** Counts up, in a window that this call opens if there is none. @returns count and lifetime. */
  countUp(key: string, windowMs: number): Promise<readonly [number, number]>;
}

/** One connection, if `connect()` makes it; without any of the library's ways of waiting for another. */
export interface SingleUseClient extends RedisCommands {
  connect(): Promise<unknown>;
  destroy(): void;
  unref(): void;
  on(event: 'connect' | 'error', listener: (error?: unknown) => void): unknown;
}

/** @throws TypeError, in which nothing of the address is repeated. */
export const assertAddress = (url: string): void => {
  try {
    RedisClient.parseURL(url);
  } catch {
    // The cause would repeat the address, and with it the password.
    throw new TypeError(
      'The address of Redis must look like redis://user:password@host:port/number, or rediss:// for TLS',
    );
  }
};

export const createSingleUseClient = (url: string, connectLimitMs: number): SingleUseClient =>
  createClient({
    url,
    socket: { reconnectStrategy: false, connectTimeout: connectLimitMs },
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    clientInfoTag: 'quoin',
    // Asks less of the server than the third version, of which nothing is needed here.
    RESP: 2,
    // Its own limit ends when a command is sent, and costs a signal for each.
    commandOptions: { timeout: 0, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    scripts: { countUp },
  });
