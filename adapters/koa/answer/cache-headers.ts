import type { CacheReport, CacheSource } from '../../../core/index.ts';

export interface CacheHeaders {
  readonly 'X-Cache-Status'?: 'HIT' | 'MISS';
  readonly 'X-Cache-Source'?: CacheSource;
  /** Seconds, rounded up: an entry that exists has at least one second left. */
  readonly 'X-Cache-TTL'?: number;
  /** For example `3ms`. */
  readonly 'X-Response-Time'?: string;
}

/** Reports what the cache plugin did. Empty while the plugin is inactive. */
export const cacheHeaders = (
  { active, hit, source, ttlMs = 0 }: CacheReport,
  totalMs: number,
): CacheHeaders =>
  active
    ? {
        'X-Cache-Status': hit ? 'HIT' : 'MISS',
        'X-Cache-Source': source,
        'X-Cache-TTL': Math.ceil(ttlMs / 1_000),
        'X-Response-Time': `${totalMs}ms`,
      }
    : {};
