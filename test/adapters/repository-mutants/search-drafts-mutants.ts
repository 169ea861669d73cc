import type { SearchText } from '../../../core/store.ts';
import type { WorkingCopy } from '../../../core/vocabulary.ts';
import { searchDraftsSuite } from '../../conformance/content/search/search-drafts.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Keeps the text of a copy in some saves. */
const keepingTexts = (
  isKept: (copy: WorkingCopy, search: SearchText | undefined) => boolean,
): RepositoryMutant['make'] =>
  broken('copies', (intact, { memory }) => ({
    save: async (copy, itemVersion, replaced, parts) => {
      const { contentId, version } = copy;
      const before = await memory.read(({ copySearch }) => copySearch.get(contentId));
      const isSaved = await intact.save(copy, itemVersion, replaced, parts);
      if (before !== undefined && isKept(copy, parts?.search)) {
        await memory.write(({ copySearch }) => copySearch.set(contentId, { ...before, version }));
      }
      return isSaved;
    },
  }));

export const searchDraftsMutants: RepositorySuiteMutants = {
  suite: searchDraftsSuite,
  mutants: [
    {
      fault: 'finds copies in published content',
      caughtBy: 'a working copy is found in place of its item, and only in what is unpublished',
      make: broken('search', (intact) => ({
        search: (query, view, basis) =>
          intact.search(query, { ...view, shown: 'unpublished' }, basis),
      })),
    },
    {
      fault: 'finds no copies',
      caughtBy: 'a working copy is found in place of its item, and only in what is unpublished',
      make: broken('search', (intact) => ({
        search: (query, view, basis) =>
          intact.search(query, { ...view, shown: 'published' }, basis),
      })),
    },
    {
      fault: 'looks for phrases in everything',
      caughtBy: 'phrases are looked for until what is shown of the newer items has so many bytes',
      make: broken('search', (intact) => ({
        search: ({ phraseBytes: _, ...query }, view, basis) => intact.search(query, view, basis),
      })),
    },
    {
      fault: 'ignores the status',
      caughtBy: 'a copy is found under its collection, and the status of its item',
      make: broken('search', (intact) => ({
        search: ({ status: _, ...query }, view, basis) => intact.search(query, view, basis),
      })),
    },
    {
      fault: 'keeps the first text of a copy',
      caughtBy: 'a save replaces what is found, and the end of a copy removes it',
      make: keepingTexts(() => true),
    },
    {
      fault: 'keeps the former text of a copy that is saved without one',
      caughtBy: 'a copy without a text is found by none, and neither is one that was not saved',
      make: keepingTexts((_, search) => search === undefined),
    },
    {
      fault: 'restores copies without their texts',
      caughtBy: 'copies are restored with their texts',
      make: broken('copies', (intact) => ({ add: (copy) => intact.add(copy) })),
    },
    {
      fault: 'does not rank',
      caughtBy: 'copies rank by their titles, and then by the time of their items',
      make: broken('search', (intact) => ({
        search: (query, view, basis) =>
          reading(intact.search(query, view, basis), (page) => ({
            ...page,
            hits: page.hits.toSorted((left, right) => (left.id < right.id ? 1 : -1)),
          })),
      })),
    },
    {
      fault: 'reports the sizes of stored items',
      caughtBy: 'the size of a hit is that of what is shown',
      make: broken('search', (intact, { memory }) => ({
        search: (query, view, basis) =>
          reading(intact.search(query, view, basis), (page) =>
            memory.read(({ contents }) => ({
              ...page,
              hits: page.hits.map((hit) => ({
                ...hit,
                bytes: contents.get(hit.id)?.data.length ?? 0,
              })),
            })),
          ),
      })),
    },
    {
      fault: 'leaves out copies of items in the trash',
      caughtBy: 'copies without an entry are outdated, also of items in the trash',
      make: broken('search', (intact, { memory }) => ({
        claimStep: async (claim) => {
          const step = await intact.claimStep(claim);
          const trashed = await memory.read(({ trash }) => new Set(trash.keys()));
          return step && { ...step, copyIds: step.copyIds.filter((id) => !trashed.has(id)) };
        },
      })),
    },
    {
      fault: 'makes the entries of all collections outdated',
      caughtBy: 'copies of an outdated collection are outdated, and found as before until then',
      make: broken('search', (intact) => ({ outdate: () => intact.outdate('') })),
    },
    {
      fault: 'stores entries of former versions',
      caughtBy: 'a save during a step wins',
      make: broken('search', (_, { memory }) => ({
        storeCopies: (_step, entries) =>
          memory.write(({ copies, copySearch }) => {
            for (const { contentId, text } of entries) {
              const version = copies.get(contentId)?.version ?? '';
              copySearch.set(contentId, { text, version, rebuild: 99 });
            }
          }),
      })),
    },
    {
      fault: 'removes all entries when the language changes',
      caughtBy: 'entries of copies are found in every language that they have',
      make: broken('search', (intact, { memory }) => ({
        useLanguages: async (languages) => {
          await memory.write(({ copySearch }) => copySearch.clear());
          await intact.useLanguages(languages);
        },
      })),
    },
  ],
};
