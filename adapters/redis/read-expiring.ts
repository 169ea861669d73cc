import { ErrorReply } from 'redis';
import type { RedisCommands } from './redis-client.ts';

/** What a key holds, and until when. */
export interface ExpiringBytes {
  readonly bytes: Buffer;
  /**
   * How long the key had left just before the bytes were read. If they were written in between, they
   * have their whole lifetime left, and this is about what was there before them.
   */
  readonly ttlMs: number;
}

/**
 * Two commands in one round trip. A script would hand pages on at several times the cost for the server;
 * a transaction is refused by one that is full.
 *
 * @param maxBytes how much is wanted at most.
 * @returns undefined for a key that is absent, in its last millisecond, without expiry, or no text.
 */
export const readExpiring = async (
  redis: RedisCommands,
  key: string,
  maxBytes: number,
): Promise<ExpiringBytes | undefined> => {
  const [ttlMs, bytes] = await Promise.all([
    redis.pTTL(key),
    redis.getRange(key, 0, maxBytes - 1).catch(noneOfAnotherType),
  ]);
  return bytes === null || ttlMs < 1 ? undefined : { bytes, ttlMs };
};

const noneOfAnotherType = (error: unknown): null => {
  if (error instanceof ErrorReply && error.message.startsWith('WRONGTYPE')) return null;
  throw error;
};
