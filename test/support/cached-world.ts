import {
  operator,
  type Actor,
  type CacheReport,
  type Cms,
  type ContentItem,
  type JsonObject,
  type KeyValueCache,
} from '../../core/index.ts';
import { coreWorld, type CoreWorld } from './core-world.ts';
import type { MemoryCmsOptions } from './memory-cms.ts';

export const client = 'client';

/** One line per item: enough to tell any two states of it apart. */
const renderOne = ({ id, version, title, status, collectionId }: ContentItem): string =>
  [id, version, title, status, collectionId].join(' ');

export const renderAll = (items: readonly ContentItem[]): string => items.map(renderOne).join('\n');

export interface Query {
  readonly status?: ContentItem['status'];
  readonly collection?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export interface Read {
  readonly text: string;
  readonly cache: CacheReport;
}

export const list = (cms: Cms, actor: Actor, query: Query = {}) =>
  cms.content.list(actor, { client, ...query }, renderAll);

export const get = (cms: Cms, actor: Actor, id: string) =>
  cms.content.get(actor, { id, client }, renderOne);

/** Where an answer came from; for a hit, with what was left of its time. */
export const sourceOf = async (read: Promise<Read>): Promise<CacheReport['source']> =>
  (await read).cache.source;

/** A service whose cache plugin is on. */
export const cachedWorld = async (
  settings: JsonObject = {},
  options: MemoryCmsOptions = {},
): Promise<CoreWorld> => {
  const world = await coreWorld(options);
  await world.cms.plugins.configure(operator, 'cache', { active: true, settings });
  return world;
};

/** A store that forgets everything at once. */
export const forgetfulCache: KeyValueCache = {
  get: async () => undefined,
  set: async () => undefined,
  increment: async (_, ttlMs) => ({ count: 1, ttlMs }),
};

export interface NotedCache extends KeyValueCache {
  /** Every key that was ever looked up or set. */
  readonly keys: ReadonlySet<string>;
}

/** The store, with a note of its keys. */
export const notedCache = (cache: KeyValueCache): NotedCache => {
  const keys = new Set<string>();
  return {
    keys,
    get: (key) => {
      keys.add(key);
      return cache.get(key);
    },
    set: async (key, value, ttlMs) => {
      keys.add(key);
      await cache.set(key, value, ttlMs);
    },
    increment: (key, ttlMs) => cache.increment(key, ttlMs),
  };
};
