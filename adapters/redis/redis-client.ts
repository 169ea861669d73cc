import { createClient, defineScript, RedisClient, type CommandParser } from 'redis';
import { second } from '../../core/vocabulary.ts';

/** For connections: includes TLS and authentication, which take several round trips. */
export const connectTimeoutMs = second;

/** Connects once: does not reconnect and does not queue commands. Each command concerns one key only. */
export interface SingleUseClient {
  connect(): Promise<unknown>;
  destroy(): void;
  unref(): void;
  on(event: 'connect' | 'error', listener: (error?: unknown) => void): unknown;
  ping(): Promise<unknown>;
  pSetEx(key: string, lifetimeMs: number, value: string): Promise<unknown>;
  del(key: string): Promise<unknown>;
  pTTL(key: string): Promise<number>;
  getRange(key: string, start: number, end: number): Promise<string | null>;
  /** Adds one to a counter; starts a window unless one is running. @returns count and milliseconds left. */
  countUp(key: string, windowMs: number): Promise<readonly [number, number]>;
}

/** @throws TypeError, which does not repeat any part of the URL. */
export const assertRedisUrl = (url: string): void => {
  try {
    RedisClient.parseURL(url);
  } catch {
    // The cause would contain the URL, and with it the password.
    throw new TypeError(
      'The address of Redis must look like redis://user:password@host:port/number, or rediss:// for TLS',
    );
  }
};

export const createSingleUseClient = (url: string): SingleUseClient =>
  createClient({
    url,
    socket: { reconnectStrategy: false, connectTimeout: connectTimeoutMs },
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    clientInfoTag: 'quoin',
    // Costs the server less than RESP 3, whose features are not used.
    RESP: 2,
    // The client's own timeout stops when a command is sent, and costs an abort signal per command.
    commandOptions: { timeout: 0 },
    scripts: { countUp },
  });

/**
 * Starts the window at 1 if the key is absent, has no expiry, or does not hold a counter. Returns any other
 * error, such as NOPERM: otherwise each attempt would count as the first.
 */
const countUp = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local count = redis.pcall('INCR', KEYS[1])
    local left = redis.call('PTTL', KEYS[1])
    if type(count) == 'number' and count > 0 and left > 0 then return { count, left } end
    if type(count) == 'table' then
      local found = function(part) return string.find(count.err, part, 1, true) end
      local isForeign = found('WRONGTYPE') or found('not an integer') or found('would overflow')
      if not isForeign then return count end
    end
    redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
    return { 1, tonumber(ARGV[1]) }
  `,
  parseCommand: (parser: CommandParser, key: string, windowMs: number) => {
    parser.pushKey(key);
    parser.push(String(windowMs));
  },
  transformReply: (reply: unknown) => reply as readonly [number, number],
});
