import type { WorkQuery } from '../../../core/store.ts';
import type { TranslationWork } from '../../../core/vocabulary.ts';
import { translationWorkSuite } from '../../conformance/content/translation-work.ts';
import { collectionId } from '../../conformance/samples.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Reads other work. */
const inWork = (
  change: (work: readonly TranslationWork[], query: WorkQuery) => readonly TranslationWork[],
): RepositoryMutant['make'] =>
  broken('translations', (intact) => ({
    listWork: (query, basis) =>
      reading(intact.listWork(query, basis), (work) => change(work, query)),
  }));

export const translationWorkMutants: RepositorySuiteMutants = {
  suite: translationWorkSuite,
  mutants: [
    {
      fault: 'lists what is outdated after what is missing',
      caughtBy:
        'the work in a locale is what is missing and what is outdated, in the order of the groups',
      make: inWork((work) =>
        work.toSorted((left, right) => (left.state < right.state ? -1 : Number(left !== right))),
      ),
    },
    {
      fault: 'lists the work of all collections',
      caughtBy: 'the work is limited to the requested collections',
      make: broken('translations', (intact) => ({
        listWork: (query, basis) =>
          intact.listWork({ ...query, collectionIds: [1, 2].map(collectionId) }, basis),
      })),
    },
    {
      fault: 'lists nothing in a locale that no group has',
      caughtBy: 'a locale that no group has is missing in each, and one that each has in none',
      make: broken('translations', (intact, { memory }) => ({
        listWork: async (query, basis) => {
          const isKnown = await memory.read(({ contents }) =>
            [...contents.values()].some(({ locale }) => locale === query.locale),
          );
          return reading(intact.listWork(query, basis), (work) => (isKnown ? work : []));
        },
      })),
    },
    {
      fault: 'does not know the order of the locales',
      caughtBy:
        'a missing translation is to be made from the item without a source whose locale comes first',
      make: broken('translations', (intact) => ({
        listWork: (query, basis) => intact.listWork({ ...query, locales: [] }, basis),
      })),
    },
    {
      fault: 'does not notice that a translation left its group',
      caughtBy: 'what leaves its group, or changes its locale, is missing there',
      make: broken('translations', (intact, { memory }) => ({
        listWork: async (query, basis) => {
          const hasLeft = await memory.read(({ contents }) =>
            [...contents.values()].some(
              ({ group, id, version }) => group?.id === id && version > 1,
            ),
          );
          return reading(intact.listWork(query, basis), (work) => (hasLeft ? [] : work));
        },
      })),
    },
    {
      fault: 'looks for the former code of a locale',
      caughtBy: 'work follows a locale to its new code, and collections that are localised or not',
      make: broken('contents', () => ({ renameLocale: async () => undefined })),
    },
  ],
};
