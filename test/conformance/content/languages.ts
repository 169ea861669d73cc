import {
  inScope,
  type Languages,
  type Repositories,
  type Shown,
  type Store,
  type View,
} from '../../../core/store.ts';
import {
  contentStatuses,
  groupOf,
  placedAlone,
  type ContentItem,
  type ContentStatus,
} from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { itemsOf, times } from '../cases.ts';
import { collectionId, contentId, momentOf, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { basisOf, deleteItem, insertItems, reviseItem, valueOf } from './content-changes.ts';
import { sampleCopy, saveCopies } from './copy-samples.ts';
import { rename, slug } from './slugs/former-slug-samples.ts';
import { viewOf, wholeView } from './views.ts';

/** Reads in languages: of each group of translations, what a caller sees of it. */
export const languageSuite = suite<Store>('ContentRepository, languages', {
  'a list has the first item of each group that is seen, in the order of the groups': async (
    store,
  ) => {
    const { contents } = await withGroups(store);
    const basis = await basisOf(store.repositories);
    for (const view of views) {
      for (const chain of chains) {
        const languages = languagesOf(chain);
        for (const conditions of requests) {
          const expected = listed({ ...view, languages }, conditions);
          const query = { ...conditions, limit: 1_000, offset: 0 };
          const page = valueOf(await contents.list(query, { ...view, languages }, basis));
          const what = `${chain.join()} of ${JSON.stringify([view, conditions])}`;
          equal(idsOf(itemsOf(page)), idsOf(expected), what);
        }
      }
    }
  },

  'pages of such a list have each group once': async (store) => {
    const { contents } = await withGroups(store);
    const basis = await basisOf(store.repositories);
    for (const shown of ['published', 'unpublished'] as const) {
      const view = { ...viewOf({ within: 'all' }, shown), languages: languagesOf(['de', 'en']) };
      const pages: ContentItem[] = [];
      for (let offset = 0; offset < 100; offset += 3) {
        const page = valueOf(await contents.list({ limit: 3, offset }, view, basis));
        pages.push(...itemsOf(page));
      }
      equal(idsOf(pages), idsOf(listed(view, {})), shown);
    }
  },

  'an id stands for the group of its item, also if that is not seen': async (store) => {
    const { contents } = await withGroups(store);
    const basis = await basisOf(store.repositories);
    for (const view of views) {
      for (const chain of chains) {
        const languages = languagesOf(chain);
        for (const item of groupedItems) {
          const found = await contents.getById(item.id, { ...view, languages }, basis);
          const expected = shownOf({ ...view, languages }, item, { scope: 'all' });
          equal(valueOf(found)?.id, expected?.id, `${item.id} in ${chain.join()}`);
        }
      }
    }
    const nothing = await contents.getById(
      contentId(900),
      { ...wholeView, languages: languagesOf(['de']) },
      basis,
    );
    equal(valueOf(nothing), undefined, 'an unknown id');
  },

  'a slug stands for the group of its item if that is seen, also a former slug': async (store) => {
    const { contents, slugs } = await withSlugs(store);
    const basis = await basisOf(store.repositories);
    const read = async (text: string, chain: readonly string[], view: View = wholeView) => {
      const languages = languagesOf(chain);
      const query = { slug: slug(text), collectionId: collectionId(1) };
      const found = valueOf(await contents.getBySlug(query, { ...view, languages }, basis));
      const page = valueOf(
        await contents.list({ ...query, limit: 10, offset: 0 }, { ...view, languages }, basis),
      );
      equal(idsOf(itemsOf(page)), found === undefined ? [] : [found.id], `the list of ${text}`);
      return found?.id;
    };
    equal(await read(slugs.english, ['en']), contentId(1), 'its own locale');
    equal(await read(slugs.english, ['de']), contentId(2), 'another one');
    equal(await read(slugs.german, ['en']), contentId(1), 'the slug of the translation');
    equal(await read(slugs.former, ['en']), contentId(1), 'a former slug of the translation');
    equal(await read(slugs.english, ['it', 'fr']), undefined, 'without an item in the chain');
    equal(await read(slugs.hidden, ['en'], publicView), undefined, 'the slug of a draft');
    equal(await read(slugs.hidden, ['en']), contentId(1), 'for somebody who sees it');
    const unpublished = viewOf({ within: 'all' }, 'unpublished');
    equal(await read(slugs.copied, ['en'], unpublished), contentId(1), 'the slug of a copy');
    equal(await read(slugs.copied, ['en']), undefined, 'outside of its perspective');
  },

  'without languages, of translations with one slug the first locale of the service is found':
    async (store) => {
      const { contents } = await withLocalizedCollections(store);
      const first = sampleContent(1, { ...placedAlone(sampleContent(1), 'en'), status: 'draft' });
      const others = ['de', 'fr'].map((locale, index) =>
        sampleContent(index + 2, { locale, group: groupOf(first), slug: first.slug }),
      );
      await insertItems(store, [first, ...others]);
      const basis = await basisOf(store.repositories);
      const query = { slug: first.slug, collectionId: collectionId(1) };
      for (const shown of ['published', 'unpublished'] as const) {
        const foundBy = async (locales: readonly string[], view: View) => {
          const page = await contents.list(
            { ...query, limit: 10, offset: 0 },
            { ...view, locales },
            basis,
          );
          const found = valueOf(await contents.getBySlug(query, { ...view, locales }, basis));
          equal(idsOf(itemsOf(valueOf(page))), found === undefined ? [] : [found.id], 'the list');
          return found?.locale;
        };
        const whole = viewOf({ within: 'all' }, shown);
        equal(await foundBy(['fr', 'en', 'de'], whole), 'fr', shown);
        equal(await foundBy(['en', 'de', 'fr'], whole), 'en', shown);
      }
      const locales = ['en', 'de', 'fr'];
      const found = await contents.getBySlug(query, { ...publicView, locales }, basis);
      equal(valueOf(found)?.locale, 'de', 'for somebody who sees no drafts');
    },

  'a list without languages has all translations': async (store) => {
    const { contents } = await withGroups(store);
    const basis = await basisOf(store.repositories);
    const page = valueOf(await contents.list({ limit: 1_000, offset: 0 }, wholeView, basis));
    equal(itemsOf(page).length, groupedItems.length, 'items');
  },

  'alternates are the items of a group that are seen, in all languages': async (store) => {
    const { contents } = await withGroups(store);
    const basis = await basisOf(store.repositories);
    const ids = groupedItems.map(({ id }) => id);
    for (const view of views) {
      for (const asked of [ids, ids.slice(3, 9), []]) {
        const found = valueOf(await contents.listAlternates(asked, view, basis));
        const groups = new Set(
          groupedItems
            .filter(({ id }) => asked.includes(id))
            .flatMap(({ group }) => group?.id ?? []),
        );
        const expected = groupedItems.filter(
          (item) => groups.has(item.group?.id ?? '') && sees(view, item),
        );
        const sorted = found.toSorted((left, right) => (left.id < right.id ? -1 : 1));
        equal(
          sorted,
          expected.map(({ id, slug: own, locale, group }) => ({
            id,
            slug: own,
            locale,
            groupId: group?.id,
          })),
          `of ${asked.length} for ${JSON.stringify(view)}`,
        );
      }
    }
  },

  'the tag of a list in languages changes with the item that is shown': async (store) => {
    const { contents } = await withGroups(store);
    const basis = await basisOf(store.repositories);
    const view = { ...publicView, languages: languagesOf(['de', 'en']) };
    const tagNow = async () =>
      valueOf(await contents.tagOf({ limit: 1_000, offset: 0 }, view, basis));
    const before = await tagNow();
    equal(await tagNow(), before, 'the same page');
    const english = { ...publicView, languages: languagesOf(['en']) };
    const other = await contents.tagOf({ limit: 1_000, offset: 0 }, english, basis);
    ok(valueOf(other) !== before, 'another language');
    const [shown] = listed(view, {});
    if (shown === undefined) throw new Error('The world has items that everybody sees');
    await deleteItem(store, shown);
    ok((await tagNow()) !== before, 'after its item was deleted');
  },
});

const codes = ['en', 'de', 'fr'] as const;

/** Groups of up to three translations in two localised collections, and the items of a third one. Some are drafts. */
export const groupedItems: readonly ContentItem[] = times(30, (n) => {
  const number = n + 1;
  const collection = (Math.floor(n / 3) % 3) + 1;
  const status = contentStatuses[(n * 7 + Math.floor(n / 5)) % 3] as ContentStatus;
  const item = sampleContent(number, { collectionId: collectionId(collection), status });
  if (collection === 3) return item;
  const first = sampleContent(number - (n % 3));
  // Some groups lack a locale, and some are of the same time.
  const group = { id: contentId(number - (n % 3)), since: momentOf(first.createdAt % 4) };
  return { ...item, locale: codes[n % 3] ?? 'en', group };
}).filter(({ id }, index) => index % 11 !== 4 || id === contentId(1));

const requests: readonly { readonly status?: ContentStatus; readonly collectionId?: string }[] = [
  {},
  { status: 'published' },
  { status: 'draft' },
  { collectionId: collectionId(1) },
  { collectionId: collectionId(1), status: 'published' },
  { collectionId: collectionId(2), status: 'archived' },
  { collectionId: collectionId(3) },
];

export const chains = [
  ['en'],
  ['de'],
  ['fr', 'en'],
  ['de', 'fr', 'en'],
  ['it', 'de'],
  ['it'],
] as const;

const publicView = viewOf({ within: 'all', publishedOnly: true });

export const views: readonly View[] = [
  wholeView,
  publicView,
  viewOf({ within: [collectionId(1), collectionId(3)], publishedOnly: true }),
  viewOf({ within: 'all' }, 'unpublished'),
  viewOf({ within: [collectionId(2)] }, 'unpublished'),
];

export const languagesOf = (chain: readonly string[]): Languages => ({
  chain,
  localized: [collectionId(1), collectionId(2)],
  others: [collectionId(3)],
});

const idsOf = (items: readonly ContentItem[]): readonly string[] => items.map(({ id }) => id);

/** Whether a caller sees an item. No item of the world has a copy. */
const sees = ({ audience }: View, item: ContentItem): boolean =>
  (!audience.publishedOnly || item.status === 'published') &&
  inScope(audience.collections, item.collectionId);

/** What is shown of the group of an item. */
export const shownOf = (
  view: View,
  item: ContentItem,
  { status }: { readonly status?: ContentStatus; readonly scope?: Shown | 'all' },
): ContentItem | undefined => {
  const isShown = (each: ContentItem): boolean =>
    sees(view, each) && (status === undefined || each.status === status);
  if (item.locale === undefined) return isShown(item) ? item : undefined;
  const members = groupedItems.filter(
    ({ group }) => group !== undefined && group.id === item.group?.id,
  );
  return (view.languages?.chain ?? [])
    .flatMap((code) => members.filter(({ locale }) => locale === code))
    .find(isShown);
};

/** What a list shows. */
const listed = (
  view: View,
  { status, collectionId: id }: (typeof requests)[number],
): readonly ContentItem[] => {
  const found = groupedItems
    .filter((item) => id === undefined || item.collectionId === id)
    .flatMap((item) => shownOf(view, item, { ...(status && { status }) }) ?? []);
  return [...new Set(found)].toSorted((left, right) => {
    const [one, other] = [groupOf(left), groupOf(right)];
    return other.since - one.since || (one.id < other.id ? 1 : -1);
  });
};

export const withLocalizedCollections = async (store: Store): Promise<Repositories> => {
  const { collections } = store.repositories;
  for (const n of [1, 2]) await collections.insert(sampleCollection(n, { baseLocale: 'en' }));
  await collections.insert(sampleCollection(3));
  return store.repositories;
};

export const withGroups = async (store: Store): Promise<Repositories> => {
  const repositories = await withLocalizedCollections(store);
  await insertItems(store, groupedItems);
  return repositories;
};

/** One group of four: one with a former slug and a copy, one that is a draft. */
const withSlugs = async (store: Store) => {
  const { contents } = await withLocalizedCollections(store);
  const english = sampleContent(1, placedAlone(sampleContent(1), 'en'));
  const german = sampleContent(2, { locale: 'de', group: groupOf(english) });
  const draft = sampleContent(3, { locale: 'nl', group: groupOf(english), status: 'draft' });
  const copied = sampleContent(4, { locale: 'sv', group: groupOf(english) });
  await insertItems(store, [english, german, draft, copied]);
  await rename(store, german, 'neu');
  const changed = await reviseItem(store, copied, { title: 'Copied' });
  const copy = sampleCopy(4, { slug: slug('copied'), collectionId: collectionId(1) });
  await saveCopies(store, [{ ...copy, base: { ...copy.base, version: changed.version } }]);
  const slugs = {
    english: 'item-1',
    german: 'neu',
    former: 'item-2',
    hidden: 'item-3',
    copied: 'copied',
  };
  return { contents, slugs };
};
