import { comparedWith, type ContentChange, type GroupMember } from '../../../core/store.ts';
import { translationSourceSuite } from '../../conformance/content/translation-sources.ts';
import { wholeView } from '../../conformance/content/views.ts';
import {
  broken,
  brokenStore,
  committing,
  pauses,
  reading,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const pause = pauses();

/** Changes what a commit stores of translations. */
const withParts = (
  change: (parts: ContentChange['parts']) => ContentChange['parts'],
): RepositoryMutant['make'] => committing((each) => ({ ...each, parts: change(each.parts) }));

/** Reads the group of an item with other members. */
const inGroup = (
  change: (
    members: readonly GroupMember[],
    subject: MemorySubject,
  ) => readonly GroupMember[] | Promise<readonly GroupMember[]>,
): RepositoryMutant['make'] =>
  broken('translations', (intact, subject) => ({
    listGroup: (...asked) =>
      reading(intact.listGroup(...asked), (members) => change(members, subject)),
  }));

export const translationSourceMutants: RepositorySuiteMutants = {
  suite: translationSourceSuite,
  mutants: [
    {
      fault: 'forgets what a new translation was made from',
      caughtBy: 'a new translation is stored with what it was made from',
      make: withParts(({ source: _, ...parts }) => parts),
    },
    {
      fault: 'stores a translation whatever its source is now',
      caughtBy:
        'a translation of another version than the present one returns false and stores nothing',
      make: brokenStore(({ store }) => ({
        commit: async (changes) =>
          (await store.commit(changes)) ||
          store.commit(
            changes.map((each) => ({ ...each, parts: { ...each.parts, source: undefined } })),
          ),
      })),
    },
    {
      fault: 'does not compare translations when their source changes',
      caughtBy: 'a translation is outdated while its source differs from what it was made from',
      make: withParts(({ state: _, ...parts }) => parts),
    },
    {
      fault: 'forgets what a shared path contains',
      caughtBy: 'what is shared makes no translation outdated, also once it is shared no longer',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const before = await memory.read(({ sources }) => new Map(sources));
          const isStored = await store.commit(changes);
          await memory.write(({ sources }) => {
            for (const [id, record] of sources) {
              sources.set(id, { ...record, prints: before.get(id)?.prints ?? record.prints });
            }
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'counts paths that become shared',
      caughtBy: 'paths that become shared count no longer, in the translations of their collection',
      make: broken('translations', () => ({ share: async () => undefined })),
    },
    {
      fault: 'counts a record whatever became of its source',
      caughtBy: 'a record counts while its source is in the group, and not in the trash',
      make: inGroup((members, { memory }) =>
        memory.read(({ sources }) =>
          members.map((member) => {
            const record = sources.get(member.id);
            const source = record && {
              id: record.sourceId,
              version: record.version,
              changed: record.changed,
            };
            return { ...member, ...(source && { source }) };
          }),
        ),
      ),
    },
    {
      fault: 'removes the record of a translation in the trash',
      caughtBy:
        'a record stays with a translation in the trash, follows its source, and goes with it',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const isStored = await store.commit(changes);
          await memory.write(({ sources }) => {
            for (const { kind, item } of changes) if (kind === 'delete') sources.delete(item.id);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'records without a comparison',
      caughtBy: 'a record replaces another one, and is compared with the source',
      make: broken('translations', (intact, { memory }) => ({
        record: async (record, source) => {
          const isStored = await intact.record(record, source);
          if (isStored) {
            await memory.write(({ sources }) => {
              sources.set(record.contentId, { ...record, changed: [] });
            });
          }
          return isStored;
        },
      })),
    },
    {
      fault: 'records nothing of a translation in the trash',
      caughtBy: 'a record of a translation in the trash counts once it is restored',
      make: broken('translations', (intact, { memory }) => ({
        record: async (record, source) =>
          !(await memory.read(({ trash }) => trash.has(record.contentId))) &&
          intact.record(record, source),
      })),
    },
    {
      fault: 'records whatever version the source has',
      caughtBy:
        'nothing is recorded of an item that is not stored, or if the source is another one',
      make: broken('translations', (_, { memory }) => ({
        record: async (record, source) =>
          memory.write(({ sources }) => {
            const compared = source ? comparedWith(record.prints, source) : { changed: [] };
            sources.set(record.contentId, { ...record, ...compared });
            return true;
          }),
      })),
    },
    {
      fault: 'finds the records of the first source only',
      caughtBy: 'records are found by translations and by sources',
      make: broken('translations', (intact) => ({
        findSources: async (ids) => (await intact.findSources(ids)).slice(0, 1),
      })),
    },
    {
      fault: 'shows the whole group to everybody',
      caughtBy: 'the group of an item has what the audience sees, as it is shown',
      make: broken('translations', (intact) => ({
        listGroup: (id, { shown }, basis) => intact.listGroup(id, { ...wholeView, shown }, basis),
      })),
    },
    {
      fault: 'keeps the records of a collection that is not localised any more',
      caughtBy: 'a collection that stops to be localised has no records',
      make: broken('collections', (intact, { memory }) => ({
        update: async (collection) => {
          const before = await memory.read(({ sources }) => [...sources]);
          const isStored = await intact.update(collection);
          await memory.write(({ sources }) => {
            for (const [id, record] of before) sources.set(id, record);
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'looks at the source before the write, not atomically with it',
      caughtBy: 'a translation that is stored while its source changes is outdated, or not stored',
      make: brokenStore(({ store, memory }) => ({
        commit: async ([change]) => {
          const { source, ...parts } = change!.parts;
          if (source === undefined) return store.commit([change!]);
          const isCurrent = await memory.read(
            ({ contents }) => contents.get(source.id)?.version === source.version,
          );
          if (!isCurrent) return false;
          await pause();
          const isStored = await store.commit([{ ...change!, parts }]);
          const { id: sourceId, versions: _, ...made } = source;
          const contentId = change!.item.id;
          await memory.write(({ sources }) => {
            sources.set(contentId, { contentId, sourceId, ...made, changed: [] });
          });
          return isStored;
        },
      })),
    },
  ],
};
