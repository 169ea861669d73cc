import type {
  ContentChange,
  Repositories,
  RevisionFacts,
  Store,
  TrashScope,
} from '../../../core/store.ts';
import type { ContentItem, TrashEntry } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { creationOf, withParts } from '../content/content-changes.ts';
import { momentOf, sampleCollection, sampleContent, sampleUser, userId } from '../samples.ts';

/** What the history records of a change. */
export const facts: RevisionFacts = { authorId: undefined, changed: ['title'], isAutosave: false };

/** Moves an item into the trash. @param n the time, later for a larger one. */
export const trashingOf = (item: ContentItem, n = 500, deletedBy?: string): ContentChange => ({
  kind: 'delete',
  item,
  trash: { deletedAt: momentOf(n), deletedBy },
  parts: {},
});

/** The next version of an item in the trash, as a draft. */
export const recovered = (
  before: ContentItem,
  changes: Partial<ContentItem> = {},
): ContentItem => ({ ...before, status: 'draft', version: before.version + 1, ...changes });

export const recoveryOf = (
  before: ContentItem,
  changes: Partial<ContentItem> = {},
  collectionVersion = 1,
): ContentChange => ({
  kind: 'recover',
  before,
  item: recovered(before, changes),
  expected: { collectionVersion },
  parts: { revision: facts },
});

/** Inserts two users, three collections, and items of the first collection with a history. */
export const withHistory = async (store: Store, count: number): Promise<Repositories> => {
  const { users, collections } = store.repositories;
  for (const n of [1, 2]) await users.insert(sampleUser(n));
  for (const n of [1, 2, 3]) await collections.insert(sampleCollection(n));
  await create(store, times(count, sampleContent));
  return store.repositories;
};

export const create = async (store: Store, items: readonly ContentItem[]): Promise<void> => {
  const creations = items.map((item) => withParts(creationOf(item), { revision: facts }));
  ok(await store.commit(creations), 'the items were created');
};

/** Moves an item into the trash. */
export const trash = async (
  store: Store,
  item: ContentItem,
  ...when: readonly [n?: number, deletedBy?: string]
): Promise<void> => {
  ok(await store.commit([trashingOf(item, ...when)]), 'the item was moved into the trash');
};

const whole = { limit: 1_000, offset: 0 };

export const entriesIn = ({ trash: port }: Repositories, scope: TrashScope = 'all') =>
  port.list(scope, whole);

export const trashedIds = async (
  repositories: Repositories,
  scope: TrashScope = 'all',
): Promise<readonly string[]> => (await entriesIn(repositories, scope)).map(({ id }) => id);

export const entryOf = (
  { id, title, slug, collectionId }: ContentItem,
  n = 500,
  deletedBy?: string,
): TrashEntry => ({ id, title, slug, collectionId, deletedAt: momentOf(n), deletedBy });

/** The versions in the history of an item, latest first. */
export const historyOf = async (
  { revisions }: Repositories,
  id: string,
): Promise<readonly number[]> => (await revisions.list(id, whole)).map(({ version }) => version);

/** The trash contains exactly these items, in any order, and no content has their ids. */
export const trashIsOnly = async (
  { repositories }: Store,
  items: readonly ContentItem[],
): Promise<void> => {
  const ids = items.map(({ id }) => id).toSorted();
  equal((await trashedIds(repositories)).toSorted(), ids, 'ids in the trash');
  for (const item of items) {
    equal((await repositories.trash.find(item.id))?.item, item, 'an item in the trash');
    equal(await repositories.contents.findById(item.id), undefined, 'content with its id');
  }
};

export const firstOwner = userId(1);
export const secondOwner = userId(2);
