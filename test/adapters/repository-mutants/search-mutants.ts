import type { ContentChange, SearchQuery, SearchTerms } from '../../../core/store.ts';
import { decodeJson } from '../../../core/vocabulary.ts';
import { searchIndexSuite } from '../../conformance/content/search/search-index.ts';
import { searchSuite } from '../../conformance/content/search/search.ts';
import { withParts } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Passes a changed query to the intact adapter. */
const searching = (change: (query: SearchQuery) => SearchQuery): RepositoryMutant['make'] =>
  broken('search', (intact) => ({
    search: (query, view, basis) => intact.search(change(query), view, basis),
  }));

const withTerms = (
  change: (terms: SearchTerms) => Partial<SearchTerms>,
): RepositoryMutant['make'] =>
  searching(({ terms, ...query }) => ({ ...query, terms: { ...terms, ...change(terms) } }));

/** Stores texts in lower case, and does nothing else to them. */
const unfolded = committing((change): ContentChange => {
  const { search } = change.parts;
  if (search === undefined) return change;
  const { text = '' } = decodeJson(change.item.data);
  return withParts(change, {
    search: { ...search, texts: [JSON.stringify(text).toLowerCase()] },
  });
});

export const searchMutants: RepositorySuiteMutants = {
  suite: searchSuite,
  mutants: [
    {
      fault: 'matches whole words only',
      caughtBy: 'all words must match, the last one as a prefix',
      make: withTerms(({ wanted }) => ({
        wanted: wanted.map(({ words }) => ({
          words: words.map(({ text }) => ({ text, isPrefix: false })),
        })),
      })),
    },
    {
      fault: 'finds the words of a phrase anywhere',
      caughtBy: 'quotes mark phrases, which are within one text',
      make: withTerms(({ wanted }) => ({
        wanted: wanted.flatMap(({ words }) => words.map((word) => ({ words: [word] }))),
      })),
    },
    {
      fault: 'looks for phrases in everything',
      caughtBy: 'phrases are looked for until the newer items have so many bytes',
      make: searching((query) => ({ ...query, phraseBytes: undefined })),
    },
    {
      fault: 'excludes nothing',
      caughtBy: 'a minus excludes words and phrases',
      make: withTerms(() => ({ excluded: [] })),
    },
    {
      fault: 'stores accents',
      caughtBy: 'case, accents and compatible forms make no difference',
      make: unfolded,
    },
    {
      fault: 'stores runs of characters without spaces as one word',
      caughtBy: 'scripts without spaces are searched by pairs of characters',
      make: unfolded,
    },
    {
      fault: 'does not rank',
      caughtBy: 'a title with the words comes first, then one with some of them, then the newest',
      make: broken('search', (intact) => ({
        search: (query, view, basis) =>
          reading(intact.search(query, view, basis), (page) => ({
            ...page,
            hits: page.hits.toSorted((left, right) => (left.id < right.id ? 1 : -1)),
          })),
      })),
    },
    {
      fault: 'always returns the first page',
      caughtBy: 'pages have no gaps, and count all ranked items',
      make: searching((query) => ({ ...query, offset: 0 })),
    },
    {
      fault: 'ignores the status',
      caughtBy: 'only what matches the filter is found and counted',
      make: searching(({ status: _, ...query }) => query),
    },
    {
      fault: 'keeps the first text',
      caughtBy: 'a write replaces what is found',
      make: committing((change) =>
        change.kind === 'update' ? withParts(change, { search: undefined }) : change,
      ),
    },
    {
      fault: 'stores the entry of a change that is outdated',
      caughtBy: 'what is not committed is not found',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write(({ search }) => {
            for (const { item, parts } of changes) {
              if (parts.search === undefined) continue;
              search.set(item.id, { text: parts.search, version: item.version, rebuild: 0 });
            }
          });
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'rejects long texts',
      caughtBy: 'texts at the limits are stored',
      make: committing((change) => {
        const texts = change.parts.search?.texts ?? [];
        if (texts.join(' ').length > 100_000) throw new Error('The text is too long');
        return change;
      }),
    },
  ],
};

export const searchIndexMutants: RepositorySuiteMutants = {
  suite: searchIndexSuite,
  mutants: [
    {
      fault: 'ends the walk after one step',
      caughtBy: 'items without an entry are outdated, in steps that are repeated until they end',
      make: broken('search', (intact) => ({
        endStep: (step) => {
          const { after: _, ...ended } = JSON.parse(step) as Record<string, unknown>;
          return intact.endStep(JSON.stringify(ended));
        },
      })),
    },
    {
      fault: 'makes the entries of all collections outdated',
      caughtBy: 'only the items of an outdated collection are outdated',
      make: broken('search', (intact) => ({ outdate: () => intact.outdate('') })),
    },
    {
      fault: 'stores entries of former versions',
      caughtBy: 'a write during a step wins',
      make: broken('search', (_, { memory }) => ({
        store: (_step, entries) =>
          memory.write(({ search }) => {
            for (const { id, version, text } of entries)
              search.set(id, { text, version, rebuild: 99 });
          }),
      })),
    },
    {
      fault: 'takes the end of a walk for the end of all work',
      caughtBy: 'what was made outdated during a walk is outdated in the next one',
      make: broken('search', (intact, { memory }) => ({
        endStep: async (step) => {
          await intact.endStep(step);
          await memory.write(({ searchIndex }) => {
            const index = searchIndex.get('current');
            if (index !== undefined) searchIndex.set('current', { ...index, done: index.rebuild });
          });
        },
      })),
    },
    {
      fault: 'takes every walk for a rebuild',
      caughtBy: 'the progress counts down what a rebuild has still to look at, and no other walk',
      make: broken('search', (intact, { memory }) => ({
        progress: async () => {
          const index = await memory.read(({ searchIndex }) => searchIndex.get('current'));
          const progress = await intact.progress();
          return index?.walk === undefined ? progress : { ...progress, status: 'rebuilding' };
        },
      })),
    },
    {
      fault: 'counts what is left of a walk that began before the change',
      caughtBy: 'the progress counts down what a rebuild has still to look at, and no other walk',
      make: broken('search', (intact) => ({
        progress: async () => ({ ...(await intact.progress()), remaining: 0 }),
      })),
    },
    {
      fault: 'removes all entries when the language changes',
      caughtBy: 'entries are found in every language that they have',
      make: broken('search', (intact, { memory }) => ({
        useLanguages: async (languages) => {
          await memory.write(({ search }) => search.clear());
          await intact.useLanguages(languages);
        },
      })),
    },
    {
      fault: 'takes every item for outdated',
      caughtBy: 'a change without a new text leaves the entry up to date',
      make: broken('search', (intact, { memory }) => ({
        claimStep: async (claim) => {
          const step = await intact.claimStep(claim);
          const ids = await memory.read(({ contents }) => [...contents.keys()]);
          return step && { ...step, ids };
        },
      })),
    },
  ],
};
