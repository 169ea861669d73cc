import { operator } from '../../../core/index.ts';
import type { Collection, ContentItem, JsonObject, MediaFile } from '../../../core/vocabulary.ts';
import { sampleMedia } from '../../conformance/samples.ts';
import { coreWorld, type CoreWorld } from '../core/core-world.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';

/** Fields that refer to something in every way. */
const pageFields = {
  author: { type: 'reference', collection: 'people' },
  editors: { type: 'array', items: { type: 'reference', collection: 'people' } },
  guard: { type: 'reference', collection: 'people', onDelete: 'refuse' },
  owner: { type: 'reference', collection: 'people', onDelete: 'clear' },
  tags: { type: 'array', items: { type: 'reference', collection: 'people', onDelete: 'clear' } },
  photo: { type: 'media' },
  body: { type: 'markdown' },
  note: { type: 'string' },
  seo: {
    type: 'object',
    properties: {
      image: { type: 'media' },
      owner: { type: 'reference', collection: 'people', onDelete: 'clear' },
    },
  },
  sections: {
    type: 'blocks',
    blocks: {
      quote: {
        properties: {
          by: { type: 'reference', collection: 'people', onDelete: 'clear' },
          photo: { type: 'media' },
        },
      },
      guarded: {
        properties: { by: { type: 'reference', collection: 'people', onDelete: 'refuse' } },
      },
    },
  },
} as const;

const personFields = {
  avatar: { type: 'media' },
  friend: { type: 'reference', collection: 'people' },
  bio: { type: 'richtext' },
} as const;

export interface ReferenceWorld extends CoreWorld {
  readonly articles: Collection;
  readonly people: Collection;
  readonly article: (data: JsonObject, fields?: object) => Promise<ContentItem>;
  readonly human: (data?: JsonObject, fields?: object) => Promise<ContentItem>;
  readonly file: (n: number, changes?: Partial<MediaFile>) => Promise<MediaFile>;
}

/** A key of the form of this service. */
export const keyOf = (n: number): string => `${String(n).padStart(22, 'k')}/photo-${n}.png`;

export const urlOf = (n: number): string => `http://cms.test/files/${keyOf(n)}`;

/** Two collections, of which one can refer to the other in every way. */
export const referenceWorld = async (options?: MemoryCmsOptions): Promise<ReferenceWorld> => {
  const world = await coreWorld(options);
  const { cms, ports } = world;
  const make = (name: string, properties: JsonObject) =>
    cms.collections.create(operator, { name, schema: { type: 'object', properties } });
  const people = await make('people', personFields);
  const articles = await make('articles', pageFields);
  let titles = 0;
  const write = async (collection: Collection, data: JsonObject, fields: object) => {
    titles += 1;
    const title = `${collection.name} ${titles}`;
    return cms.content.create(operator, { collectionId: collection.id, title, data, ...fields });
  };
  return {
    ...world,
    articles,
    people,
    article: (data, fields = {}) => write(articles, data, fields),
    human: (data = {}, fields = {}) => write(people, data, fields),
    file: async (n, changes = {}) => {
      const file = sampleMedia(n, {
        key: keyOf(n),
        kind: 'image',
        mimeType: 'image/png',
        ...changes,
      });
      await ports.store.repositories.media.insert(file);
      return file;
    },
  };
};

export const client = 'client';
