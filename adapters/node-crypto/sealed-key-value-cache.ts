import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CacheHit, KeyValueCache, WindowCount } from '../../core/index.ts';

/** HMAC-SHA-256 in base64url. */
const sealLength = 43;

/**
 * Seals the values of a key-value store into which others may write: a value is a miss unless a holder of the secret
 * stored it under the same key, and never lives longer than its writer said. Others can still remove a value, put back an
 * earlier one of the same key, and change counters.
 *
 * Texts that are not well-formed Unicode are not stored: their seal would depend on the encoding of the store.
 */
export class SealedKeyValueCache implements KeyValueCache {
  readonly #cache: KeyValueCache;
  readonly #secrets: readonly string[];

  /** @param secret of several, the first seals, and the seals of all are accepted. */
  constructor(cache: KeyValueCache, secret: string | readonly string[]) {
    this.#cache = cache;
    this.#secrets = [secret].flat();
  }

  async get(key: string): Promise<CacheHit | undefined> {
    const hit = await this.#cache.get(key);
    if (hit === undefined) return undefined;
    const sealed = hit.value.slice(sealLength);
    const seal = hit.value.slice(0, sealLength);
    if (!this.#secrets.some((secret) => areEqual(seal, this.#sealOf(key, sealed, secret))))
      return undefined;
    const colon = sealed.indexOf(':');
    const lifetimeMs = Number(sealed.slice(0, colon));
    return { value: sealed.slice(colon + 1), ttlMs: Math.min(hit.ttlMs, lifetimeMs) };
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    const sealed = `${Math.ceil(ttlMs)}:${value}`;
    // An empty text has no seal: the previous value must not remain readable.
    const stored = value.isWellFormed() ? this.#sealOf(key, sealed) + sealed : '';
    await this.#cache.set(key, stored, ttlMs);
  }

  increment(key: string, ttlMs: number): Promise<WindowCount> {
    return this.#cache.increment(key, ttlMs);
  }

  /** JSON ends with a quote, so no end of a key can pass for the beginning of a value. */
  #sealOf(key: string, sealed: string, secret = this.#secrets[0] ?? ''): string {
    return createHmac('sha256', secret)
      .update(JSON.stringify(key))
      .update(sealed)
      .digest('base64url');
  }
}

/** Compares in a time that does not depend on where they differ. */
const areEqual = (found: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(found), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
