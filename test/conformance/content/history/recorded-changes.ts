import type {
  ContentChange,
  RevisionFacts,
  RevisionRepository,
  Store,
} from '../../../../core/store.ts';
import {
  encodeJson,
  type ContentItem,
  type JsonText,
  type RevisionEntry,
} from '../../../../core/vocabulary.ts';
import { ok } from '../../assert.ts';
import { creationOf, revisionOf, updateOf, withParts } from '../content-changes.ts';

/** Of a write without a user. */
export const factsOf = (facts: Partial<RevisionFacts> = {}): RevisionFacts => ({
  authorId: undefined,
  changed: ['title'],
  isAutosave: false,
  ...facts,
});

/** A small event that names the version of the item. */
export const eventOf = ({ item }: ContentChange): JsonText =>
  encodeJson({ id: item.id, version: item.version });

/** The change with a revision and an event. */
export const recorded = (
  change: ContentChange,
  facts: Partial<RevisionFacts> = {},
): ContentChange =>
  withParts(change, {
    ...(change.kind !== 'delete' && { revision: factsOf(facts) }),
    event: eventOf(change),
  });

/** Creates an item with a revision. */
export const createRecorded = async (
  store: Store,
  item: ContentItem,
  facts: Partial<RevisionFacts> = {},
): Promise<ContentItem> => {
  ok(await store.commit([recorded(creationOf(item), facts)]), 'the item was created');
  return item;
};

/** Writes the next version of an item with a revision. */
export const writeRecorded = async (
  store: Store,
  before: ContentItem,
  facts: Partial<RevisionFacts> = {},
  changes: Partial<ContentItem> = {},
): Promise<ContentItem> => {
  const item = revisionOf(before, changes);
  ok(await store.commit([recorded(updateOf(before, item), facts)]), 'the item was updated');
  return item;
};

/** Creates an item, and then a version for each of the facts. */
export const writeVersions = async (
  store: Store,
  first: ContentItem,
  versions: readonly (Partial<RevisionFacts> & Pick<Partial<ContentItem>, 'status'>)[],
): Promise<ContentItem> => {
  let item = await createRecorded(store, first);
  for (const { status = item.status, ...facts } of versions) {
    item = await writeRecorded(store, item, facts, { status });
  }
  return item;
};

export const firstPage = { limit: 1_000, offset: 0 } as const;

export const versionsOf = async (
  revisions: Pick<RevisionRepository, 'list'>,
  id: string,
): Promise<readonly number[]> => (await revisions.list(id, firstPage)).map(toVersion);

const toVersion = ({ version }: RevisionEntry): number => version;

/** Waits until the clock of this machine has moved on, by reading. */
export const letTimePass = async (read: () => Promise<unknown>): Promise<void> => {
  const end = Date.now() + 20;
  while (Date.now() <= end) await read();
};
