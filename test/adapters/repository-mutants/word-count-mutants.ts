import { wordCountSuite } from '../../conformance/content/word-counts.ts';
import { withParts } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const first = 'a change stores how many words the item has';
const drafts = 'the perspective of drafts has the count of the working copy, if there is one';

export const wordCountMutants: RepositorySuiteMutants = {
  suite: wordCountSuite,
  mutants: [
    {
      fault: 'takes no words for no count',
      caughtBy: first,
      make: broken('wordCounts', (intact) => ({
        find: async (...given) => (await intact.find(...given)) || undefined,
      })),
    },
    {
      fault: 'keeps the first count',
      caughtBy: first,
      make: committing(async (change, { memory }) =>
        (await memory.read(({ words }) => words.has(change.item.id)))
          ? withParts(change, { words: undefined })
          : change,
      ),
    },
    {
      fault: 'stores no counts of several creations',
      caughtBy: 'many creations each store their own count, if they have one',
      make: brokenStore(({ store }) => ({
        commit: (changes) =>
          store.commit(
            changes.length === 1
              ? changes
              : changes.map((each) => withParts(each, { words: undefined })),
          ),
      })),
    },
    {
      fault: 'removes the count with a change that has none',
      caughtBy: 'a change without a count leaves the count',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write(({ words }) => {
            for (const { item, parts } of changes) {
              if (parts.words === undefined) words.delete(item.id);
            }
          });
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'stores the count before the change',
      caughtBy: 'a change that is not stored leaves the count',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write(({ words }) => {
            for (const { item, parts } of changes) {
              if (parts.words !== undefined) words.set(item.id, parts.words);
            }
          });
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'keeps the counts of items that leave',
      caughtBy: 'an item that leaves the content has no count, and gets that of its way back',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const before = await memory.read(({ words }) => new Map(words));
          const isStored = await store.commit(changes);
          await memory.write(({ words }) => {
            for (const [id, count] of before) if (!words.has(id)) words.set(id, count);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'has the count of the item in every perspective',
      caughtBy: drafts,
      make: broken('wordCounts', (intact) => ({ find: (id) => intact.find(id, 'published') })),
    },
    {
      fault: 'has the count of the item if the copy has none',
      caughtBy: drafts,
      make: broken('wordCounts', (intact) => ({
        find: async (id, perspective) =>
          (await intact.find(id, perspective)) ?? intact.find(id, 'published'),
      })),
    },
    {
      fault: 'stores no count of a copy that is saved again',
      caughtBy: 'a copy that is saved again without its base has its new count',
      make: broken('copies', (intact) => ({
        save: (copy, version, replaced, parts) =>
          intact.save(copy, version, replaced, {
            ...parts,
            words: replaced === undefined ? parts?.words : undefined,
          }),
      })),
    },
  ],
};
