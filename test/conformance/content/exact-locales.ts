import type { ContentFilter, ExactLocale, Repositories, Store, View } from '../../../core/store.ts';
import {
  contentStatuses,
  placedAlone,
  type CollectionScope,
  type ContentItem,
  type ContentStatus,
} from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { collectionId, contentId, sampleContent, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';
import { basisOf, insertItems, reviseItem, valueOf } from './content-changes.ts';
import { sampleCopy, saveCopies } from './copy-samples.ts';
import { withLocalizedCollections } from './languages.ts';
import { plan, planned } from './schedule-repository.ts';
import { foundBy, insertSearched, reviseSearched, sampleText } from './search/search-samples.ts';
import { remembering, rename, slug } from './slugs/former-slug-samples.ts';
import { unpublishedView, wholeView } from './views.ts';

/** Reads in one locale: items in it, and those of collections that are not localised. */
export const exactLocaleSuite = suite<Store>('Store, reads in one locale', {
  'summaries are those of items in the locale, and of items without one': async (store) => {
    const { summaries } = await withItems(store);
    const basis = await basisOf(store.repositories);
    const ids = all.map(({ id }) => id);
    for (const filter of filters) {
      for (const order of ['created', 'updated'] as const) {
        for (const authorId of [undefined, userId(1)]) {
          const query = { ...filter, order, ...(authorId !== undefined && { authorId }) };
          const expected = matching(filter)
            .filter((item) => authorId === undefined || item.authorId === authorId)
            .toSorted((left, right) => timeOf(right, order) - timeOf(left, order));
          const found: string[] = [];
          for (let offset = 0; offset < 40; offset += 4) {
            const page = await summaries.list({ ...query, limit: 4, offset }, basis);
            found.push(...idsOf(valueOf(page)));
          }
          equal(found, idsOf(expected), `${order} of ${authorId} with ${JSON.stringify(filter)}`);
        }
      }
      const among = valueOf(await summaries.listAmong(ids, filter, basis));
      equal(sorted(idsOf(among)), sorted(idsOf(matching(filter))), JSON.stringify(filter));
    }
  },

  'a search by title finds items in the locale only': async (store) => {
    const { summaries } = await withItems(store);
    const basis = await basisOf(store.repositories);
    for (const filter of filters) {
      const search = { ...filter, title: { words: [], prefix: 'item' }, limit: 100 };
      const found = valueOf(await summaries.find(search, basis));
      equal(sorted(idsOf(found)), sorted(idsOf(matching(filter))), JSON.stringify(filter));
    }
  },

  'counts are those of items in the locale': async (store) => {
    const { summaries } = await withItems(store);
    const basis = await basisOf(store.repositories);
    const ids = [1, 2, 3].map(collectionId);
    for (const code of codes) {
      for (const max of [2, 100]) {
        const counts = valueOf(await summaries.count(ids, max, basis, inLocale(code)));
        for (const id of ids) {
          for (const status of contentStatuses) {
            const filter = { status, collectionId: id, within: 'all' as const };
            const expected = matching({ ...filter, locale: inLocale(code) }).length;
            const counted = counts.find(
              (each) => each.collectionId === id && each.status === status,
            );
            equal(counted?.count, Math.min(expected, max), `${status} of ${id} in ${code}`);
          }
        }
      }
    }
  },

  'of items by their ids, those in the locale are read, also in the perspective of drafts': async (
    store,
  ) => {
    const { contents } = await withItems(store);
    await saveCopies(store, [sampleCopy(3), sampleCopy(9)]);
    const basis = await basisOf(store.repositories);
    const ids = all.map(({ id }) => id);
    for (const view of [wholeView, unpublishedView] as readonly View[]) {
      for (const { within: _, ...conditions } of filters) {
        const expected = sorted(idsOf(matching({ ...conditions, within: 'all' })));
        const items = valueOf(await contents.listAmong({ ...conditions, ids }, view, basis));
        equal(sorted(idsOf(items)), expected, `items, ${view.shown}`);
        const sizes = valueOf(await contents.sizesAmong({ ...conditions, ids }, view, basis));
        equal(sorted(idsOf(sizes)), expected, `sizes, ${view.shown}`);
      }
    }
  },

  'a walk through the places has those of items in the locale': async (store) => {
    const { contents } = await withItems(store);
    for (const code of codes) {
      for (const id of [undefined, collectionId(1), collectionId(3)]) {
        const expected = all
          .filter((item) => id === undefined || item.collectionId === id)
          .filter((item) => isIn(code, item))
          .toReversed();
        const walked = [];
        for (;;) {
          const step = await contents.listPlacesAfter(id, walked.at(-1), 3, inLocale(code));
          if (step.length === 0) break;
          walked.push(...step);
        }
        equal(idsOf(walked), idsOf(expected), `${code} in ${id}`);
      }
    }
  },

  'redirects are those to items in the locale': async (store) => {
    const { redirects } = await withItems(store);
    for (const [index, item] of all.entries()) {
      await rename(store, item, `renamed-${index}`);
    }
    const basis = await basisOf(store.repositories);
    for (const filter of filters) {
      const expected = sorted(matching(filter).map((item) => item.slug));
      const found: string[] = [];
      for (let offset = 0; offset < 40; offset += 4) {
        const page = await redirects.list({ ...filter, limit: 4, offset }, basis);
        found.push(...valueOf(page).map(({ from }) => from));
      }
      equal(found, expected, JSON.stringify(filter));
    }
  },

  'planned changes are those of items in the locale': async (store) => {
    const { schedules } = await withItems(store);
    for (const n of numbers) await plan(store, planned(n));
    for (const code of codes) {
      for (const within of scopes) {
        const expected = matching({ within, locale: inLocale(code, within) });
        const found: string[] = [];
        for (let offset = 0; offset < 40; offset += 4) {
          const page = await schedules.list({ limit: 4, offset }, within, inLocale(code, within));
          found.push(...page.map(({ contentId: id }) => id));
        }
        equal(found, idsOf(expected), `${code} in ${JSON.stringify(within)}`);
      }
    }
  },

  'working copies are those of items in the locale': async (store) => {
    const { copies } = await withItems(store);
    const author = (n: number) => ({ authorId: n % 5 === 0 ? userId(1) : undefined });
    const published = all.filter(({ status }) => status === 'published');
    const numbered = published.map((item) => [all.indexOf(item) + 1, item] as const);
    await saveCopies(
      store,
      numbered.map(([n, item]) => sampleCopy(n, { ...author(n), collectionId: item.collectionId })),
    );
    const [first, second, third] = [1, 2, 3].map(collectionId) as [string, string, string];
    for (const code of codes) {
      for (const authorId of [undefined, userId(1)]) {
        for (const within of [undefined, [first, third]]) {
          const expected = numbered
            .filter(([n]) => authorId === undefined || author(n).authorId === authorId)
            .map(([, item]) => item)
            .filter((item) => item.collectionId !== second || item.authorId === userId(1))
            .filter((item) => within?.includes(item.collectionId) ?? true)
            .filter((item) => isIn(code, item))
            .toReversed();
          const found: string[] = [];
          for (let offset = 0; offset < 40; offset += 4) {
            const page = await copies.list({
              limit: 4,
              offset,
              all: [first, third],
              own: [second],
              ownerId: userId(1),
              authorId,
              within,
              locale: inLocale(code),
            });
            found.push(...page.map(({ contentId: id }) => id));
          }
          equal(found, idsOf(expected), `${code} of ${authorId} within ${within?.length}`);
        }
      }
    }
  },

  'a search finds items in the locale, and copies of them': async (store) => {
    await withLocalizedCollections(store);
    await insertSearched(store, all.map(searched));
    for (const filter of filters) {
      const { within, ...query } = filter;
      const expected = idsOf(matching(filter).toReversed()).map(numberOf);
      const found = await foundBy(store.repositories, 'tide', { ...query, within });
      equal(found, expected, JSON.stringify(filter));
    }
    const copied = sampleCopy(9);
    const search = { title: 'Copy', texts: ['ebb'] };
    ok(await store.repositories.copies.save(copied, 1, undefined, { search }), 'a copy');
    const shown = 'unpublished' as const;
    const found = async (code: string): Promise<readonly number[]> =>
      foundBy(store.repositories, 'ebb', { within: 'all', locale: inLocale(code), shown });
    for (const code of codes) equal(await found(code), code === 'de' ? [9] : [], `a copy, ${code}`);
  },

  'what belongs to an item follows it into another locale': async (store) => {
    const { redirects, schedules, copies, contents, summaries } =
      await withLocalizedCollections(store);
    const item = sampleText(1, 'Item 1', 'tide', placedAlone(sampleContent(1), 'en'));
    await insertSearched(store, [item]);
    const renamed = await rename(store, item, 'other');
    await plan(store, planned(1));
    const copy = sampleCopy(1);
    await saveCopies(store, [{ ...copy, base: { ...copy.base, version: renamed.version } }]);
    const countsIn = async (code: string): Promise<readonly number[]> => {
      const basis = await basisOf(store.repositories);
      const page = { limit: 10, offset: 0 };
      const filter = { within: 'all' as const, locale: inLocale(code) };
      const drafts = { all: [collectionId(1)], own: [], ownerId: undefined };
      return [
        valueOf(await redirects.list({ ...page, ...filter }, basis)),
        await schedules.list(page, 'all', inLocale(code)),
        await copies.list({ ...page, ...drafts, locale: inLocale(code) }),
        await foundBy(store.repositories, 'tide', filter),
        valueOf(await summaries.list({ ...page, ...filter, order: 'updated' }, basis)),
      ].map(({ length }) => length);
    };
    const [each, none] = [
      [1, 1, 1, 1, 1],
      [0, 0, 0, 0, 0],
    ];
    equal(await countsIn('en'), each, 'at first');
    const german = await reviseItem(store, renamed, { locale: 'de' });
    equal(await countsIn('en'), none, 'in the former locale');
    equal(await countsIn('de'), each, 'after a correction');
    await contents.renameLocale('de', 'fr');
    equal(await countsIn('de'), none, 'with the former code');
    equal(await countsIn('fr'), each, 'with another code');
    const again = remembering({ ...german, locale: 'fr' }, { slug: slug('again') });
    ok(await store.commit([again]), 'another former slug');
    equal((await countsIn('fr'))[0], 2, 'redirects after another change');
  },

  'entries are in the language of their locale, and are searched for in it': async (store) => {
    const { search } = await withLocalizedCollections(store);
    const languages = await search.languages();
    const english = languages.find((each) => each === 'english') ?? 'simple';
    await search.useLanguages({ standard: 'simple', ofLocales: { en: english } });
    const texts = ['en', 'de'].map((code, index) => {
      const n = index + 1;
      return sampleText(n, 'Title', 'tides', placedAlone(sampleContent(n), code));
    });
    const [first, second] = texts as [ContentItem, ContentItem];
    await insertSearched(store, [...texts, sampleText(3, 'Title', 'tides', plain)]);
    const stemmed = english === 'simple' ? [] : [1];
    const found = async (q: string, code?: string): Promise<readonly number[]> =>
      foundBy(store.repositories, q, {
        within: 'all',
        ...(code !== undefined && { locale: inLocale(code) }),
      });
    equal(await found('tide "tide"'), stemmed, 'in all locales');
    equal(await found('"tide"', 'en'), stemmed, 'in the locale');
    equal(await found('"tide"', 'de'), [], 'in another one');
    equal(await found('"tides"'), [3, 2, 1], 'the word itself');
    await reviseSearched(store, second, { locale: 'en' });
    equal(await found('"tide"', 'en'), english === 'simple' ? [] : [2, 1], 'after a correction');
    await reviseSearched(store, first, { locale: 'de' });
    equal(await found('"tide"', 'en'), english === 'simple' ? [] : [2], 'in a former locale');
    equal(await found('"tides"', 'de'), [3, 1], 'in the new locale');
  },
});

const codes = ['en', 'de', 'fr'] as const;

const numbers = times(36, (n) => n);

const plain = { collectionId: collectionId(3) };

/** Items of two localised collections and of a third one, in all states. German has few. */
const all: readonly ContentItem[] = numbers.map((n) => {
  const item = sampleContent(n, {
    collectionId: collectionId((n % 3) + 1),
    status: contentStatuses[Math.floor(n / 2) % 3] as ContentStatus,
    authorId: n % 4 === 0 ? undefined : userId(1),
    title: `Item ${n}`,
  });
  if (n % 3 === 2) return item;
  return { ...item, ...placedAlone(item, n % 9 === 0 ? 'de' : n % 2 === 0 ? 'fr' : 'en') };
});

const searched = (item: ContentItem): ContentItem => ({
  ...item,
  data: sampleText(1, item.title, 'tide').data,
});

const inLocale = (code: string, within: CollectionScope = 'all'): ExactLocale => {
  const isIn = (id: string): boolean => within === 'all' || within.includes(id);
  return {
    code,
    localized: [collectionId(1), collectionId(2)].filter(isIn),
    others: [collectionId(3)].filter(isIn),
  };
};

const scopes: readonly CollectionScope[] = ['all', [collectionId(1), collectionId(3)]];

const filters: readonly (ContentFilter & Pick<Required<ContentFilter>, 'locale'>)[] = codes.flatMap(
  (code) => [
    ...scopes.map((within) => ({ within, locale: inLocale(code, within) })),
    { status: 'published', within: 'all', locale: inLocale(code) },
    {
      collectionId: collectionId(1),
      within: 'all',
      locale: inLocale(code, [collectionId(1)]),
    },
    {
      status: 'draft',
      collectionId: collectionId(2),
      within: 'all',
      locale: inLocale(code, [collectionId(2)]),
    },
  ],
);

const isIn = (code: string, { locale }: ContentItem): boolean =>
  locale === undefined || locale === code;

const matching = ({ status, collectionId: id, within, locale }: ContentFilter) =>
  all.filter(
    (item) =>
      (status === undefined || item.status === status) &&
      (id === undefined || item.collectionId === id) &&
      (within === 'all' || within.includes(item.collectionId)) &&
      (locale === undefined || isIn(locale.code, item)),
  );

const timeOf = (item: ContentItem, order: 'created' | 'updated'): number =>
  order === 'created' ? item.createdAt : item.updatedAt;

const idsOf = (found: readonly { readonly id: string }[]): readonly string[] =>
  found.map(({ id }) => id);

const sorted = (texts: readonly string[]): readonly string[] => texts.toSorted();

const numberOf = (id: string): number => numbers.find((n) => contentId(n) === id) ?? 0;

const withItems = async (store: Store): Promise<Repositories> => {
  const repositories = await withLocalizedCollections(store);
  await repositories.users.insert(sampleUser(1));
  await insertItems(store, all);
  return repositories;
};
