import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';

/** A cache that records everything that is written to it. */
export class RecordingCache extends MemoryKeyValueCache {
  readonly #written: string[] = [];

  /** Keys and values, oldest first. */
  get given(): readonly string[] {
    return this.#written;
  }

  override async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#written.push(key, value);
    await super.set(key, value, ttlMs);
  }

  override async increment(key: string, windowMs: number) {
    this.#written.push(key);
    return super.increment(key, windowMs);
  }
}
