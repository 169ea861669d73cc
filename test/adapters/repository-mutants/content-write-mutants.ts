import type { ContentItem, Slug } from '../../../core/index.ts';
import { contentWritesSuite } from '../../conformance/content-writes.ts';
import { putItem, slugTaken } from './content-mutants.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

/** An adapter that stores something else than it is asked to. */
const replacing = (
  change: (item: ContentItem, before: ContentItem) => ContentItem,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    replace: async (item, version) => {
      const before = await intact.findById(item.id);
      return before !== undefined && intact.replace(change(item, before), version);
    },
  }));

/** Compares the version first and writes later, without looking again. */
const lookThenReplace = broken('contents', (intact, { store }) => ({
  replace: async (item, version) => {
    if ((await intact.findById(item.id))?.version !== version) return false;
    await putItem(store, item);
    return true;
  },
}));

export const contentWriteMutants: RepositorySuiteMutants = {
  suite: contentWritesSuite,
  mutants: [
    {
      fault: 'leaves a replaced item in its collection',
      caughtBy: 'replace changes every field of that item and no other item',
      make: replacing((item, { collectionId }) => ({ ...item, collectionId })),
    },
    {
      fault: 'keeps an origin that is taken away',
      caughtBy: 'replace changes every field of that item and no other item',
      make: replacing((item, { origin }) => ({ ...item, origin: item.origin ?? origin })),
    },
    {
      fault: 'replaces whatever the version is',
      caughtBy: 'replace does nothing once the version has moved',
      make: broken('contents', (_, { store }) => ({
        replace: async (item) => {
          await putItem(store, item);
          return true;
        },
      })),
    },
    {
      fault: 'replaces older versions than the expected one too',
      caughtBy: 'replace does nothing once the version has moved',
      make: broken('contents', (intact) => ({
        replace: async (item, version) => {
          const stored = (await intact.findById(item.id))?.version ?? 0;
          return intact.replace(item, Math.min(stored, version));
        },
      })),
    },
    {
      fault: 'stores an item anew that is to be replaced',
      caughtBy: 'replace does not bring a deleted item back',
      make: broken('contents', (intact, { store }) => ({
        replace: async (item, version) => {
          if ((await intact.findById(item.id)) !== undefined) return intact.replace(item, version);
          await putItem(store, item);
          return true;
        },
      })),
    },
    {
      fault: 'checks neither slug nor collection of a replacement',
      caughtBy: 'replace refuses a slug that another item has',
      make: lookThenReplace,
    },
    {
      fault: 'checks neither slug nor collection of a replacement',
      caughtBy: 'replace refuses a collection that is gone',
      make: lookThenReplace,
    },
    {
      fault: 'remembers the slugs that an item had',
      caughtBy: 'a slug is free again once its item has another',
      make: broken('contents', (intact) => {
        const former = new Set<Slug>();
        return {
          replace: async (item, version) => {
            const before = await intact.findById(item.id);
            const replaced = await intact.replace(item, version);
            if (replaced && before !== undefined) former.add(before.slug);
            return replaced;
          },
          insert: (item) =>
            former.has(item.slug) ? Promise.reject(slugTaken()) : intact.insert(item),
        };
      }),
    },
    {
      fault: 'remembers the slugs of deleted items',
      caughtBy: 'a slug is free again once its item is deleted',
      make: broken('contents', (intact, { store }) => ({
        delete: async (id, version) => {
          const before = await intact.findById(id);
          const deleted = await intact.delete(id, version);
          if (before !== undefined) await store.write(({ slugs }) => slugs.set(before.slug, id));
          return deleted;
        },
      })),
    },
    {
      fault: 'deletes whatever the version is',
      caughtBy: 'delete removes the item of that version and no other',
      make: broken('contents', (intact) => ({
        delete: async (id) => {
          const item = await intact.findById(id);
          return item !== undefined && intact.delete(id, item.version);
        },
      })),
    },
    {
      fault: 'compares the version before it replaces',
      caughtBy: 'of replacements racing from one version one takes effect',
      make: lookThenReplace,
    },
    {
      fault: 'claims to have deleted what was there a moment ago',
      caughtBy: 'of deletions racing for an item one takes effect',
      make: broken('contents', (intact) => ({
        delete: async (id, version) => {
          const item = await intact.findById(id);
          await intact.delete(id, version);
          return item?.version === version;
        },
      })),
    },
    {
      fault: 'compares the version before it replaces',
      caughtBy: 'of a replacement and a deletion racing from one version one takes effect',
      make: lookThenReplace,
    },
    {
      fault: 'looks for the slug before it replaces',
      caughtBy: 'of replacements racing for a slug one takes effect',
      make: broken('contents', (intact, { store }) => ({
        replace: async (item) => {
          if ((await intact.findBySlug(item.slug)) !== undefined) throw slugTaken();
          await putItem(store, item);
          return true;
        },
      })),
    },
  ],
};
