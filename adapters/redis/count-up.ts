import { defineScript, type CommandParser } from 'redis';

/**
 * Adds one to a counter. Whatever is not a counter of a running window, be it absent, of another type,
 * or without expiry, becomes the first count of a new one.
 */
export const countUp = defineScript({
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
