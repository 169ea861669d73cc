import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CacheHit, KeyValueCache, WindowCount } from '../../core/index.ts';
import type { RedisConnection } from './redis-connection.ts';

export interface RedisKeyValueCacheOptions {
  /** Precedes each key, separated by a colon: letters, digits, `_`, `.` and `-`. */
  readonly prefix: string;
  /** Seals the values. Used for nothing else. Of several, the first seals, and the seals of all are accepted. */
  readonly secret: string | readonly string[];
}

/** In bytes. While a larger value is transferred, other calls would have to wait too long. */
const maxStoredBytes = 1280 * 1024;

/** HMAC-SHA-256 in base64url. */
const sealLength = 43;

/**
 * Key-value cache that instances share when they use the same database of one server, the same prefix and
 * the same secret. Others may write to the server, too: a value is a miss unless a holder of the secret
 * stored it under the same key. Others can still remove a value, put back an earlier one of the same key,
 * and change counters. A counter replaces a foreign value of the same key.
 *
 * Does not store values above 1.25 MiB with their seal, nor texts that are not well-formed Unicode.
 *
 * All methods throw DomainError `dependency_unavailable`, within the answer timeout of the connection,
 * when Redis does not answer or replies with an error: also `get`, for a key that holds a list or the like.
 * A change may have been made nevertheless.
 */
export class RedisKeyValueCache implements KeyValueCache {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #secrets: readonly string[];

  /** @throws TypeError for a prefix with other characters. */
  constructor(connection: RedisConnection, { prefix, secret }: RedisKeyValueCacheOptions) {
    if (!/^[\w.-]+$/.test(prefix)) {
      throw new TypeError('A key prefix of Redis consists of letters, digits, "_", "." and "-"');
    }
    this.#connection = connection;
    this.#prefix = prefix;
    this.#secrets = [secret].flat();
  }

  async get(key: string): Promise<CacheHit | undefined> {
    const name = this.#nameOf(key);
    // Two commands in one round trip. A script would cost the server several times as much for large
    // values; a transaction is rejected while the server's memory is full. The lifetime comes first: if the
    // value is replaced in between, the new one has its whole lifetime left.
    const [ttlMs, stored] = await this.#connection.run((redis) =>
      // Ends one byte after the longest stored value: anything longer has no valid seal.
      Promise.all([redis.pTTL(name), redis.getRange(name, 0, maxStoredBytes)]),
    );
    if (stored === null || ttlMs < 1) return undefined;
    const sealed = stored.slice(sealLength);
    const seal = stored.slice(0, sealLength);
    if (!this.#secrets.some((secret) => areEqual(seal, this.#sealOf(name, sealed, secret))))
      return undefined;
    const colon = sealed.indexOf(':');
    // Others can extend the expiry, but not the lifetime in the seal.
    const lifetimeMs = Number(sealed.slice(0, colon));
    return { value: sealed.slice(colon + 1), ttlMs: Math.min(ttlMs, lifetimeMs) };
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    const name = this.#nameOf(key);
    const lifetimeMs = Math.ceil(ttlMs);
    const sealed = `${lifetimeMs}:${value}`;
    const isStorable =
      value.isWellFormed() && sealLength + Buffer.byteLength(sealed) <= maxStoredBytes;
    await this.#connection.run((redis) =>
      isStorable
        ? redis.pSetEx(name, lifetimeMs, this.#sealOf(name, sealed) + sealed)
        : // The previous value must not remain readable.
          redis.del(name),
    );
  }

  async increment(key: string, ttlMs: number): Promise<WindowCount> {
    const name = this.#nameOf(key);
    const [count, left] = await this.#connection.run((redis) =>
      redis.countUp(name, Math.ceil(ttlMs)),
    );
    return { count, ttlMs: left };
  }

  /**
   * Unique for each key and prefix. JSON escapes half a surrogate pair, which UTF-8 cannot encode: all
   * halves would become the same character.
   */
  #nameOf(key: string): string {
    return `${this.#prefix}:${JSON.stringify(key).slice(1, -1)}`;
  }

  /** Contains the length of the name, so that no end of a name can pass for the beginning of a value. */
  #sealOf(name: string, sealed: string, secret = this.#secrets[0] ?? ''): string {
    return createHmac('sha256', secret)
      .update(`${Buffer.byteLength(name)}:${name}`)
      .update(sealed)
      .digest('base64url');
  }
}

/** Compares in a time that does not depend on where they differ. */
const areEqual = (found: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(found), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
