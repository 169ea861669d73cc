import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CacheHit, KeyValueCache, WindowCount } from '../../core/index.ts';

/** In UTF-16 code units. Nothing that is stored here is longer, so a longer value is not worth the work. */
const maxLength = 8 * 1024 * 1024;

/** HMAC-SHA-256 in base64url. */
const sealLength = 43;

/**
 * Seals the values in a cache that others can write to: a value counts as absent unless it was stored under
 * the same key by a holder of the secret. A writer of the inner cache can still remove a value, and put back
 * an earlier value of the same key. Counters are not sealed.
 */
export class SealedKeyValueCache implements KeyValueCache {
  readonly #inner: KeyValueCache;
  readonly #secret: string;

  /** @param secret used for nothing else. */
  constructor(inner: KeyValueCache, secret: string) {
    this.#inner = inner;
    this.#secret = secret;
  }

  async get(key: string): Promise<CacheHit | undefined> {
    const found = await this.#inner.get(key);
    if (found === undefined || found.value.length > maxLength) return undefined;
    const value = found.value.slice(sealLength);
    const isSealed = areEqual(found.value.slice(0, sealLength), this.#sealOf(key, value));
    return isSealed ? { ...found, value } : undefined;
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#inner.set(key, this.#sealOf(key, value) + value, ttlMs);
  }

  async increment(key: string, ttlMs: number): Promise<WindowCount> {
    return this.#inner.increment(key, ttlMs);
  }

  /** Contains the length of the key, so that no end of a key can pass for the beginning of a value. */
  #sealOf(key: string, value: string): string {
    return createHmac('sha256', this.#secret)
      .update(`${Buffer.byteLength(key)}:${key}`)
      .update(value)
      .digest('base64url');
  }
}

/** Compares in a time that does not depend on where they differ. */
const areEqual = (found: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(found), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
