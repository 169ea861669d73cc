import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';

/** A cache that remembers everything that it was ever given. */
export class RecordingCache extends MemoryKeyValueCache {
  readonly #given: string[] = [];

  /** Keys and values, oldest first. */
  get given(): readonly string[] {
    return this.#given;
  }

  override async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#given.push(key, value);
    await super.set(key, value, ttlMs);
  }

  override async increment(key: string, windowMs: number) {
    this.#given.push(key);
    return super.increment(key, windowMs);
  }
}
