import type { KeyValueCache } from '../../core/index.ts';
import { equal, rejectsWith } from './assert.ts';
import { endOf } from './outages.ts';
import { suite } from './suite.ts';

export interface KeyValueCacheOutageSubject {
  readonly cache: KeyValueCache;
  /** Makes the store unreachable: it neither answers nor refuses, like a host that is gone. */
  readonly hang: () => Promise<void>;
  /** Makes it reachable again. Resolves when the cache uses it again. */
  readonly restore: () => Promise<void>;
  /** Waits. */
  readonly wait: (ms: number) => Promise<void>;
}

/** A fraction of a second, with time to spare for a busy machine. */
const promptMs = 2_000;
const longTtlMs = 600_000;

/** For caches whose store can be unreachable. */
export const keyValueCacheOutageSuite = suite<KeyValueCacheOutageSubject>('KeyValueCache', {
  'all methods throw dependency_unavailable soon while the store does not answer': async ({
    cache,
    hang,
    wait,
  }) => {
    await cache.set('key', 'value', longTtlMs);
    await hang();
    const calls = {
      get: () => cache.get('key'),
      set: () => cache.set('key', 'other', longTtlMs),
      increment: () => cache.increment('count', longTtlMs),
    };
    for (const [name, call] of Object.entries(calls)) {
      const rejected = rejectsWith('dependency_unavailable', call());
      const end = await endOf(name, rejected, promptMs, wait);
      if (end.status === 'rejected') throw end.reason;
    }
  },

  'the cache is used again when the store is reachable again': async ({ cache, hang, restore }) => {
    await hang();
    await rejectsWith('dependency_unavailable', cache.get('key'));
    await restore();
    await cache.set('key', 'value', longTtlMs);
    equal((await cache.get('key'))?.value, 'value', 'value');
  },
});
