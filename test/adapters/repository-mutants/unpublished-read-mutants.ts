import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import type { ContentPage, ContentQuery, ContentRepository, View } from '../../../core/store.ts';
import type { ContentItem, WorkingCopy } from '../../../core/vocabulary.ts';
import { itemsOf } from '../../conformance/cases.ts';
import { unpublishedReadsSuite } from '../../conformance/content/unpublished-reads.ts';
import { unpublishedView } from '../../conformance/content/views.ts';
import { altered } from '../../support/core/altered.ts';
import {
  broken,
  reading,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Replaces methods for views of what is unpublished. */
const brokenUnpublished = (
  changes: (intact: ContentRepository, subject: MemorySubject) => Partial<ContentRepository>,
): RepositoryMutant['make'] =>
  broken('contents', (intact, subject) => {
    const changed: ContentRepository = altered(intact, changes(intact, subject));
    const of = ({ shown }: View): ContentRepository => (shown === 'unpublished' ? changed : intact);
    return {
      list: (query, view, basis) => of(view).list(query, view, basis),
      listAmong: (query, view, basis) => of(view).listAmong(query, view, basis),
      sizesAmong: (query, view, basis) => of(view).sizesAmong(query, view, basis),
      getById: (id, view, basis) => of(view).getById(id, view, basis),
    };
  });

/** Reads other tables. */
const seeing = (change: (tables: MemoryTables) => void): RepositoryMutant['make'] =>
  brokenUnpublished((intact, subject) => {
    const reads: Partial<ContentRepository> = {
      list: (...args) => changed(subject, change, () => intact.list(...args)),
      listAmong: (...args) => changed(subject, change, () => intact.listAmong(...args)),
      sizesAmong: (...args) => changed(subject, change, () => intact.sizesAmong(...args)),
      getById: (...args) => changed(subject, change, () => intact.getById(...args)),
    };
    return reads;
  });

/** Runs a read while the tables are changed. */
const changed = async <T>(
  { memory }: MemorySubject,
  change: (tables: MemoryTables) => void,
  read: () => Promise<T>,
): Promise<T> => {
  const before = await memory.write((tables) => {
    const copies = new Map(tables.copies);
    const contents = new Map(tables.contents);
    change(tables);
    return { copies, contents };
  });
  const result = await read();
  await memory.write((tables) => {
    for (const name of ['copies', 'contents'] as const) {
      const table = tables[name] as Map<string, unknown>;
      table.clear();
      for (const [id, entry] of before[name]) table.set(id, entry);
    }
  });
  return result;
};

const changingCopies = (change: (copy: WorkingCopy, item: ContentItem) => Partial<WorkingCopy>) =>
  seeing(({ copies, contents }) => {
    for (const [id, copy] of copies) {
      const item = contents.get(id);
      if (item !== undefined) copies.set(id, { ...copy, ...change(copy, item) });
    }
  });

/** Changes the items of pages. */
const listing = (
  change: (items: readonly ContentItem[], query: ContentQuery) => readonly ContentItem[],
): RepositoryMutant['make'] =>
  brokenUnpublished((intact) => ({
    list: (query, ...args) =>
      reading(intact.list(query, ...args), (page): ContentPage =>
        'large' in page ? page : { ...page, items: change(page.items, query) },
      ),
  }));

export const unpublishedReadMutants: RepositorySuiteMutants = {
  suite: unpublishedReadsSuite,
  mutants: [
    {
      fault: 'shows the title of the item',
      caughtBy: 'a working copy takes the place of its published item',
      make: changingCopies((_, { title }) => ({ title })),
    },
    {
      fault: 'shows the time of the item',
      caughtBy: 'a working copy takes the place of its published item',
      make: changingCopies((_, { updatedAt }) => ({ updatedAt })),
    },
    {
      fault: 'shows copies of drafts',
      caughtBy: 'items without a copy, drafts and archived items are shown as they are stored',
      make: brokenUnpublished((intact, { memory }) => ({
        getById: (id, ...args) =>
          reading(intact.getById(id, ...args), async (item) => {
            const copy = await memory.read(({ copies }) => copies.get(id));
            return item && copy ? { ...item, title: copy.title } : item;
          }),
      })),
    },
    {
      fault: 'shows a copy although its item is a draft now',
      caughtBy:
        'a copy is shown again when its item is published again, and no longer when it is discarded',
      make: brokenUnpublished((intact, { memory }) => ({
        getById: (id, ...args) =>
          reading(intact.getById(id, ...args), async (item) => {
            const copy = await memory.read(({ copies }) => copies.get(id));
            return item && copy ? { ...item, title: copy.title } : item;
          }),
      })),
    },
    {
      fault: 'sorts lists by the last change',
      caughtBy:
        'lists are newest first by the time of creation of the item, and pages never overlap',
      make: listing((items) => items.toSorted((left, right) => right.updatedAt - left.updatedAt)),
    },
    {
      fault: 'lists moved items in the collection of the item',
      caughtBy:
        'lists are newest first by the time of creation of the item, and pages never overlap',
      make: changingCopies((_, { collectionId }) => ({ collectionId })),
    },
    {
      fault: 'lists an item under the slug that its copy replaces',
      caughtBy: 'a list with a slug contains the items that are shown under it',
      make: changingCopies((_, { slug }) => ({ slug })),
    },
    {
      fault: 'lists only one item with a slug',
      caughtBy: 'a list with a slug contains the items that are shown under it',
      make: listing((items, { slug }) => (slug === undefined ? items : items.slice(0, 1))),
    },
    {
      fault: 'sorts the items with a slug by their time only',
      caughtBy: 'it begins with the item that has the slug outside of its copy',
      make: listing((items) => items.toSorted((left, right) => right.createdAt - left.createdAt)),
    },
    {
      fault: 'ignores former slugs',
      caughtBy:
        'a former slug leads to its item as it is shown, while no item is shown or stored under it',
      make: listing((items, { slug }) =>
        slug === undefined ? items : items.filter((item) => item.slug === slug),
      ),
    },
    {
      fault: 'returns the sizes of published items',
      caughtBy: 'listAmong returns the items among these ids that match as they are shown',
      make: brokenUnpublished((intact) => ({
        sizesAmong: (query, view, basis) =>
          intact.sizesAmong(query, { ...view, shown: 'published' }, basis),
      })),
    },
    {
      fault: 'ignores the filter among ids',
      caughtBy: 'listAmong returns the items among these ids that match as they are shown',
      make: brokenUnpublished((intact) => ({
        listAmong: ({ ids }, _, basis) => intact.listAmong({ ids }, unpublishedView, basis),
      })),
    },
    {
      fault: 'shows items of the trash',
      caughtBy: 'items in the trash are not shown, and neither are their copies',
      make: brokenUnpublished((intact, { memory }) => ({
        getById: (id, ...args) =>
          reading(
            intact.getById(id, ...args),
            async (item) => item ?? (await memory.read(({ trash }) => trash.get(id)?.item)),
          ),
      })),
    },
    {
      fault: 'measures the data of the items',
      caughtBy: 'a page is large if the data of what is shown exceeds the limit, and only then',
      make: brokenUnpublished((intact) => ({
        list: async (query, view, basis) => {
          const page = await intact.list(query, view, basis);
          const stored = await intact.list(query, { ...view, shown: 'published' }, basis);
          const isLarge = stored.isCurrent && 'large' in stored.value;
          return isLarge && page.isCurrent && 'items' in page.value ? stored : page;
        },
      })),
    },
    {
      fault: 'shows the scope in the trace',
      caughtBy: 'its trace contains the requested conditions, and nothing about the caller',
      make: brokenUnpublished((intact) => ({
        list: (query, view, basis) =>
          reading(intact.list(query, view, basis), (page) => ({
            ...page,
            trace: { statement: '', parameters: [JSON.stringify([query, view])] },
          })),
      })),
    },
    {
      fault: 'tags pages',
      caughtBy: 'pages have no tag',
      make: brokenUnpublished((intact) => ({
        list: (...args) =>
          reading(intact.list(...args), (page) => ({
            ...page,
            tag: JSON.stringify(itemsOf(page)),
          })),
      })),
    },
    {
      fault: 'returns the same objects each time',
      caughtBy: 'stored records do not share objects with callers',
      make: brokenUnpublished((intact) => {
        let page: Awaited<ReturnType<ContentRepository['list']>> | undefined;
        return { list: async (...args) => (page ??= await intact.list(...args)) };
      }),
    },
  ],
};
