import {
  operator,
  type Attempt,
  type Hook,
  type UserActor,
  type Verdict,
} from '../../../core/index.ts';
import type {
  ContentItem,
  ContentStatus,
  HookedOperation,
  JsonObject,
} from '../../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from './core-world.ts';

export const hook = (
  operations: readonly HookedOperation[],
  decide: (attempt: Attempt) => Promise<Verdict> | Verdict,
  name = 'editor',
): Hook => ({ name, operations, decide });

export const writing: readonly HookedOperation[] = ['content.create', 'content.update'];

/** The data of the item; empty for a file. */
export const dataOf = (attempt: Attempt): JsonObject =>
  'item' in attempt ? JSON.parse(attempt.item.data) : {};

/** A hook that adds a tag to the data. */
export const tagger = (tag: string, operations: readonly HookedOperation[]): Hook =>
  hook(
    operations,
    (attempt) => {
      const { tags = [] } = dataOf(attempt);
      return { replace: { data: { ...dataOf(attempt), tags: [...(tags as string[]), tag] } } };
    },
    tag,
  );

export const strictSchema = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 5 }, summary: { type: 'string' } },
  required: ['summary'],
} as const;

interface StrictWorld extends CoreWorld {
  readonly author: UserActor;
  /** Creates an item in the collection. */
  readonly create: (data?: JsonObject, status?: ContentStatus) => Promise<ContentItem>;
}

/** A service with a collection of {@link strictSchema}, and a hook that returns anything. */
export const strictWorld = async (decide: (attempt: Attempt) => unknown): Promise<StrictWorld> => {
  const world = await coreWorld({ hooks: [hook(writing, decide as Hook['decide'])] });
  const { id } = await world.cms.collections.create(operator, {
    name: 'strict',
    schema: strictSchema,
  });
  const author = await world.person('author');
  return {
    ...world,
    author,
    create: (data = {}, status = 'draft') =>
      world.write(author, { collectionId: id, data, status }),
  };
};
