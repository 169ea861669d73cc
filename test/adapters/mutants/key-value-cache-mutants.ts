import { setImmediate as nextTurn } from 'node:timers/promises';
import { MemoryKeyValueCache } from '../../../adapters/memory/memory-key-value-cache.ts';
import { DomainError, type KeyValueCache } from '../../../core/index.ts';
import {
  keyValueCacheSuite,
  type KeyValueCacheSubject,
} from '../../conformance/key-value-cache.ts';
import {
  keyValueCacheOutageSuite,
  type KeyValueCacheOutageSubject,
} from '../../conformance/key-value-cache-outages.ts';
import { manualClock } from '../../support/core/manual-clock.ts';
import { breaking, mutantsOf } from './mutant.ts';

const open = (): KeyValueCacheSubject => {
  const clock = manualClock();
  const cache = new MemoryKeyValueCache(clock);
  return { cache, elapse: async (ms) => clock.advance(ms) };
};

const broken = breaking<KeyValueCacheSubject, 'cache'>('cache');

const lifetimes = (intact: KeyValueCache) => {
  const given = new Map<string, number>();
  const set: KeyValueCache['set'] = async (key, value, ttlMs) => {
    given.set(key, ttlMs);
    await intact.set(key, value, ttlMs);
  };
  return { set, of: (key: string) => given.get(key) ?? 1 };
};

export const keyValueCacheMutants = mutantsOf(keyValueCacheSuite, open, [
  {
    fault: 'returns a value for an unknown key',
    caughtBy: 'get returns undefined for an unknown key',
    make: broken((intact) => ({
      get: async (key) => (await intact.get(key)) ?? { value: '', ttlMs: 1 },
    })),
  },
  {
    fault: 'stores only ASCII characters',
    caughtBy: 'a hit contains the value and its remaining lifetime',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value.replace(/[^ -~]/g, '?'), ttlMs),
    })),
  },
  {
    fault: 'returns the whole lifetime of a value',
    caughtBy: 'the remaining lifetime of a value decreases',
    make: broken((intact) => {
      const { set, of } = lifetimes(intact);
      const get: KeyValueCache['get'] = async (key) => {
        const hit = await intact.get(key);
        return hit && { ...hit, ttlMs: of(key) };
      };
      return { set, get };
    }),
  },
  {
    fault: 'counts lifetimes in seconds',
    caughtBy: 'a value expires at the end of its lifetime',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value, 1_000 * ttlMs),
    })),
  },
  {
    fault: 'restarts a lifetime with every read',
    caughtBy: 'reading does not extend a lifetime',
    make: broken((intact) => {
      const { set, of } = lifetimes(intact);
      const get: KeyValueCache['get'] = async (key) => {
        const hit = await intact.get(key);
        if (hit) await intact.set(key, hit.value, of(key));
        return hit;
      };
      return { set, get };
    }),
  },
  {
    fault: 'keeps the lifetime of the first write',
    caughtBy: 'writing again replaces the value and can extend its lifetime',
    make: broken((intact) => ({
      set: async (key, value, ttlMs) =>
        intact.set(key, value, (await intact.get(key))?.ttlMs ?? ttlMs),
    })),
  },
  {
    fault: 'keeps the longest lifetime',
    caughtBy: 'writing again can shorten a lifetime',
    make: broken((intact) => ({
      set: async (key, value, ttlMs) =>
        intact.set(key, value, Math.max((await intact.get(key))?.ttlMs ?? 0, ttlMs)),
    })),
  },
  {
    fault: 'treats an empty string as a miss',
    caughtBy: 'an empty string is a value, not a miss',
    make: broken((intact) => ({
      get: async (key) => {
        const hit = await intact.get(key);
        return hit?.value ? hit : undefined;
      },
    })),
  },
  {
    fault: 'encodes values as UTF-8',
    caughtBy: 'a value is returned exactly, or is a miss',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value.toWellFormed(), ttlMs),
    })),
  },
  {
    fault: 'removes a byte order mark',
    caughtBy: 'a value is returned exactly, or is a miss',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value.replace(/^\ufeff/, ''), ttlMs),
    })),
  },
  {
    fault: 'keeps the previous value when the new one is too large',
    caughtBy: 'a large value is returned exactly, or is a miss',
    make: broken((intact) => ({
      set: async (key, value, ttlMs) => {
        if (value.length < 500_000) await intact.set(key, value, ttlMs);
      },
    })),
  },
  {
    fault: 'truncates large values',
    caughtBy: 'a large value is returned exactly, or is a miss',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value.slice(0, 500_000), ttlMs),
    })),
  },
  {
    fault: 'encodes keys as UTF-8',
    caughtBy: 'keys that differ in any character are different',
    make: broken((intact) => ({
      get: (key) => intact.get(key.toWellFormed()),
      set: (key, value, ttlMs) => intact.set(key.toWellFormed(), value, ttlMs),
    })),
  },
  {
    fault: 'ignores the case of keys',
    caughtBy: 'keys that differ in any character are different',
    make: broken((intact) => ({
      get: (key) => intact.get(key.toLowerCase()),
      set: (key, value, ttlMs) => intact.set(key.toLowerCase(), value, ttlMs),
    })),
  },
  {
    fault: 'has one count for all keys',
    caughtBy: 'increments count from one for each key',
    make: broken((intact) => ({ increment: (_, ttlMs) => intact.increment('all', ttlMs) })),
  },
  {
    fault: 'increments in two steps, a read and a write',
    caughtBy: 'concurrent increments return different counts',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => {
        const hit = await intact.get(key);
        const count = Number(hit?.value ?? 0) + 1;
        await intact.set(key, String(count), hit?.ttlMs ?? ttlMs);
        return { count, ttlMs: hit?.ttlMs ?? ttlMs };
      },
    })),
  },
  {
    fault: 'returns the whole length of a window',
    caughtBy: 'an increment returns the remaining time of its window',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => ({ ...(await intact.increment(key, ttlMs)), ttlMs }),
    })),
  },
  {
    fault: 'restarts a window with every increment',
    caughtBy: 'later increments do not extend a window',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => {
        const count = Number((await intact.get(key))?.value ?? 0) + 1;
        await intact.set(key, String(count), ttlMs);
        return { count, ttlMs };
      },
    })),
  },
  {
    fault: 'stores counts as values',
    caughtBy: 'get does not return a count',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => {
        const window = await intact.increment(key, ttlMs);
        await intact.set(key, String(window.count), ttlMs);
        return window;
      },
    })),
  },
  {
    fault: 'increments values',
    caughtBy: 'increment ignores a value with the same key',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => {
        const hit = await intact.get(key);
        const window = await intact.increment(key, hit?.ttlMs ?? ttlMs);
        return { ...window, count: window.count + Number(hit?.value ?? 0) };
      },
    })),
  },
]);

const openUnsteady = (): KeyValueCacheOutageSubject => {
  const intact = new MemoryKeyValueCache(manualClock());
  let isAway = false;
  const unlessAway = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isAway) throw new DomainError('dependency_unavailable', 'away');
    return call();
  };
  return {
    cache: {
      get: (key) => unlessAway(() => intact.get(key)),
      set: (key, value, ttlMs) => unlessAway(() => intact.set(key, value, ttlMs)),
      increment: (key, ttlMs) => unlessAway(() => intact.increment(key, ttlMs)),
    },
    hang: async () => {
      isAway = true;
    },
    restore: async () => {
      isAway = false;
    },
    wait: () => nextTurn(),
  };
};

const unsteady = breaking<KeyValueCacheOutageSubject, 'cache'>('cache');
const never = new Promise<never>(() => {});

export const keyValueCacheOutageMutants = mutantsOf(keyValueCacheOutageSuite, openUnsteady, [
  ...(['get', 'set', 'increment'] as const).map((method) => ({
    fault: `hangs in ${method} while the store does not answer`,
    caughtBy: 'all methods throw dependency_unavailable soon while the store does not answer',
    make: unsteady((intact) => ({
      [method]: (...args: readonly never[]) =>
        Promise.resolve(Reflect.apply(intact[method], intact, args)).catch(() => never),
    })),
  })),
  {
    fault: 'returns a miss while the store does not answer',
    caughtBy: 'all methods throw dependency_unavailable soon while the store does not answer',
    make: unsteady((intact) => ({ get: (key) => intact.get(key).catch(() => undefined) })),
  },
  {
    fault: 'is never used again',
    caughtBy: 'the cache is used again when the store is reachable again',
    make: (subject) => ({ ...subject, restore: async () => undefined }),
  },
]);
