import {
  operator,
  type Actor,
  type CacheReport,
  type Cms,
  type ContentItem,
  type EncodedItem,
  type Form,
  type ItemHead,
  type JsonObject,
  type Ports,
  type RenderedListing,
  type TextChunks,
} from '../../core/index.ts';
import { altered } from './altered.ts';
import { coreWorld, type CoreWorld } from './core-world.ts';
import type { MemoryCmsOptions } from './memory-cms.ts';
import { listFormOf } from './list-forms.ts';

export const client = 'client';

/** One line per item, which differs for any two states of it. */
const renderOne = ({ id, version, title, status, collectionId }: ItemHead): string =>
  [id, version, title, status, collectionId].join(' ');

const itemForm: Form<EncodedItem> = {
  key: 'lines',
  render: (item) => [Buffer.from(renderOne(item))],
};

export const listForm = listFormOf('lines', (item) => `${renderOne(item)}\n`);

/** A page with its text as a string. @throws Error for a large page, which has no text. */
export const textOf = async (listing: Promise<RenderedListing>) => {
  const found = await listing;
  if (found.kind !== 'text') throw new Error('The page is large');
  return decoded(found);
};

const decoded = <T extends { readonly text: TextChunks; readonly kept?: unknown }>({
  kept: _,
  ...read
}: T) => ({ ...read, text: Buffer.concat(read.text).toString() });

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
  textOf(cms.renderedContent.list(actor, { client, ...query }, listForm));

export const get = async (cms: Cms, actor: Actor, id: string) =>
  decoded(await cms.renderedContent.get(actor, { id, client }, itemForm));

export const getOfCollection = async (
  cms: Cms,
  actor: Actor,
  of: { readonly collection: string; readonly idOrSlug: string },
) => decoded(await cms.renderedContent.getOfCollection(actor, { ...of, client }, itemForm));

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

/** The ports of a core that serves nothing from memory. */
export const withoutMemory = ({ coordinator }: Pick<Ports, 'coordinator'>) => ({
  coordinator: altered(coordinator, { mayServe: () => false }),
});
