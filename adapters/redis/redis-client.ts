import { createClient, defineScript, RedisClient, type CommandParser } from 'redis';
import { second } from '../../core/index.ts';

/** For connections: includes TLS and authentication, which take several round trips. */
export const connectTimeoutMs = second;

/** Connects once: does not reconnect and does not queue commands. */
export type SingleUseClient = ReturnType<typeof createSingleUseClient>;

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

export const createSingleUseClient = (url: string) =>
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
 * Adds one to a counter. Starts a window at 1 if the key is absent, has no expiry, or does not hold a
 * counter. Any other error, such as NOPERM, is returned: otherwise each attempt would count as the first.
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
  /** The count, and the milliseconds left. */
  transformReply: (reply: unknown) => reply as readonly [number, number],
});
