import { operator, type UserActor } from '../../../core/index.ts';
import type { ContentItem, JsonObject } from '../../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from './core-world.ts';
import type { MemoryCmsOptions } from './memory-cms.ts';

/** The core with an editor and a published item. */
export interface DraftWorld extends CoreWorld {
  readonly editor: UserActor;
  readonly item: ContentItem;
  /** Updates the item. */
  readonly change: (changes: {
    readonly title?: string;
    readonly slug?: string;
    readonly status?: ContentItem['status'];
    readonly data?: JsonObject;
  }) => Promise<ContentItem>;
  /** Makes a field of its collection required. */
  readonly requireField: (field: string) => Promise<unknown>;
  /** The item as readers see it. */
  readonly published: () => Promise<ContentItem>;
}

export const draftWorld = async (options: MemoryCmsOptions = {}): Promise<DraftWorld> => {
  const world = await coreWorld(options);
  const editor = await world.person('editor');
  const item = await world.write(editor, {
    title: 'Tides',
    status: 'published',
    data: { excerpt: 'Short', tags: ['sea'] },
  });
  return {
    ...world,
    editor,
    item,
    change: (changes) => world.cms.content.update(operator, item.id, changes),
    requireField: (field) => {
      const { properties } = world.posts.schema;
      const schema = { type: 'object', properties, required: [field] };
      return world.cms.collections.update(operator, world.posts.name, { schema: schema as never });
    },
    published: async () => {
      const found = await world.ports.store.repositories.contents.findById(item.id);
      if (found === undefined) throw new Error('The item is gone');
      return found;
    },
  };
};
