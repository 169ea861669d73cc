import { MemoryKeyValueCache } from '../../../adapters/memory/memory-key-value-cache.ts';
import {
  operator,
  type Actor,
  type CacheReport,
  type Cms,
  type ItemRead,
  type ContentListing,
  type ReadResult,
} from '../../../core/index.ts';
import type { ContentItem, JsonObject } from '../../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from '../core/core-world.ts';
import { manualClock } from '../core/manual-clock.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';
import { withoutPlugin } from './without-plugin.ts';

export const client = 'client';

/** One line per item, which differs for any two states of it. */
const lineOf = ({ id, version, title, status, collectionId }: ContentItem): string =>
  [id, version, title, status, collectionId].join(' ');

/** A page with its items as text. @throws Error for a large page, which has no text. */
export const textOf = async (listing: Promise<ReadResult<ContentListing>>) => {
  const { value, cache } = await listing;
  if (value.kind !== 'items') throw new Error('The page is large');
  const { items, ...facts } = value;
  return { ...facts, cache, text: items.map(lineOf).join('\n') };
};

export interface Query {
  readonly slug?: string;
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
  textOf(cms.content.readPage(actor, { of: { list: query }, client }));

const oneOf = async (read: Promise<ReadResult<ItemRead>>): Promise<Read> => {
  const { value, cache } = await read;
  return { text: lineOf(value.item), cache };
};

export const get = (cms: Cms, actor: Actor, id: string): Promise<Read> =>
  oneOf(cms.content.readItem(actor, { of: { id }, client }));

export const getOfCollection = (
  cms: Cms,
  actor: Actor,
  of: { readonly collection: string; readonly idOrSlug: string },
): Promise<Read> => oneOf(cms.content.readItem(actor, { of, client }));

/** Where the result of a read came from. */
export const sourceOf = async (read: Promise<Read>): Promise<CacheReport['source']> =>
  (await read).cache.source;

/** A service with the cache plugin set up. */
export const cachedWorld = async (
  settings: JsonObject = {},
  options: MemoryCmsOptions = {},
): Promise<CoreWorld> => {
  const world = await coreWorld(options);
  await world.cms.plugins.configure(operator, 'cache', { active: true, settings });
  return world;
};

/** A service whose instances share a cache. */
export const sharedWorld = async (): Promise<CoreWorld> => {
  const clock = manualClock();
  return {
    ...(await coreWorld({ ports: { clock, sharedCache: new MemoryKeyValueCache(clock) } })),
    clock,
  };
};

/** Another core on the same store, which reads the settings as if the cache plugin was off. */
export const uncached = ({ another, ports }: Pick<CoreWorld, 'another' | 'ports'>): Cms =>
  another({ ports: { store: withoutPlugin(ports.store) } });
