import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import type {
  ContentChange,
  ContentItem,
  ContentPage,
  ContentQuery,
  PreviewRepository,
  WorkingCopy,
} from '../../../core/index.ts';
import { previewTokenSuite } from '../../conformance/accounts/preview-tokens.ts';
import { previewReadsSuite } from '../../conformance/content/preview-reads.ts';
import { itemsOf } from '../../conformance/cases.ts';
import {
  broken,
  brokenStore,
  reading,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Stores tokens without a check. */
const insertingAll = broken('previewTokens', (_, { memory }) => ({
  insert: (token, lifetimeMs) =>
    memory.write(({ previewTokens }) => {
      const expiresAt = Date.now() + lifetimeMs;
      previewTokens.set(token.id, { ...token, expiresAt });
      return expiresAt;
    }),
}));

/** Brings tokens back that a commit has deleted. */
const keepingTokens = (isKept: (change: ContentChange) => boolean): RepositoryMutant['make'] =>
  brokenStore(({ store, memory }) => ({
    commit: async (changes) => {
      const before = await memory.read(({ previewTokens }) => [...previewTokens.values()]);
      const isStored = await store.commit(changes);
      const kept = new Set(changes.filter(isKept).map(({ item }) => item.id));
      await memory.write(({ previewTokens }) => {
        for (const token of before) {
          if (kept.has(token.contentId ?? '')) previewTokens.set(token.id, token);
        }
      });
      return isStored;
    },
  }));

/** Stores a token after its condition was checked in another state. */
const insertingLate = broken('previewTokens', (intact, { memory }) => ({
  insert: async (token, lifetimeMs) => {
    const expiresAt = await intact.insert(token, lifetimeMs);
    if (expiresAt !== undefined) {
      await Promise.resolve();
      await memory.write(({ previewTokens }) =>
        previewTokens.set(token.id, { ...token, expiresAt }),
      );
    }
    return expiresAt;
  },
}));

export const previewTokenMutants: RepositorySuiteMutants = {
  suite: previewTokenSuite,
  mutants: [
    {
      fault: 'keeps the oldest tokens',
      caughtBy: 'the oldest tokens of a user for the same item, or for the site, end',
      make: insertingAll,
    },
    {
      fault: 'stores every token for the whole site',
      caughtBy: 'a token is found by its digest and by its id, with its account',
      make: broken('previewTokens', (intact) => ({
        insert: (token, ms) => intact.insert({ ...token, contentId: undefined }, ms),
      })),
    },
    {
      fault: 'returns accounts without their grants',
      caughtBy: 'a token is found by its digest and by its id, with its account',
      make: broken('previewTokens', (intact) => ({
        findByDigest: async (digest) => {
          const found = await intact.findByDigest(digest);
          return found && { ...found, user: { ...found.user, grants: [] } };
        },
      })),
    },
    {
      fault: 'ignores the case of digests',
      caughtBy: 'it is found by the whole digest only',
      make: broken('previewTokens', (intact) => ({
        findByDigest: (digest) => intact.findByDigest(digest.toLowerCase()),
      })),
    },
    {
      fault: 'finds expired tokens by their digest',
      caughtBy: 'insert returns when it expires, and from then on it is not found',
      make: broken('previewTokens', (intact, { memory }) => ({
        findByDigest: async (digest) => {
          const token = await memory.read(({ previewTokens }) =>
            [...previewTokens.values()].find((each) => each.digest === digest),
          );
          const user = token && (await memory.read(({ users }) => users.get(token.userId)));
          return (
            (await intact.findByDigest(digest)) ?? (token && user && { token, user, stamp: '' })
          );
        },
      })),
    },
    {
      fault: 'returns the lifetime in place of the time',
      caughtBy: 'insert returns when it expires, and from then on it is not found',
      make: broken('previewTokens', (intact) => ({
        insert: async (token, ms) => (await intact.insert(token, ms)) && ms * 2,
      })),
    },
    {
      fault: 'stores tokens of unknown items',
      caughtBy: 'a token of an item that does not exist is not stored',
      make: insertingAll,
    },
    {
      fault: 'stores tokens of inactive accounts',
      caughtBy: 'a token of an account that is inactive or unknown is not stored, and not found',
      make: insertingAll,
    },
    {
      fault: 'deletes only one token of an item',
      caughtBy: 'deleteByContent deletes the tokens of this item, of all accounts',
      make: broken('previewTokens', (_, { memory }) => ({
        deleteByContent: (id) =>
          memory.write(({ previewTokens }) => {
            const [first] = [...previewTokens.values()].filter((each) => each.contentId === id);
            return first !== undefined && previewTokens.delete(first.id) ? 1 : 0;
          }),
      })),
    },
    {
      fault: 'deletes the tokens of items with those for the site',
      caughtBy: 'deleteForSite deletes the tokens of this account for the site',
      make: broken('previewTokens', (intact) => ({
        deleteForSite: async (id) => {
          const count = await intact.deleteForSite(id);
          await intact.deleteByUser(id);
          return count;
        },
      })),
    },
    {
      fault: 'keeps the tokens of items of an account',
      caughtBy: 'deleteByUser deletes all tokens of this account',
      make: broken('previewTokens', (intact) => ({
        deleteByUser: async (id) => void (await intact.deleteForSite(id)),
      })),
    },
    {
      fault: 'keeps the tokens of deleted accounts',
      caughtBy: 'deleting an account deletes its tokens only',
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          const tokens = await memory.read(({ previewTokens }) => [...previewTokens.values()]);
          const isDeleted = await intact.delete(id);
          await memory.write(({ previewTokens }) => {
            for (const token of tokens) previewTokens.set(token.id, token);
          });
          return isDeleted;
        },
      })),
    },
    {
      fault: 'deletes all tokens as expired',
      caughtBy: 'a sweep removes tokens that have expired',
      make: broken('previewTokens', (_, { memory }) => ({
        sweep: async () => {
          await memory.write(({ previewTokens }) => previewTokens.clear());
          return false;
        },
      })),
    },
    {
      fault: 'keeps expired tokens',
      caughtBy: 'a sweep removes tokens that have expired',
      make: broken('previewTokens', () => ({ sweep: async () => false })),
    },
    {
      fault: 'keeps the tokens of deleted items',
      caughtBy: 'a commit that deletes an item deletes its tokens only, with and without the trash',
      make: keepingTokens((change) => change.kind === 'delete' && change.trash === undefined),
    },
    {
      fault: 'keeps the tokens of items in the trash',
      caughtBy: 'a commit that deletes an item deletes its tokens only, with and without the trash',
      make: keepingTokens((change) => change.kind === 'delete' && change.trash !== undefined),
    },
    {
      fault: 'stores a token after the item was deleted',
      caughtBy: 'a concurrent deletion of the item leaves no token',
      make: insertingLate,
    },
    {
      fault: 'stores a token after the account was deactivated',
      caughtBy: 'a concurrent deactivation leaves no token',
      make: insertingLate,
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored records do not share objects with callers',
      make: broken('previewTokens', (_, { memory }) => ({
        insert: (token, ms) =>
          memory.write(({ previewTokens }) => {
            const expiresAt = Date.now() + ms;
            previewTokens.set(token.id, Object.assign(token, { expiresAt }));
            return expiresAt;
          }),
      })),
    },
  ],
};

/** Reads other tables. */
const seeing = (change: (tables: MemoryTables) => void): RepositoryMutant['make'] =>
  broken('previews', (intact, subject) => {
    const reads: PreviewRepository = {
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
  broken('previews', (intact) => ({
    list: (query, basis) =>
      reading(intact.list(query, basis), (page): ContentPage =>
        'large' in page ? page : { ...page, items: change(page.items, query) },
      ),
  }));

export const previewReadMutants: RepositorySuiteMutants = {
  suite: previewReadsSuite,
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
      make: broken('previews', (intact, { memory }) => ({
        getById: (id, basis) =>
          reading(intact.getById(id, basis), async (item) => {
            const copy = await memory.read(({ copies }) => copies.get(id));
            return item && copy ? { ...item, title: copy.title } : item;
          }),
      })),
    },
    {
      fault: 'shows a copy although its item is a draft now',
      caughtBy:
        'a copy is shown again when its item is published again, and no longer when it is discarded',
      make: broken('previews', (intact, { memory }) => ({
        getById: (id, basis) =>
          reading(intact.getById(id, basis), async (item) => {
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
      make: broken('previews', (_, { repositories }) => ({
        sizesAmong: (...args) => repositories.contents.sizesAmong(...args),
      })),
    },
    {
      fault: 'ignores the filter among ids',
      caughtBy: 'listAmong returns the items among these ids that match as they are shown',
      make: broken('previews', (intact) => ({
        listAmong: (ids, _, basis) => intact.listAmong(ids, { within: 'all' }, basis),
      })),
    },
    {
      fault: 'shows items of the trash',
      caughtBy: 'items in the trash are not shown, and neither are their copies',
      make: broken('previews', (intact, { memory }) => ({
        getById: (id, basis) =>
          reading(
            intact.getById(id, basis),
            async (item) => item ?? (await memory.read(({ trash }) => trash.get(id)?.item)),
          ),
      })),
    },
    {
      fault: 'measures the data of the items',
      caughtBy: 'a page is large if the data of what is shown exceeds the limit, and only then',
      make: broken('previews', (intact, { repositories }) => ({
        list: async (query, basis) => {
          const page = await intact.list(query, basis);
          const stored = await repositories.contents.list(query, basis);
          const isLarge = stored.isCurrent && 'large' in stored.value;
          return isLarge && page.isCurrent && 'items' in page.value ? stored : page;
        },
      })),
    },
    {
      fault: 'shows the scope in the trace',
      caughtBy: 'its trace contains the requested conditions, and nothing about the caller',
      make: broken('previews', (intact) => ({
        list: (query, basis) =>
          reading(intact.list(query, basis), (page) => ({
            ...page,
            trace: { statement: '', parameters: [JSON.stringify(query)] },
          })),
      })),
    },
    {
      fault: 'tags pages',
      caughtBy: 'pages have no tag',
      make: broken('previews', (intact) => ({
        list: (query, basis) =>
          reading(intact.list(query, basis), (page) => ({
            ...page,
            tag: JSON.stringify(itemsOf(page)),
          })),
      })),
    },
    {
      fault: 'returns the same objects each time',
      caughtBy: 'stored records do not share objects with callers',
      make: broken('previews', (intact) => {
        let page: Awaited<ReturnType<PreviewRepository['list']>> | undefined;
        return { list: async (...args) => (page ??= await intact.list(...args)) };
      }),
    },
  ],
};
