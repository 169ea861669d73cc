import type { CacheHit, KeyValueCache, WindowCount } from '../../core/index.ts';
import { frame, largestFrame, largestValue, unframe } from './framed-value.ts';
import { keySpace, type KeySpace } from './key-space.ts';
import { readExpiring } from './read-expiring.ts';
import type { RedisConnection } from './redis-connection.ts';

/**
 * Key-value cache that all instances share which use the same prefix on the same database of one
 * server. Other services may use the server, too: what they left under a key is a miss, and a counter
 * begins anew over it.
 *
 * Values of more than one mebibyte, and texts that are not well-formed Unicode, are not kept.
 *
 * All methods reject with DomainError `dependency_unavailable`, within the deadline of the connection,
 * when Redis does not answer or cannot do it. A change that was rejected may have been made.
 */
export class RedisKeyValueCache implements KeyValueCache {
  readonly #connection: RedisConnection;
  readonly #nameOf: KeySpace;

  /** @param prefix what the names of all keys begin with; see {@link keySpace}. */
  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#nameOf = keySpace(prefix);
  }

  /** A server that was started again, or a replica that took over, may lack the last writes. */
  get connections(): number {
    return this.#connection.opened;
  }

  async get(key: string): Promise<CacheHit | undefined> {
    const name = this.#nameOf(key);
    // One more than a frame of ours has: what is longer than that is none, and is not fetched whole.
    const found = await this.#connection.run((redis) =>
      readExpiring(redis, name, largestFrame + 1),
    );
    if (found === undefined) return undefined;
    const framed = unframe(name, found.bytes);
    return framed && { value: framed.value, ttlMs: Math.min(found.ttlMs, framed.lifetimeMs) };
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    const name = this.#nameOf(key);
    const bytes = Buffer.from(value);
    if (bytes.length > largestValue || /\p{Surrogate}/u.test(value)) {
      // What is not kept must not leave the value before it to be found.
      await this.#connection.run((redis) => redis.del(name));
      return;
    }
    const lifetimeMs = Math.ceil(ttlMs);
    const framed = frame(name, bytes, lifetimeMs);
    await this.#connection.run((redis) => redis.pSetEx(name, lifetimeMs, framed));
  }

  async increment(key: string, ttlMs: number): Promise<WindowCount> {
    const name = this.#nameOf(key);
    const [count, left] = await this.#connection.run((redis) =>
      redis.countUp(name, Math.ceil(ttlMs)),
    );
    return { count, ttlMs: left };
  }
}
