import { ErrorReply } from 'redis';
import type { CacheHit, KeyValueCache, WindowCount } from '../../core/index.ts';
import type { RedisCommands } from './redis-client.ts';
import type { RedisConnection } from './redis-connection.ts';
import { decodeValue, encodeValue, maxStoredBytes, maxValueBytes } from './stored-value.ts';

/**
 * Key-value cache that instances share when they use the same database of one server and the same prefix.
 * Other services may use the server, too: a value that another service stored under a key is a miss,
 * and a counter replaces it.
 *
 * Does not keep values above 1.25 MiB, nor texts that are not well-formed Unicode.
 *
 * All methods throw DomainError `dependency_unavailable`, within the answer timeout of the connection,
 * when Redis does not answer or replies with an error. A change may have been made nevertheless.
 */
export class RedisKeyValueCache implements KeyValueCache {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  /**
   * @param prefix precedes each key, separated by a colon: letters, digits, `_`, `.` and `-`.
   * @throws TypeError for any other prefix.
   */
  constructor(connection: RedisConnection, prefix: string) {
    if (!/^[\w.-]+$/.test(prefix)) {
      throw new TypeError('A key prefix of Redis consists of letters, digits, "_", "." and "-"');
    }
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async get(key: string): Promise<CacheHit | undefined> {
    const name = this.#nameOf(key);
    const found = await this.#connection.run((redis) => readExpiring(redis, name));
    const stored = found && decodeValue(name, found.bytes);
    return stored && { value: stored.value, ttlMs: Math.min(found.ttlMs, stored.lifetimeMs) };
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    const name = this.#nameOf(key);
    const bytes = Buffer.from(value);
    if (bytes.length > maxValueBytes || /\p{Surrogate}/u.test(value)) {
      // The previous value must not remain readable.
      await this.#connection.run((redis) => redis.del(name));
      return;
    }
    const lifetimeMs = Math.ceil(ttlMs);
    const stored = encodeValue(name, bytes, lifetimeMs);
    await this.#connection.run((redis) => redis.pSetEx(name, lifetimeMs, stored));
  }

  async increment(key: string, ttlMs: number): Promise<WindowCount> {
    const name = this.#nameOf(key);
    const [count, left] = await this.#connection.run((redis) =>
      redis.countUp(name, Math.ceil(ttlMs)),
    );
    return { count, ttlMs: left };
  }

  /** Unique for each key and prefix. */
  #nameOf(key: string): string {
    return `${this.#prefix}:${key.replace(/[\\\p{Surrogate}]/gu, escaped)}`;
  }
}

/** UTF-8 cannot encode half a surrogate pair: all halves would become the same character. */
const escaped = (unit: string): string => `\\${unit.charCodeAt(0).toString(16)}`;

interface ExpiringBytes {
  readonly bytes: Buffer;
  /**
   * Remaining lifetime just before the bytes were read. If they were written in between, it belongs to the
   * value they replaced, and the new value has its whole lifetime left.
   */
  readonly ttlMs: number;
}

/**
 * Two commands in one round trip. A script would cost the server several times as much for large values; a
 * transaction is rejected while the server's memory is full.
 *
 * @returns undefined for a key that is absent, about to expire, without expiry, or not a string.
 */
const readExpiring = async (
  redis: RedisCommands,
  key: string,
): Promise<ExpiringBytes | undefined> => {
  const [ttlMs, bytes] = await Promise.all([
    redis.pTTL(key),
    // Ends one byte after the longest stored value: anything longer is foreign and fails to decode.
    redis.getRange(key, 0, maxStoredBytes).catch(nullForOtherTypes),
  ]);
  return bytes === null || ttlMs < 1 ? undefined : { bytes, ttlMs };
};

const nullForOtherTypes = (error: unknown): null => {
  if (error instanceof ErrorReply && error.message.startsWith('WRONGTYPE')) return null;
  throw error;
};
