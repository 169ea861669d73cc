import { operator, type DomainEvent, type RebaseMedia } from '../../../core/index.ts';
import type {
  ContentItem,
  HookedOperation,
  JsonObject,
  RebasedMedia,
} from '../../../core/vocabulary.ts';
import { mediaWorld, type MediaWorld } from './media-world.ts';
import { keyOf, record } from './stray-world.ts';

/** The URL of the only file, before and after. */
export const oldBase = 'http://localhost:8787/files';
export const newBase = 'https://cms.example.com/files';
export const oldUrl = `${oldBase}/${keyOf(1)}`;
export const newUrl = `${newBase}/${keyOf(1)}`;

/** A service with a file whose base has changed. */
export interface RebaseWorld extends MediaWorld {
  readonly events: DomainEvent[];
  readonly create: (
    data: JsonObject,
    fields?: Partial<Pick<ContentItem, 'title' | 'status'>>,
  ) => Promise<ContentItem>;
  readonly rebase: (command?: Partial<RebaseMedia>) => Promise<RebasedMedia>;
  /** Reads an item again. */
  readonly find: (item: ContentItem) => Promise<ContentItem>;
  readonly dataOf: (item: ContentItem) => Promise<unknown>;
  /** Runs once, before the next update of an item is stored. */
  readonly interfere: (work: () => Promise<unknown>) => void;
  /** From now on a hook blocks updates of this item. */
  readonly block: (item: ContentItem) => void;
}

export const rebaseWorld = async (): Promise<RebaseWorld> => {
  const events: DomainEvent[] = [];
  const blocked = new Set<string>();
  let interference: (() => Promise<unknown>) | undefined;
  const operations: readonly HookedOperation[] = ['content.update'];
  const world = await mediaWorld({
    onEvent: (event) => void events.push(event),
    hooks: [
      {
        name: 'test',
        operations,
        decide: async (attempt) => {
          const work = interference;
          interference = undefined;
          await work?.();
          return 'item' in attempt && blocked.has(attempt.item.id) ? 'not now' : undefined;
        },
      },
    ],
  });
  await record(world, 1);
  const find = async ({ id }: ContentItem) =>
    (await world.ports.store.repositories.contents.findById(id))!;
  return {
    ...world,
    events,
    create: (data, fields) =>
      world.cms.content.create(operator, {
        collectionId: world.posts.id,
        title: 'Post',
        ...fields,
        data,
      }),
    rebase: (command) => world.cms.media.rebase(operator, { to: newBase, ...command }),
    find,
    dataOf: async (item) => JSON.parse((await find(item)).data) as unknown,
    interfere: (work) => {
      interference = work;
    },
    block: ({ id }) => void blocked.add(id),
  };
};
