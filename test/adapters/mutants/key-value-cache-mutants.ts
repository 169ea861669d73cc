import { MemoryKeyValueCache } from '../../../adapters/memory/memory-key-value-cache.ts';
import type { KeyValueCache } from '../../../core/index.ts';
import {
  keyValueCacheSuite,
  type KeyValueCacheSubject,
} from '../../conformance/key-value-cache.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { altered } from '../../support/altered.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

const open = (): KeyValueCacheSubject => {
  const clock = manualClock();
  const cache = new MemoryKeyValueCache(clock);
  return { cache, elapse: async (ms) => clock.advance(ms) };
};

const broken =
  (
    changes: (intact: KeyValueCache) => Partial<KeyValueCache>,
  ): Mutant<KeyValueCacheSubject>['make'] =>
  (subject) => ({ ...subject, cache: altered(subject.cache, changes(subject.cache)) });

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
    fault: 'makes up a value for an unknown key',
    caughtBy: 'an unknown key is a miss',
    make: broken((intact) => ({
      get: async (key) => (await intact.get(key)) ?? { value: '', ttlMs: 1 },
    })),
  },
  {
    fault: 'keeps ASCII characters only',
    caughtBy: 'a hit carries the value and what is left of its lifetime',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value.replace(/[^ -~]/g, '?'), ttlMs),
    })),
  },
  {
    fault: 'tells the lifetime that was given, not what is left of it',
    caughtBy: 'what is left of a lifetime shrinks',
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
    fault: 'takes milliseconds for seconds',
    caughtBy: 'an entry is a miss once its lifetime is over',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value, 1_000 * ttlMs),
    })),
  },
  {
    fault: 'begins a lifetime anew with every read',
    caughtBy: 'reading does not prolong a lifetime',
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
    fault: 'keeps the first lifetime',
    caughtBy: 'writing again replaces the value and makes a lifetime longer',
    make: broken((intact) => ({
      set: async (key, value, ttlMs) =>
        intact.set(key, value, (await intact.get(key))?.ttlMs ?? ttlMs),
    })),
  },
  {
    fault: 'keeps the longer lifetime',
    caughtBy: 'writing again makes a lifetime shorter',
    make: broken((intact) => ({
      set: async (key, value, ttlMs) =>
        intact.set(key, value, Math.max((await intact.get(key))?.ttlMs ?? 0, ttlMs)),
    })),
  },
  {
    fault: 'takes an empty text for a miss',
    caughtBy: 'an empty text is a value, not a miss',
    make: broken((intact) => ({
      get: async (key) => {
        const hit = await intact.get(key);
        return hit?.value ? hit : undefined;
      },
    })),
  },
  {
    fault: 'encodes values as UTF-8',
    caughtBy: 'a text comes back to the letter or not at all',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value.toWellFormed(), ttlMs),
    })),
  },
  {
    fault: 'takes a byte order mark off',
    caughtBy: 'a text comes back to the letter or not at all',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value.replace(/^\ufeff/, ''), ttlMs),
    })),
  },
  {
    fault: 'leaves the value before one that is too large',
    caughtBy: 'a large text comes back, or nothing does',
    make: broken((intact) => ({
      set: async (key, value, ttlMs) => {
        if (value.length < 500_000) await intact.set(key, value, ttlMs);
      },
    })),
  },
  {
    fault: 'cuts off what is too large',
    caughtBy: 'a large text comes back, or nothing does',
    make: broken((intact) => ({
      set: (key, value, ttlMs) => intact.set(key, value.slice(0, 500_000), ttlMs),
    })),
  },
  {
    fault: 'encodes keys as UTF-8',
    caughtBy: 'keys are told apart to the letter',
    make: broken((intact) => ({
      get: (key) => intact.get(key.toWellFormed()),
      set: (key, value, ttlMs) => intact.set(key.toWellFormed(), value, ttlMs),
    })),
  },
  {
    fault: 'folds the case of keys',
    caughtBy: 'keys are told apart to the letter',
    make: broken((intact) => ({
      get: (key) => intact.get(key.toLowerCase()),
      set: (key, value, ttlMs) => intact.set(key.toLowerCase(), value, ttlMs),
    })),
  },
  {
    fault: 'counts all keys together',
    caughtBy: 'increments count from one, key by key',
    make: broken((intact) => ({ increment: (_, ttlMs) => intact.increment('all', ttlMs) })),
  },
  {
    fault: 'reads a count, then writes it',
    caughtBy: 'concurrent increments never share a count',
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
    fault: 'tells the whole length of a window',
    caughtBy: 'an increment tells what is left of the window',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => ({ ...(await intact.increment(key, ttlMs)), ttlMs }),
    })),
  },
  {
    fault: 'slides its windows',
    caughtBy: 'later increments do not prolong a window',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => {
        const count = Number((await intact.get(key))?.value ?? 0) + 1;
        await intact.set(key, String(count), ttlMs);
        return { count, ttlMs };
      },
    })),
  },
  {
    fault: 'answers with a count as if it were a value',
    caughtBy: 'a count is no value',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => {
        const window = await intact.increment(key, ttlMs);
        await intact.set(key, String(window.count), ttlMs);
        return window;
      },
    })),
  },
  {
    fault: 'counts on from a value',
    caughtBy: 'a value is no count',
    make: broken((intact) => ({
      increment: async (key, ttlMs) => {
        const hit = await intact.get(key);
        const window = await intact.increment(key, hit?.ttlMs ?? ttlMs);
        return { ...window, count: window.count + Number(hit?.value ?? 0) };
      },
    })),
  },
]);
