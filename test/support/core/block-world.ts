import { operator } from '../../../core/index.ts';
import { decodeJson, type ContentItem, type JsonObject } from '../../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from './core-world.ts';
import type { MemoryCmsOptions } from './memory-cms.ts';

/** A schema with blocks at the top, in an object and in the entries of a list. */
export const blockSchema = {
  type: 'object',
  properties: {
    sections: {
      type: 'blocks',
      blocks: {
        hero: {
          title: 'Hero',
          properties: {
            heading: { type: 'string', maxLength: 20 },
            photo: { type: 'media' },
            facts: { type: 'object', properties: { year: { type: 'number' } } },
            links: { type: 'array', items: { type: 'url' } },
          },
          required: ['heading'],
        },
        quote: { properties: { text: { type: 'textarea' } }, required: ['text'] },
      },
      maxItems: 4,
    },
    aside: {
      type: 'object',
      properties: { parts: { type: 'blocks', blocks: { note: { properties: {} } } } },
    },
    chapters: {
      type: 'array',
      items: {
        type: 'object',
        properties: { parts: { type: 'blocks', blocks: { note: { properties: {} } } } },
      },
    },
  },
} as const satisfies JsonObject;

export interface BlockWorld extends CoreWorld {
  readonly create: (data: JsonObject) => Promise<ContentItem>;
}

/** A core whose collection `blog-posts` has {@link blockSchema}. */
export const blockWorld = async (options: MemoryCmsOptions = {}): Promise<BlockWorld> => {
  const world = await coreWorld(options);
  const { cms, posts } = world;
  await cms.collections.update(operator, posts.name, { schema: blockSchema });
  let count = 0;
  return {
    ...world,
    create: (data) => {
      count += 1;
      const title = `Blocks ${count}`;
      return cms.content.create(operator, { collectionId: posts.id, title, data });
    },
  };
};

export interface Block extends JsonObject {
  readonly type: string;
  readonly id: string;
}

/** The stored blocks of a field. */
export const blocksOf = (
  { data }: Pick<ContentItem, 'data'>,
  name = 'sections',
): readonly Block[] => decodeJson(data)[name] as unknown as readonly Block[];
