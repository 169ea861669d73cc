import type { Prints, Store, TranslationSource, View } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { racers, times } from '../cases.ts';
import { collectionId, sampleCollection } from '../samples.ts';
import { suite } from '../suite.ts';
import { recovered, recoveryOf, trash } from '../trash/trashed-items.ts';
import {
  basisOf,
  creationOf,
  deleteItem,
  insertItems,
  revisionOf,
  updateOf,
  valueOf,
  withParts,
} from './content-changes.ts';
import { sampleCopy, saveCopies } from './copy-samples.ts';
import {
  idsInGroup,
  made,
  recordOf,
  revise,
  sourceOf,
  translate,
  translationFrom,
  withTranslation,
} from './translation-samples.ts';
import { entering, original, translationOf, withLocalized } from './translations.ts';
import { unpublishedView, viewOf, wholeView } from './views.ts';

/** What translations were made from. */
export const translationSourceSuite = suite<Store>('TranslationRepository, sources', {
  'a new translation is stored with what it was made from': async (store) => {
    const [first, second] = await withTranslation(store);
    equal(await sourceOf(store, second), { id: first.id, version: 1, changed: [] }, 'its source');
    equal(await sourceOf(store, first), undefined, 'that of the source');
  },

  'a translation of another version than the present one returns false and stores nothing': async (
    store,
  ) => {
    const { contents } = await withLocalized(store);
    const [first, stranger] = [original(1), original(3)];
    await insertItems(store, [first, stranger]);
    const second = translationOf(first, 2, 'de');
    for (const source of [
      { id: first.id, version: 2, versions: [2], prints: {} },
      { id: stranger.id, version: 1, versions: [1], prints: {} },
      { id: original(9).id, version: 1, versions: [1], prints: {} },
    ]) {
      const change = withParts(entering(creationOf(second)), { source });
      equal(await store.commit([change]), false, `made from ${source.id}, ${source.version}`);
    }
    equal(await contents.findById(second.id), undefined, 'it is not stored');
  },

  'a translation is outdated while its source differs from what it was made from': async (
    store,
  ) => {
    const [first, second] = await withTranslation(store);
    const changedAfter = async (prints: Prints) => {
      await revise(store, first.id, { prints, shared: [] });
      return (await sourceOf(store, second))?.changed;
    };
    equal(await changedAfter({ ...made, title: '"Other"' }), ['title'], 'another title');
    equal(
      await changedAfter({ title: '"Other"', 'data.b': '2' }),
      ['data.a', 'data.b', 'title'],
      'also another member, and one less',
    );
    equal(await changedAfter(made), [], 'as it was');
    await revise(store, first.id, undefined);
    equal((await sourceOf(store, second))?.changed, [], 'a change of neither');
    const { version } = (await store.repositories.contents.findById(first.id)) ?? first;
    equal(version, 5, 'the source has new versions');
    equal((await sourceOf(store, second))?.version, 1, 'the version of the record stays');
  },

  'what is shared makes no translation outdated, also once it is shared no longer': async (
    store,
  ) => {
    const [first, second] = await withTranslation(store);
    const prints = { ...made, 'data.a': '"shared"', 'data.c': '"shared"' };
    await revise(store, first.id, { prints, shared: ['data.a', 'data.c', 'data.d'] });
    equal((await sourceOf(store, second))?.changed, [], 'while it is shared');
    await revise(store, first.id, { prints, shared: [] });
    equal((await sourceOf(store, second))?.changed, [], 'afterwards');
    await revise(store, first.id, { prints: { ...prints, 'data.a': '"own"' }, shared: [] });
    equal((await sourceOf(store, second))?.changed, ['data.a'], 'a change afterwards');
  },

  'paths that become shared count no longer, in the translations of their collection': async (
    store,
  ) => {
    const { translations } = store.repositories;
    const [first, second] = await withTranslation(store);
    const elsewhere = original(5, { collectionId: collectionId(2) });
    const other = translationOf(elsewhere, 6, 'de');
    await insertItems(store, [elsewhere]);
    await translate(store, elsewhere, { ...other, collectionId: collectionId(2) });
    for (const { id } of [first, elsewhere]) {
      await revise(store, id, { prints: {}, shared: [] });
    }
    await translations.share(collectionId(1), ['data.a', 'data.z']);
    equal((await sourceOf(store, second))?.changed, ['title'], 'what is left');
    equal((await sourceOf(store, other))?.changed, ['data.a', 'title'], 'in another collection');
  },

  'a record counts while its source is in the group, and not in the trash': async (store) => {
    const [first, second] = await withTranslation(store);
    const counts = async () => (await sourceOf(store, second)) !== undefined;
    await trash(store, first);
    equal(await counts(), false, 'the source is in the trash');
    const back = recovered(first);
    ok(await store.commit([entering(recoveryOf(first), 'any')]), 'it came back');
    equal(await counts(), true, 'it is back');
    const alone = revisionOf(second, { group: { id: second.id, since: second.createdAt } });
    ok(await store.commit([entering(updateOf(second, alone), 'any')]), 'the translation left');
    equal(await counts(), false, 'the translation is in another group');
    const joined = revisionOf(alone, { group: second.group });
    ok(await store.commit([entering(updateOf(alone, joined), 'any')]), 'it joined again');
    equal(await counts(), true, 'it is in the group again');
    const gone = revisionOf(back, { group: { id: original(9).id, since: back.createdAt } });
    ok(await store.commit([entering(updateOf(back, gone), 'any')]), 'the source left');
    equal(await counts(), false, 'the source is in another group');
    await deleteItem(store, gone);
    equal(await counts(), false, 'the source is deleted');
  },

  'a record stays with a translation in the trash, follows its source, and goes with it': async (
    store,
  ) => {
    const { translations, trash: port } = store.repositories;
    const [first, second] = await withTranslation(store);
    await trash(store, second);
    equal(await idsInGroup(store, first), [first.id], 'the group');
    await revise(store, first.id, { prints: {}, shared: [] });
    ok(await store.commit([entering(recoveryOf(second), 'any')]), 'it came back');
    equal((await sourceOf(store, second))?.changed, ['data.a', 'title'], 'what has changed');
    await trash(store, recovered(second));
    ok(await port.purge(second.id, 2), 'it was deleted for good');
    equal(await translations.findSources([second.id]), [], 'its record');
  },

  'a record replaces another one, and is compared with the source': async (store) => {
    const { translations } = store.repositories;
    const [first, second] = await withTranslation(store);
    const third = translationOf(first, 3, 'fr');
    await translate(store, first, third);
    await revise(store, first.id, { prints: { title: '"New"' }, shared: [] });
    const record = recordOf(second, first, { title: '"Older"', 'data.s': '1' });
    const state = { prints: { title: '"New"' }, shared: ['data.s'] };
    ok(await translations.record(record, { ...state, version: 2 }), 'it was recorded');
    const expected = { id: first.id, version: 7, changed: ['title'] };
    equal(await sourceOf(store, second), expected, 'the record');
    equal((await sourceOf(store, third))?.changed, ['data.a', 'title'], 'that of another one');
    const other = recordOf(second, third, made);
    ok(await translations.record(other, { prints: made, shared: [], version: 1 }), 'another one');
    equal((await sourceOf(store, second))?.id, third.id, 'the other source');
  },

  'a record of a translation in the trash counts once it is restored': async (store) => {
    const { translations } = store.repositories;
    const [first, second] = await withTranslation(store);
    await trash(store, second);
    const record = recordOf(second, first, { title: '"Older"' });
    const state = { prints: { title: '"New"' }, shared: [] };
    ok(await translations.record(record, { ...state, version: 1 }), 'it was recorded');
    equal(await sourceOf(store, second), undefined, 'in the trash');
    ok(await store.commit([entering(recoveryOf(second), 'any')]), 'it came back');
    const expected = { id: first.id, version: 7, changed: ['title'] };
    equal(await sourceOf(store, second), expected, 'the record');
  },

  'nothing is recorded of an item that is not stored, or if the source is another one': async (
    store,
  ) => {
    const { translations } = store.repositories;
    const [first, second] = await withTranslation(store);
    const other = { ...recordOf(second, first, {}), version: 1 };
    const state = { prints: {}, shared: [] };
    for (const version of [0, 2]) {
      equal(await translations.record(other, { ...state, version }), false, `version ${version}`);
    }
    equal(await translations.record(other, undefined), false, 'a source that should not be there');
    const absent = { ...other, sourceId: original(9).id };
    equal(await translations.record(absent, { ...state, version: 1 }), false, 'no source');
    const nothing = { ...other, contentId: original(9).id };
    equal(await translations.record(nothing, { ...state, version: 1 }), false, 'no item');
    equal(await sourceOf(store, second), { id: first.id, version: 1, changed: [] }, 'the record');
    ok(await translations.record(absent, undefined), 'of a source that is not there');
    equal(await sourceOf(store, second), undefined, 'it does not count');
    equal(await translations.findMadeFrom([absent.sourceId]), [absent], 'it is found');
  },

  'records are found by translations and by sources': async (store) => {
    const { translations } = await withLocalized(store);
    const originals = [original(1), original(4)];
    await insertItems(store, originals);
    const records: TranslationSource[] = [];
    for (const [index, first] of originals.entries()) {
      for (const [place, locale] of ['de', 'fr'].entries()) {
        const item = translationOf(first, 10 + index * 2 + place, locale);
        await translate(store, first, item);
        records.push({ contentId: item.id, sourceId: first.id, version: 1, prints: made });
      }
    }
    const ids = records.map(({ contentId }) => contentId);
    const [one, two] = originals.map(({ id }) => id);
    const sorted = (found: readonly TranslationSource[]) =>
      found.toSorted((left, right) => (left.contentId < right.contentId ? -1 : 1));
    equal(sorted(await translations.findSources(ids.slice(1))), records.slice(1), 'by translation');
    equal(sorted(await translations.findMadeFrom([two ?? ''])), records.slice(2), 'by source');
    equal(await translations.findSources([one ?? '']), [], 'of an item without a record');
    equal(await translations.findMadeFrom(ids), [], 'of items without translations');
  },

  'the group of an item has what the audience sees, as it is shown': async (store) => {
    const { translations } = await withLocalized(store);
    const first = original(1, { status: 'published' });
    const second = { ...translationOf(first, 2, 'de'), status: 'draft' } as const;
    await insertItems(store, [first, original(7)]);
    await translate(store, first, second);
    await saveCopies(store, [sampleCopy(1, { title: 'Copied' })]);
    const read = async (id: string, view: View) =>
      valueOf(await translations.listGroup(id, view, await basisOf(store.repositories)))
        .map(({ title, locale, status }) => `${locale} ${status} ${title}`)
        .toSorted();
    const draft = `de draft ${second.title}`;
    const published = `en published ${first.title}`;
    equal(await read(first.id, wholeView), [draft, published], 'everything');
    equal(await read(second.id, publicView), [published], 'what is published, by the draft');
    equal(await read(first.id, viewOf({ within: [collectionId(2)] })), [], 'elsewhere');
    const copied = 'en published Copied';
    equal(await read(second.id, unpublishedView), [draft, copied], 'with the copy');
    equal(await read(original(99).id, wholeView), [], 'of no item');
  },

  'a collection that stops to be localised has no records': async (store) => {
    const { collections, translations } = store.repositories;
    const [first, second] = await withTranslation(store);
    await deleteItem(store, first);
    const renamed = revisionOf(second, { locale: 'en' });
    ok(await store.commit([entering(updateOf(second, renamed), 'any')]), 'its locale changed');
    ok(await collections.update(sampleCollection(1)), 'it is not localised any more');
    equal(await translations.findSources([second.id]), [], 'the record');
  },

  'a translation that is stored while its source changes is outdated, or not stored': async (
    store,
  ) => {
    await withLocalized(store);
    const originals = times(racers, (n) => original(n));
    await insertItems(store, originals);
    await Promise.all(
      originals.map(async (first, n) => {
        const item = translationOf(first, 100 + n, 'de');
        const changing = revise(store, first.id, { prints: {}, shared: [] });
        const isStored = await store.commit([translationFrom(first, item)]);
        await changing;
        const changed = (await sourceOf(store, item))?.changed;
        equal(changed, isStored ? ['data.a', 'title'] : undefined, 'what has changed');
      }),
    );
  },
});

const publicView = viewOf({ within: 'all', publishedOnly: true });
