import { createClient, defineScript, RedisClient, RESP_TYPES, type CommandParser } from 'redis';

/** The commands that the adapter uses. Each concerns one key only. */
export interface RedisCommands {
  ping(): Promise<unknown>;
  pSetEx(key: string, lifetimeMs: number, value: Buffer): Promise<unknown>;
  del(key: string): Promise<unknown>;
  pTTL(key: string): Promise<number>;
  getRange(key: string, start: number, end: number): Promise<Buffer | null>;
  /** Adds one to a counter; starts a window unless one is running. @returns count and milliseconds left. */
  countUp(key: string, windowMs: number): Promise<readonly [number, number]>;
}

/** Connects once. Does not reconnect and does not queue commands. */
export interface SingleUseClient extends RedisCommands {
  connect(): Promise<unknown>;
  destroy(): void;
  unref(): void;
  on(event: 'connect' | 'error', listener: (error?: unknown) => void): unknown;
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

export const createSingleUseClient = (url: string, connectTimeoutMs: number): SingleUseClient =>
  createClient({
    url,
    socket: { reconnectStrategy: false, connectTimeout: connectTimeoutMs },
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    clientInfoTag: 'quoin',
    // Costs the server less than RESP 3, whose features are not used.
    RESP: 2,
    // The client's own timeout stops when a command is sent, and costs an abort signal per command.
    commandOptions: { timeout: 0, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    scripts: { countUp },
  });

/** Restarts the window at 1 if the key is absent, has no expiry, or does not hold a counter. */
const countUp = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local count = redis.pcall('INCR', KEYS[1])
    local left = redis.call('PTTL', KEYS[1])
    if type(count) == 'number' and count > 0 and left > 0 then return { count, left } end
    if type(count) == 'table' then
      local isForeign = false
      for _, part in ipairs({ 'WRONGTYPE', 'not an integer', 'would overflow' }) do
        isForeign = isForeign or string.find(count.err, part, 1, true)
      end
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
