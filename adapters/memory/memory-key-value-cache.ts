import type { CacheHit, Clock, KeyValueCache, WindowCount } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';

export interface CacheLimits {
  /** Number of entries and windows together. */
  readonly entries: number;
  /** Size of keys and values, at two bytes per UTF-16 code unit. */
  readonly bytes: number;
}

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

interface Window {
  readonly count: number;
  readonly expiresAt: number;
}

const defaultLimits: CacheLimits = { entries: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Key-value cache in the memory of one process. When it is full, it evicts what has expired, then the least
 * recently used entries, and windows only when no entry is left, oldest first: many cached pages
 * cannot reset a rate limit.
 */
export class MemoryKeyValueCache implements KeyValueCache {
  readonly #clock: Clock;
  readonly #limits: CacheLimits;
  /** In order of use, least recently used first. */
  readonly #entries = new Map<string, Entry>();
  /** In order of creation. */
  readonly #windows = new Map<string, Window>();
  #bytes = 0;
  #nextScanAt = 0;

  constructor(clock: Clock, limits: Partial<CacheLimits> = {}) {
    this.#clock = clock;
    this.#limits = { ...defaultLimits, ...limits };
  }

  async get(key: string): Promise<CacheHit | undefined> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const ttlMs = entry.expiresAt - this.#clock.now();
    if (ttlMs <= 0) {
      this.#removeEntry(key);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return { value: entry.value, ttlMs };
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    // Also if the new value is too large: the previous value must not remain readable.
    this.#remove(key);
    const bytes = bytesOf(key, value);
    if (bytes > this.#limits.bytes) return;
    const now = this.#clock.now();
    this.#entries.set(key, { value, expiresAt: now + ttlMs });
    this.#bytes += bytes;
    this.#evict(now);
  }

  async increment(key: string, ttlMs: number): Promise<WindowCount> {
    const now = this.#clock.now();
    const window = this.#windows.get(key);
    if (window !== undefined && window.expiresAt > now) {
      const count = window.count + 1;
      this.#windows.set(key, { count, expiresAt: window.expiresAt });
      return { count, ttlMs: window.expiresAt - now };
    }
    this.#remove(key);
    this.#windows.set(key, { count: 1, expiresAt: now + ttlMs });
    this.#bytes += bytesOf(key);
    this.#evict(now);
    return { count: 1, ttlMs };
  }

  #remove(key: string): void {
    this.#removeEntry(key);
    this.#removeWindow(key);
  }

  #removeEntry(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= bytesOf(key, entry.value);
  }

  #removeWindow(key: string): void {
    if (this.#windows.delete(key)) this.#bytes -= bytesOf(key);
  }

  /** Evicts until the cache is within its limits. */
  #evict(now: number): void {
    if (!this.#isOverLimit()) return;
    this.#removeExpired(now);
    for (const key of this.#entries.keys()) {
      if (!this.#isOverLimit()) return;
      this.#removeEntry(key);
    }
    for (const key of this.#windows.keys()) {
      if (!this.#isOverLimit()) return;
      this.#removeWindow(key);
    }
  }

  #isOverLimit(): boolean {
    const { entries, bytes } = this.#limits;
    return this.#entries.size + this.#windows.size > entries || this.#bytes > bytes;
  }

  /** Removes what has expired. Scans everything, therefore at most once a second. */
  #removeExpired(now: number): void {
    if (now < this.#nextScanAt) return;
    this.#nextScanAt = now + second;
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#removeEntry(key);
    for (const [key, { expiresAt }] of this.#windows) if (expiresAt <= now) this.#removeWindow(key);
  }
}

const bytesOf = (key: string, value = ''): number => 2 * (key.length + value.length);
