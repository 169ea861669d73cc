import {
  operator,
  type Actor,
  type CacheReport,
  type Cms,
  type ContentItem,
  type Form,
  type JsonObject,
  type KeyValueCache,
  type RenderedListing,
} from '../../core/index.ts';
import { coreWorld, type CoreWorld } from './core-world.ts';
import type { MemoryCmsOptions } from './memory-cms.ts';

export const client = 'client';

/** One line per item, which differs for any two states of it. */
const renderOne = ({ id, version, title, status, collectionId }: ContentItem): string =>
  [id, version, title, status, collectionId].join(' ');

const renderAll = (items: readonly ContentItem[]): string => items.map(renderOne).join('\n');

export const listForm: Form<readonly ContentItem[]> = { key: 'lines', render: renderAll };

/** Returns the text of a page. @throws Error for a large page, which has no text. */
export const textOf = async (
  listing: Promise<RenderedListing>,
): Promise<Extract<RenderedListing, { kind: 'text' }>> => {
  const found = await listing;
  if (found.kind !== 'text') throw new Error('The page is large');
  return found;
};

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
  textOf(cms.renderedContent.list(actor, { client, ...query }, listForm));

export const get = (cms: Cms, actor: Actor, id: string) =>
  cms.renderedContent.get(actor, { id, client }, { key: 'lines', render: renderOne });

/** Where the result of a read came from. */
export const sourceOf = async (read: Promise<Read>): Promise<CacheReport['source']> =>
  (await read).cache.source;

/** A service with the cache plugin turned on. */
export const cachedWorld = async (
  settings: JsonObject = {},
  options: MemoryCmsOptions = {},
): Promise<CoreWorld> => {
  const world = await coreWorld(options);
  await world.cms.plugins.configure(operator, 'cache', { active: true, settings });
  return world;
};

/** A cache that evicts everything immediately. */
export const evictingCache: KeyValueCache = {
  get: async () => undefined,
  set: async () => undefined,
  increment: async (_, ttlMs) => ({ count: 1, ttlMs }),
};

export interface KeyRecordingCache extends KeyValueCache {
  /** All keys that were read or set. */
  readonly keys: ReadonlySet<string>;
}

/** The cache, which also records its keys. */
export const keyRecordingCache = (cache: KeyValueCache): KeyRecordingCache => {
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
