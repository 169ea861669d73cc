import { inScope, type ContentChange, type Reference } from '../../../core/store.ts';
import { referenceSuite } from '../../conformance/content/references.ts';
import { altered } from '../../support/core/altered.ts';
import { withParts } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const withReferences = (
  change: ContentChange,
  revise: (references: readonly Reference[]) => readonly Reference[] | undefined,
): ContentChange =>
  change.parts.references === undefined
    ? change
    : withParts(change, { references: revise(change.parts.references) });

export const withoutRules = (change: ContentChange): ContentChange =>
  withReferences(change, (references) =>
    references.map((each) => ({ ...each, onDelete: 'ignore' }) as const),
  );

/** Does not move references with their item. */
const inStoredCollections: RepositoryMutant['make'] = ({ store, repositories }) => {
  const stored = new Map<string, string>();
  const references = altered(repositories.references, {
    listReferrers: ({ within, collectionId, limit, offset, ...query }, basis) =>
      reading(
        repositories.references.listReferrers(
          { ...query, within: 'all', limit: 1_000, offset: 0 },
          basis,
        ),
        (found) =>
          found
            .filter(({ id }) => {
              const its = stored.get(id) ?? '';
              return inScope(within, its) && (collectionId ?? its) === its;
            })
            .slice(offset, offset + limit),
      ),
  });
  return altered(store, {
    repositories: { ...repositories, references },
    commit: (changes) => {
      for (const { item, parts } of changes) {
        if (parts.references !== undefined) stored.set(item.id, item.collectionId);
      }
      return store.commit(changes);
    },
  });
};

export const referenceMutants: RepositorySuiteMutants = {
  suite: referenceSuite,
  mutants: [
    {
      fault: 'stores no references of updated items',
      caughtBy: 'a change stores what the item refers to, in place of what was stored',
      make: committing((each) =>
        each.kind === 'update' ? withReferences(each, () => undefined) : each,
      ),
    },
    {
      fault: 'stores the references of single changes only',
      caughtBy: 'many creations store their references',
      make: brokenStore(({ store }) => ({
        commit: (changes) =>
          store.commit(
            changes.length === 1 ? changes : changes.map((each) => withReferences(each, () => [])),
          ),
      })),
    },
    {
      fault: 'stores the references before the change',
      caughtBy: 'a change that is not stored leaves the references',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write(({ references }) => {
            for (const { item, parts } of changes) {
              if (parts.references !== undefined) references.set(item.id, parts.references);
            }
          });
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'forgets the references of an item that comes back',
      caughtBy:
        'an item in the trash refers to nothing, and a restored one to what its change says',
      make: committing((each) =>
        each.kind === 'recover' ? withReferences(each, () => undefined) : each,
      ),
    },
    {
      fault: 'lists the oldest referrers first',
      caughtBy: 'referrers come by descending item and field, each pair once, in pages',
      make: broken('references', (intact) => ({
        listReferrers: (query, basis) =>
          reading(intact.listReferrers(query, basis), (found) => found.toReversed()),
      })),
    },
    {
      fault: 'lists hidden referrers',
      caughtBy: 'referrers match the filter',
      make: broken('references', (intact) => ({
        listReferrers: ({ targets, limit, offset }, basis) =>
          intact.listReferrers({ targets, limit, offset, within: 'all' }, basis),
      })),
    },
    {
      fault: 'finds referrers in the collections in which their references were stored',
      caughtBy: 'a referrer is found in the collection that it is in now, however it came there',
      make: inStoredCollections,
    },
    {
      fault: 'counts references instead of items',
      caughtBy: 'items that refer to a collection are counted, each once, up to a limit',
      make: broken('references', (_, { memory }) => ({
        countReferrers: (collectionId, from, max) =>
          memory.read(({ references, contents }) => {
            const found = [...references].flatMap(([id, all]) =>
              from.includes(contents.get(id)?.collectionId ?? '') ? all : [],
            );
            const leading = found.filter(
              ({ target }) => contents.get(target.slice(5))?.collectionId === collectionId,
            );
            return { count: Math.min(leading.length, max), isComplete: true };
          }),
      })),
    },
    {
      fault: 'counts referrers in other collections',
      caughtBy: 'items that refer to a collection are counted, each once, up to a limit',
      make: broken('references', (intact, { memory }) => ({
        countReferrers: async (id, _, max) => {
          const all = await memory.read(({ collections }) => [...collections.keys()]);
          return intact.countReferrers(id, all, max);
        },
      })),
    },
    {
      fault: 'counts all referrers, however many',
      caughtBy: 'items that refer to a collection are counted, each once, up to a limit',
      make: broken('references', (intact) => ({
        countReferrers: (id, from) => intact.countReferrers(id, from, 1_000),
      })),
    },
    {
      fault: 'ignores the rules',
      caughtBy: 'an item to which a binding reference refers cannot be deleted',
      make: committing(withoutRules),
    },
    {
      fault: 'stores the changes of a commit one by one',
      caughtBy: 'a commit can delete an item with what refers to it',
      make: brokenStore(({ store }) => ({
        commit: async (changes) => {
          for (const change of changes) if (!(await store.commit([change]))) return false;
          return true;
        },
      })),
    },
    {
      fault: 'does not see the rules of references that are being stored',
      caughtBy: 'a deletion waits for a reference that is being stored',
      make: brokenStore(({ store }) => ({
        atomically: (work) =>
          store.atomically((inside) =>
            work(
              altered(inside, { commit: (changes) => inside.commit(changes.map(withoutRules)) }),
            ),
          ),
      })),
    },
    {
      fault: 'lists binding references in the reverse order',
      caughtBy: 'binding references are listed, those that prevent a deletion first',
      make: broken('references', (intact) => ({
        listBinding: async (ids, limit) => (await intact.listBinding(ids, limit)).toReversed(),
      })),
    },
    {
      fault: 'finds more targets than it is asked for',
      caughtBy: 'targets are found in their order, up to a limit, with the media files',
      make: broken('references', (intact) => ({
        findTargets: (wanted, view, basis) =>
          intact.findTargets({ ...wanted, maxItems: 100 }, view, basis),
      })),
    },
    {
      fault: 'finds targets without their working copies',
      caughtBy: 'in what is unpublished, working copies take the place of published targets',
      make: broken('references', (intact) => ({
        findTargets: (wanted, view, basis) =>
          intact.findTargets(wanted, { ...view, shown: 'published' }, basis),
      })),
    },
    {
      fault: 'finds more data of working copies than fits',
      caughtBy: 'in what is unpublished, the data of working copies counts for the limit',
      make: broken('references', (intact) => ({
        findTargets: async (wanted, view, basis) => {
          const found = await intact.findTargets(wanted, view, basis);
          return view.shown === 'unpublished'
            ? reading(Promise.resolve(found), (value) => ({ ...value, hasMore: false }))
            : found;
        },
      })),
    },
    {
      fault: 'ends a search after its first step',
      caughtBy: 'broken references are listed in steps',
      make: broken('references', (intact) => ({
        listProblems: (problem, after, limit, filter, basis) =>
          reading(intact.listProblems(problem, after, limit, filter, basis), ({ found }) => ({
            found,
            next: undefined,
          })),
      })),
    },
    {
      fault: 'confuses the problems',
      caughtBy: 'references of published items to others are listed',
      make: broken('references', (intact) => ({
        listProblems: (_, after, limit, filter, basis) =>
          intact.listProblems('broken', after, limit, filter, basis),
      })),
    },
    {
      fault: 'shows the status of items that are not shown',
      caughtBy:
        'a reference to an item that is not shown is broken, whatever the status of the item',
      make: broken('references', (intact) => ({
        listProblems: (problem, after, limit, _, basis) =>
          intact.listProblems(problem, after, limit, { within: 'all' }, basis),
      })),
    },
    {
      fault: 'confuses the problems of files',
      caughtBy: 'images without alternative text and unused files are listed in steps',
      make: broken('references', (intact) => ({
        listMediaProblems: (_, after, limit) => intact.listMediaProblems('unused', after, limit),
      })),
    },
    {
      fault: 'ignores the texts of images in locales',
      caughtBy: 'with locales, an image without an own text lacks it unless each of them has one',
      make: broken('references', (intact) => ({
        listMediaProblems: (problem, after, limit) =>
          intact.listMediaProblems(problem, after, limit),
      })),
    },
    {
      fault: 'replaces the references of newer items',
      caughtBy: 'references are replaced only for items that have their version',
      make: broken('references', (_, { memory }) => ({
        replaceReferences: (_collection, items) =>
          memory.write(({ references }) => {
            for (const { id, references: found } of items) references.set(id, found);
            return true;
          }),
      })),
    },
    {
      fault: 'adds references to those that are stored',
      caughtBy: 'a write that waits for a replacement stores its own references only',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const result = await store.commit(changes);
          await memory.write(({ references }) => {
            for (const { item } of changes) {
              const found = references.get(item.id) ?? [];
              references.set(item.id, [...found, { ...found[0]!, field: 'older' }]);
            }
          });
          return result;
        },
      })),
    },
    {
      fault: 'does not store how far an index is',
      caughtBy: 'the state of an index is stored for each collection that exists',
      make: broken('references', () => ({ saveIndex: async () => undefined })),
    },
  ],
};
