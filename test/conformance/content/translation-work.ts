import type { Repositories, Store, WorkQuery } from '../../../core/store.ts';
import { groupOf } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { collectionId, sampleCollection } from '../samples.ts';
import { suite } from '../suite.ts';
import { recovered, recoveryOf, trash } from '../trash/trashed-items.ts';
import {
  basisOf,
  creationOf,
  insertItems,
  revisionOf,
  updateOf,
  valueOf,
} from './content-changes.ts';
import { revise, translate } from './translation-samples.ts';
import { entering, original, translationOf, withLocalized } from './translations.ts';

/** What there is to translate. */
export const translationWorkSuite = suite<Store>('TranslationRepository, work', {
  'the work in a locale is what is missing and what is outdated, in the order of the groups':
    async (store) => {
      const { all, query } = await withWork(store);
      equal(await query({}), all, 'everything');
      for (const state of ['missing', 'outdated'] as const) {
        const expected = all.filter((work) => work.state === state);
        equal(await query({ state }), expected, state);
      }
      for (let offset = 0; offset <= all.length; offset += 1) {
        equal(await query({ limit: 2, offset }), all.slice(offset, offset + 2), `from ${offset}`);
      }
    },

  'the work is limited to the requested collections': async (store) => {
    const { all, query } = await withWork(store);
    for (const ids of [[1], [2], [2, 1], []].map((each) => each.map(collectionId))) {
      const expected = all.filter((work) => ids.includes(work.collectionId));
      equal(await query({ collectionIds: ids }), expected, `of ${ids.length}`);
    }
  },

  'a locale that no group has is missing in each, and one that each has in none': async (store) => {
    const { query } = await withWork(store);
    const italian = await query({ locale: 'it' });
    equal(italian.length, groups, 'groups without Italian');
    equal(await query({ locale: 'en' }), [], 'groups without English');
  },

  'a missing translation is to be made from the item without a source whose locale comes first':
    async (store) => {
      await withLocalized(store);
      const first = original(1, { locale: 'fr' });
      const second = translationOf(first, 2, 'de');
      await insertItems(store, [first]);
      await translate(store, first, second);
      const sourceFor = async (locales: readonly string[]) =>
        (await workOf(store.repositories, { locale: 'it', locales }))[0]?.source.id;
      equal(await sourceFor(['de', 'fr', 'it']), first.id, 'the one without a source');
      const third = translationOf(first, 3, 'en');
      ok(await store.commit([entering(creationOf(third))]), 'another one without a source');
      equal(
        await sourceFor(['de', 'fr', 'it']),
        first.id,
        'one whose locale is unknown comes last',
      );
      equal(await sourceFor(['de', 'en', 'fr', 'it']), third.id, 'the first one');
      const { translations } = store.repositories;
      for (const item of [first, third]) {
        const record = { contentId: item.id, sourceId: second.id, version: 1, prints: {} };
        const source = { prints: {}, shared: [], version: 1 };
        ok(await translations.record(record, source), 'it has a source');
      }
      equal(await sourceFor(['de', 'en', 'fr', 'it']), second.id, 'if each has a source');
    },

  'what leaves its group, or changes its locale, is missing there': async (store) => {
    await withLocalized(store);
    const first = original(1);
    const second = translationOf(first, 2, 'de');
    await insertItems(store, [first]);
    await translate(store, first, second);
    await revise(store, first.id, { prints: {}, shared: [] });
    const work = async () =>
      (await workOf(store.repositories, {})).map(({ state, id, groupId, source }) => [
        state,
        id,
        groupId,
        source.id,
      ]);
    const outdated = ['outdated', second.id, first.id, first.id];
    const missing = ['missing', undefined, first.id, first.id];
    equal(await work(), [outdated], 'an outdated translation');
    await trash(store, second);
    equal(await work(), [missing], 'it is in the trash');
    ok(await store.commit([entering(recoveryOf(second), 'any')]), 'it came back');
    equal(await work(), [outdated], 'it is back');
    const french = revisionOf(recovered(second), { locale: 'fr' });
    ok(await store.commit([entering(updateOf(recovered(second), french), 'any')]), 'in French');
    equal(await work(), [missing], 'it has another locale');
    const german = revisionOf(french, { locale: 'de' });
    ok(await store.commit([entering(updateOf(french, german), 'any')]), 'in German');
    equal(await work(), [outdated], 'it has the locale again');
    const alone = revisionOf(german, { group: { id: second.id, since: second.createdAt } });
    ok(await store.commit([entering(updateOf(german, alone), 'any')]), 'it left');
    equal(await work(), [missing], 'it is in another group');
    const moved = revisionOf(alone, { collectionId: collectionId(2) });
    ok(await store.commit([entering(updateOf(alone, moved), 'any')]), 'it moved');
    equal(
      (await workOf(store.repositories, { locale: 'it' })).map((each) => each.collectionId),
      [collectionId(2), collectionId(1)],
      'both collections',
    );
  },

  'work follows a locale to its new code, and collections that are localised or not': async (
    store,
  ) => {
    const { contents, collections } = await withLocalized(store);
    const first = original(1);
    const second = translationOf(first, 2, 'de');
    await insertItems(store, [first]);
    await translate(store, first, second);
    await revise(store, first.id, { prints: {}, shared: [] });
    const statesIn = async (locale: string) =>
      (await workOf(store.repositories, { locale })).map(({ state }) => state);
    await contents.renameLocale('de', 'de-CH');
    equal(await statesIn('de-CH'), ['outdated'], 'the new code');
    equal(await statesIn('de'), ['missing'], 'the former one');
    await collections.insert(sampleCollection(3));
    const page = { ...original(8), collectionId: collectionId(3) };
    const { locale: _, group: __, ...plain } = page;
    await insertItems(store, [plain]);
    equal(await statesIn('fr'), ['missing'], 'what is not localised is no work');
    ok(await collections.update(sampleCollection(3, { baseLocale: 'en' })), 'it is localised');
    equal(await statesIn('fr'), ['missing', 'missing'], 'it is localised');
    ok(await collections.update(sampleCollection(3)), 'it is not localised again');
    equal(await statesIn('fr'), ['missing'], 'it is not localised again');
  },
});

const workOf = async (
  { translations, site }: Pick<Repositories, 'translations' | 'site'>,
  query: Partial<WorkQuery>,
) => {
  const whole = {
    locale: 'de',
    collectionIds: [1, 2, 3].map(collectionId),
    locales: ['en', 'de', 'fr', 'it'],
    limit: 1_000,
    offset: 0,
  };
  return valueOf(await translations.listWork({ ...whole, ...query }, await basisOf({ site })));
};

const groups = 9;

/** Groups of two collections, some with a current and some with an outdated translation, and what there is to do in German. */
const withWork = async (store: Store) => {
  await withLocalized(store);
  const expected: unknown[] = [];
  for (let n = 1; n <= groups; n += 1) {
    const inCollection = { collectionId: collectionId(n % 4 === 0 ? 2 : 1) };
    const first = original(n, inCollection);
    await insertItems(store, [first]);
    const german = { ...translationOf(first, 100 + n, 'de'), ...inCollection };
    const common = { groupId: groupOf(first).id, locale: 'de', ...inCollection };
    if (n % 3 === 0) {
      await translate(store, first, { ...translationOf(first, 200 + n, 'fr'), ...inCollection });
    }
    if (n % 3 !== 1) await translate(store, first, german);
    if (n % 3 === 1) {
      const source = { id: first.id, version: 1 };
      expected.push({ ...common, state: 'missing', title: first.title, source });
    } else if (n % 2 === 0) {
      await revise(store, first.id, { prints: {}, shared: [] });
      const { id, title } = german;
      const source = { id: first.id, version: 1 };
      expected.push({ ...common, state: 'outdated', id, title, source });
    }
  }
  type Work = Awaited<ReturnType<typeof workOf>>;
  return {
    all: expected.toReversed() as Work,
    query: (query: Partial<WorkQuery>) => workOf(store.repositories, query),
  };
};
