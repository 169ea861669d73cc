import {
  second,
  type CacheHit,
  type Clock,
  type KeyValueCache,
  type WindowCount,
} from '../../core/index.ts';

export interface CacheBounds {
  /** Entries and windows together. */
  readonly entries: number;
  /** Keys and values, counted at two bytes for each UTF-16 unit. */
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

const defaultBounds: CacheBounds = { entries: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Key-value cache of one process, bounded. When it is full, what is over goes first, then the
 * entries that were not used for longest, and windows only when no entry is left, the one opened
 * first before the others: a rush of cached pages cannot reset a rate limit.
 */
export class MemoryKeyValueCache implements KeyValueCache {
  readonly #clock: Clock;
  readonly #bounds: CacheBounds;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  /** In the order of opening. */
  readonly #windows = new Map<string, Window>();
  #bytes = 0;
  #nextSweepAt = 0;

  constructor(clock: Clock, bounds: Partial<CacheBounds> = {}) {
    this.#clock = clock;
    this.#bounds = { ...defaultBounds, ...bounds };
  }

  async get(key: string): Promise<CacheHit | undefined> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const ttlMs = entry.expiresAt - this.#clock.now();
    if (ttlMs <= 0) {
      this.#forgetEntry(key);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return { value: entry.value, ttlMs };
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    // A value that does not fit is not kept, yet the one before it must not be answered any more.
    this.#forget(key);
    const bytes = bytesOf(key, value);
    if (bytes > this.#bounds.bytes) return;
    const now = this.#clock.now();
    this.#entries.set(key, { value, expiresAt: now + ttlMs });
    this.#bytes += bytes;
    this.#shrink(now);
  }

  async increment(key: string, ttlMs: number): Promise<WindowCount> {
    const now = this.#clock.now();
    const window = this.#windows.get(key);
    if (window !== undefined && window.expiresAt > now) {
      const count = window.count + 1;
      this.#windows.set(key, { count, expiresAt: window.expiresAt });
      return { count, ttlMs: window.expiresAt - now };
    }
    this.#forget(key);
    this.#windows.set(key, { count: 1, expiresAt: now + ttlMs });
    this.#bytes += bytesOf(key);
    this.#shrink(now);
    return { count: 1, ttlMs };
  }

  #forget(key: string): void {
    this.#forgetEntry(key);
    this.#forgetWindow(key);
  }

  #forgetEntry(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= bytesOf(key, entry.value);
  }

  #forgetWindow(key: string): void {
    if (this.#windows.delete(key)) this.#bytes -= bytesOf(key);
  }

  /** Brings the cache back within its bounds. */
  #shrink(now: number): void {
    if (!this.#isOver()) return;
    this.#sweep(now);
    for (const key of this.#entries.keys()) {
      if (!this.#isOver()) return;
      this.#forgetEntry(key);
    }
    for (const key of this.#windows.keys()) {
      if (!this.#isOver()) return;
      this.#forgetWindow(key);
    }
  }

  #isOver(): boolean {
    const { entries, bytes } = this.#bounds;
    return this.#entries.size + this.#windows.size > entries || this.#bytes > bytes;
  }

  /** Forgets what has expired: at most once a second, because it looks at everything. */
  #sweep(now: number): void {
    if (now < this.#nextSweepAt) return;
    this.#nextSweepAt = now + second;
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#forgetEntry(key);
    for (const [key, { expiresAt }] of this.#windows) if (expiresAt <= now) this.#forgetWindow(key);
  }
}

const bytesOf = (key: string, value = ''): number => 2 * (key.length + value.length);
