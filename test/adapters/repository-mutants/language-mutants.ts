import type { View } from '../../../core/store.ts';
import { languageSuite } from '../../conformance/content/languages.ts';
import { collectionId } from '../../conformance/samples.ts';
import { broken, reading, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Without what is read where a translation is missing. */
export const withoutFallback = <V extends View>(view: V): V => ({
  ...view,
  ...(view.languages && {
    languages: { ...view.languages, chain: view.languages.chain.slice(0, 1) },
  }),
});

const withoutLanguages = <V extends View>({ languages: _, ...view }: V) => view;

export const languageMutants: RepositorySuiteMutants = {
  suite: languageSuite,
  mutants: [
    {
      fault: 'reads no other locale where a translation is missing',
      caughtBy: 'a list has the first item of each group that is seen, in the order of the groups',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) => intact.list(query, withoutFallback(view), basis),
      })),
    },
    {
      fault: 'counts the offset in items instead of groups',
      caughtBy: 'pages of such a list have each group once',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) =>
          intact.list({ ...query, offset: 2 * query.offset }, view, basis),
      })),
    },
    {
      fault: 'finds only the item with the id',
      caughtBy: 'an id stands for the group of its item, also if that is not seen',
      make: broken('contents', (intact) => ({
        getById: (id, view, basis) => intact.getById(id, withoutLanguages(view), basis),
      })),
    },
    {
      fault: 'finds only the item with the slug',
      caughtBy: 'a slug stands for the group of its item if that is seen, also a former slug',
      make: broken('contents', (intact) => ({
        getBySlug: (query, view, basis) => intact.getBySlug(query, withoutLanguages(view), basis),
      })),
    },
    {
      fault: 'ignores the order of the locales',
      caughtBy:
        'without languages, of translations with one slug the first locale of the service is found',
      make: broken('contents', (intact) => ({
        getBySlug: (query, view, basis) =>
          intact.getBySlug(query, { ...view, locales: view.locales?.toReversed() }, basis),
      })),
    },
    {
      fault: 'lists one locale if none is asked for',
      caughtBy: 'a list without languages has all translations',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) => {
          const localized = [1, 2].map(collectionId);
          const languages = { chain: ['en'], localized, others: [collectionId(3)] };
          return intact.list(query, { languages, ...view }, basis);
        },
      })),
    },
    {
      fault: 'names translations that the audience does not see',
      caughtBy: 'alternates are the items of a group that are seen, in all languages',
      make: broken('contents', (intact) => ({
        listAlternates: (ids, view, basis) => {
          const audience = { ...view.audience, publishedOnly: false };
          return intact.listAlternates(ids, { ...view, audience }, basis);
        },
      })),
    },
    {
      fault: 'has one tag for all languages',
      caughtBy: 'the tag of a list in languages changes with the item that is shown',
      make: broken('contents', (intact) => ({
        tagOf: (query, view, basis) => reading(intact.tagOf(query, view, basis), () => 'same'),
      })),
    },
  ],
};
