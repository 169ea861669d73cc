import type { ContentItem, Slug } from '../../../core/index.ts';
import { contentWritesSuite } from '../../conformance/content-writes.ts';
import { putItem, slugTaken } from './content-mutants.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Stores a changed item. */
const replacing = (
  change: (item: ContentItem, before: ContentItem) => ContentItem,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    replace: async (item, version) => {
      const before = await intact.findById(item.id);
      return before !== undefined && intact.replace(change(item, before), version);
    },
  }));

/** Compares the version before the write, not atomically with it. */
const checkThenReplace = broken('contents', (intact, { store }) => ({
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
      fault: 'does not change the collection of an item',
      caughtBy: 'replace changes all members of that item and no other item',
      make: replacing((item, { collectionId }) => ({ ...item, collectionId })),
    },
    {
      fault: 'does not remove an origin',
      caughtBy: 'replace changes all members of that item and no other item',
      make: replacing((item, { origin }) => ({ ...item, origin: item.origin ?? origin })),
    },
    {
      fault: 'replaces any version',
      caughtBy: 'replace does nothing if the version has changed',
      make: broken('contents', (_, { store }) => ({
        replace: async (item) => {
          await putItem(store, item);
          return true;
        },
      })),
    },
    {
      fault: 'replaces versions older than the expected one, too',
      caughtBy: 'replace does nothing if the version has changed',
      make: broken('contents', (intact) => ({
        replace: async (item, version) => {
          const stored = (await intact.findById(item.id))?.version ?? 0;
          return intact.replace(item, Math.min(stored, version));
        },
      })),
    },
    {
      fault: 'restores a deleted item on replace',
      caughtBy: 'replace does not restore a deleted item',
      make: broken('contents', (intact, { store }) => ({
        replace: async (item, version) => {
          if ((await intact.findById(item.id)) !== undefined) return intact.replace(item, version);
          await putItem(store, item);
          return true;
        },
      })),
    },
    {
      fault: 'does not check the slug and the collection of a replacement',
      caughtBy: 'replace rejects the slug of another item',
      make: checkThenReplace,
    },
    {
      fault: 'does not check the slug and the collection of a replacement',
      caughtBy: 'replace rejects a missing collection',
      make: checkThenReplace,
    },
    {
      fault: 'keeps the former slugs of an item taken',
      caughtBy: 'a slug is free after its item got another one',
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
      fault: 'keeps the slugs of deleted items taken',
      caughtBy: 'a slug is free after its item was deleted',
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
      fault: 'deletes any version',
      caughtBy: 'delete removes the item with that version and no other item',
      make: broken('contents', (intact) => ({
        delete: async (id) => {
          const item = await intact.findById(id);
          return item !== undefined && intact.delete(id, item.version);
        },
      })),
    },
    {
      fault: 'checks the version before the replacement, not atomically with it',
      caughtBy: 'of concurrent replacements of one version exactly one succeeds',
      make: checkThenReplace,
    },
    {
      fault: 'reports a concurrent deletion as its own',
      caughtBy: 'of concurrent deletions of an item exactly one succeeds',
      make: broken('contents', (intact) => ({
        delete: async (id, version) => {
          const item = await intact.findById(id);
          await intact.delete(id, version);
          return item?.version === version;
        },
      })),
    },
    {
      fault: 'checks the version before the replacement, not atomically with it',
      caughtBy: 'of a concurrent replacement and deletion of one version exactly one succeeds',
      make: checkThenReplace,
    },
    {
      fault: 'checks the slug before the replacement, not atomically with it',
      caughtBy: 'of concurrent replacements with one slug exactly one succeeds',
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
