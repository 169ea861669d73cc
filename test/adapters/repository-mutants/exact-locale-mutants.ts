import type { ExactLocale } from '../../../core/store.ts';
import { exactLocaleSuite } from '../../conformance/content/exact-locales.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

type InLocale = { readonly locale?: ExactLocale | undefined };

const withoutLocale = <Q extends InLocale>({ locale: _, ...query }: Q) => query;

export const exactLocaleMutants: RepositorySuiteMutants = {
  suite: exactLocaleSuite,
  mutants: [
    {
      fault: 'lists summaries of items in all locales',
      caughtBy: 'summaries are those of items in the locale, and of items without one',
      make: broken('summaries', (intact) => ({
        list: (query, basis) => intact.list(withoutLocale(query), basis),
      })),
    },
    {
      fault: 'finds titles in all locales',
      caughtBy: 'a search by title finds items in the locale only',
      make: broken('summaries', (intact) => ({
        find: (search, basis) => intact.find(withoutLocale(search), basis),
      })),
    },
    {
      fault: 'counts items in all locales',
      caughtBy: 'counts are those of items in the locale',
      make: broken('summaries', (intact) => ({
        count: (ids, max, basis) => intact.count(ids, max, basis),
      })),
    },
    {
      fault: 'reads the named items in all locales',
      caughtBy:
        'of items by their ids, those in the locale are read, also in the perspective of drafts',
      make: broken('contents', (intact) => ({
        sizesAmong: (query, view, basis) => intact.sizesAmong(withoutLocale(query), view, basis),
      })),
    },
    {
      fault: 'walks through the places of all items',
      caughtBy: 'a walk through the places has those of items in the locale',
      make: broken('contents', (intact) => ({
        listPlacesAfter: (id, after, limit) => intact.listPlacesAfter(id, after, limit),
      })),
    },
    {
      fault: 'lists redirects to items in all locales',
      caughtBy: 'redirects are those to items in the locale',
      make: broken('redirects', (intact) => ({
        list: (query, basis) => intact.list(withoutLocale(query), basis),
      })),
    },
    {
      fault: 'lists planned changes of items in all locales',
      caughtBy: 'planned changes are those of items in the locale',
      make: broken('schedules', (intact) => ({
        list: (page, within) => intact.list(page, within),
      })),
    },
    {
      fault: 'lists working copies of items in all locales',
      caughtBy: 'working copies are those of items in the locale',
      make: broken('copies', (intact) => ({
        list: (query) => intact.list(withoutLocale(query)),
      })),
    },
    {
      fault: 'searches items in all locales',
      caughtBy: 'a search finds items in the locale, and copies of them',
      make: broken('search', (intact) => ({
        search: (query, view, basis) => intact.search(withoutLocale(query), view, basis),
      })),
    },
    {
      fault: 'gives items another code, and does not find what belongs to them under it',
      caughtBy: 'what belongs to an item follows it into another locale',
      make: broken('schedules', (intact) => ({
        list: async (page, within, locale) =>
          locale?.code === 'fr' ? [] : intact.list(page, within, locale),
      })),
    },
    {
      fault: 'has no entry of an item in a locale with another language',
      caughtBy: 'entries are in the language of their locale, and are searched for in it',
      make: broken('search', (intact) => {
        let own: readonly string[] = [];
        return {
          useLanguages: async (languages) => {
            own = Object.keys(languages.ofLocales);
            await intact.useLanguages(languages);
          },
          search: (query, view, basis) =>
            own.length > 0 && query.locale === undefined
              ? intact.search({ ...query, limit: 1 }, view, basis)
              : intact.search(query, view, basis),
        };
      }),
    },
  ],
};
