import type { ListMetaDto } from '../../../contracts/index.ts';
import {
  mayBeCached,
  type CacheReport,
  type PerspectiveRequest,
  type ReadResult,
  type Reusable,
} from '../../../core/index.ts';
import type { CacheSource } from '../../../core/vocabulary.ts';

export interface Timed<T> {
  readonly value: T;
  /** `total` is the time since the request arrived, `execution` that of the work. */
  readonly timing: ListMetaDto['timing'];
}

/** Runs the work and measures it. @param elapsedMs milliseconds since the request arrived. */
export const timed = async <T>(
  elapsedMs: () => number,
  work: () => Promise<T>,
): Promise<Timed<T>> => {
  const startMs = elapsedMs();
  const value = await work();
  return { value, timing: timingOf(elapsedMs(), startMs) };
};

export const timingOf = (endMs: number, startMs: number): ListMetaDto['timing'] => ({
  total: roundToMicros(endMs),
  execution: roundToMicros(endMs - startMs),
  unit: 'ms',
});

/** Rounds milliseconds to whole microseconds. */
const roundToMicros = (ms: number): number => Math.round(ms * 1_000) / 1_000;

/** How a read was answered. Rendered anew for each answer. */
export interface ReadFacts {
  readonly cache: Pick<CacheReport, 'hit' | 'source'>;
  readonly timing: ListMetaDto['timing'];
}

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

/** For what only the caller may see, and not after a token was revoked. */
export const neverCached = { 'Cache-Control': 'private, no-store' } as const;

/** For a read that the service never caches. In a perspective, no other cache may store it either. */
export const cachePolicyFor = (request: PerspectiveRequest): Partial<typeof neverCached> =>
  mayBeCached(request) ? {} : neverCached;

/**
 * Lets equal requests have the same answer for as long as that is right, but no longer than the page lives that
 * the answer was made from.
 *
 * @returns what the cache plugin did, for the client.
 */
export const reportFor = (
  { allowReuse }: { readonly allowReuse: (reusable: Reusable) => number },
  { cache, reusable }: Pick<ReadResult<unknown>, 'cache' | 'reusable'>,
): CacheReport => {
  if (reusable === undefined) return cache;
  const { hit, ttlMs = 0 } = cache;
  const lifetimeMs = hit ? Math.min(ttlMs, reusable.lifetimeMs) : reusable.lifetimeMs;
  return { ...cache, ttlMs: Math.max(ttlMs, allowReuse({ ...reusable, lifetimeMs })) };
};
