import type { ContentReads, ContentRepository, EncodedItem } from '../../../core/index.ts';
import { encodedContentSuite } from '../../conformance/encoded-content.ts';
import { altered } from '../../support/altered.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Replaces methods of the encoded reads. */
const brokenReads = (
  changes: (
    intact: ContentReads<EncodedItem>,
    contents: ContentRepository,
  ) => Partial<ContentReads<EncodedItem>>,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    encoded: altered(intact.encoded, changes(intact.encoded, intact)),
  }));

export const encodedContentMutants: RepositorySuiteMutants = {
  suite: encodedContentSuite,
  mutants: [
    {
      fault: 'encodes in Latin-1',
      caughtBy: 'finders return the item with its data in UTF-8',
      make: brokenReads((intact, contents) => ({
        findBySlug: async (slug) => {
          const [item, decoded] = [await intact.findBySlug(slug), await contents.findBySlug(slug)];
          return item && decoded && { ...item, data: Buffer.from(decoded.data, 'latin1') };
        },
      })),
    },
    {
      fault: 'decodes for all concurrent reads what it decodes for one',
      caughtBy: 'concurrent reads by id return the item of each, decoded or not',
      make: broken('contents', (intact) => {
        const reads = new Map<string, Promise<unknown>>();
        const shared = (id: string, find: () => Promise<unknown>) => {
          const running = reads.get(id) ?? find().finally(() => reads.delete(id));
          reads.set(id, running);
          return running as Promise<never>;
        };
        const { encoded } = intact;
        return {
          findById: (id) => shared(id, () => intact.findById(id)),
          encoded: altered(encoded, {
            findById: (id) => shared(id, () => encoded.findById(id)),
          }),
        };
      }),
    },
    {
      fault: 'ignores the offset',
      caughtBy: 'a list has the items of the decoded list',
      make: brokenReads((intact) => ({ list: (query) => intact.list({ ...query, offset: 0 }) })),
    },
    {
      fault: 'returns items again that it returned before, if their version is the same',
      caughtBy: 'a list that was read before shows every change since',
      make: brokenReads((intact) => {
        const known = new Map<string, EncodedItem>();
        const again = (item: EncodedItem): EncodedItem => {
          const key = `${item.id} ${item.version}`;
          const same = known.get(key) ?? item;
          known.set(key, same);
          return same;
        };
        return {
          list: async (query) => {
            const page = await intact.list(query);
            return 'items' in page ? { ...page, items: page.items.map(again) } : page;
          },
        };
      }),
    },
    {
      fault: 'returns the items of a large page',
      caughtBy: 'a large page contains ids and sizes',
      make: brokenReads((intact) => ({
        list: async (query) => {
          const page = await intact.list(query);
          if (!('large' in page)) return page;
          const items = await Promise.all(page.large.map(({ id }) => intact.findById(id)));
          return { items: items.filter((item) => item !== undefined) };
        },
      })),
    },
  ],
};
