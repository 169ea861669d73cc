import { operator, type Hook } from '../../../core/index.ts';
import {
  decodeJson,
  type Collection,
  type ContentItem,
  type JsonObject,
} from '../../../core/vocabulary.ts';
import type { CoreWorld } from '../core/core-world.ts';
import { localizedWorld } from '../core/localized-world.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';

/** In posts, `price` and `parts` are common to translations, and the other fields are not. */
export const sharingSchema = {
  type: 'object',
  properties: {
    price: { type: 'number', localized: false },
    parts: {
      type: 'blocks',
      localized: false,
      blocks: { quote: { properties: { text: { type: 'string' } } } },
    },
    body: { type: 'textarea' },
  },
} satisfies JsonObject;

export interface SharingWorld extends CoreWorld {
  /** Hooks that are added to it run from then on. */
  readonly hooks: Hook[];
  /** A post in English and its translations, all with the data. */
  readonly trio: (data: JsonObject, status?: ContentItem['status']) => Promise<Trio>;
  readonly find: (id: string) => Promise<ContentItem>;
  readonly put: (
    item: Pick<ContentItem, 'id'>,
    change: Parameters<CoreWorld['cms']['content']['update']>[2],
  ) => Promise<ContentItem>;
  /** The prices of all posts that are not in the trash, in the order of their creation. */
  readonly prices: () => Promise<readonly unknown[]>;
}

export interface Trio {
  readonly en: ContentItem;
  readonly de: ContentItem;
  readonly fr: ContentItem;
}

export const sharingWorld = async (
  schema: JsonObject = sharingSchema,
  options: MemoryCmsOptions = {},
): Promise<SharingWorld> => {
  const hooks: Hook[] = [];
  const world = await localizedWorld({ hooks, ...options });
  const { cms, clock, ports } = world;
  const { contents } = ports.store.repositories;
  const posts: Collection = await cms.collections.update(operator, world.posts.name, { schema });
  const find = async (id: string): Promise<ContentItem> => {
    const item = await contents.findById(id);
    if (item === undefined) throw new Error('The item is there');
    return item;
  };
  return {
    ...world,
    posts,
    hooks,
    find,
    trio: async (data, status = 'published') => {
      const create = async (locale: string, translationOf?: string): Promise<ContentItem> => {
        clock.advance(1_000);
        const place = { collectionId: posts.id, locale, translationOf };
        return cms.content.create(operator, { ...place, title: `Post ${locale}`, status, data });
      };
      const en = await create('en');
      return { en, de: await create('de', en.id), fr: await create('fr', en.id) };
    },
    put: ({ id }, change) => cms.content.update(operator, id, change),
    prices: async () =>
      (await contents.listOfCollectionAfter(posts.id, undefined, 100))
        .toSorted((left, right) => left.createdAt - right.createdAt)
        .map(({ data }) => decodeJson(data)['price']),
  };
};
