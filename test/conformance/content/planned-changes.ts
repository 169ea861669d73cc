import type { ContentChange, Store } from '../../../core/store.ts';
import {
  encodeJson,
  parseSlug,
  type ContentItem,
  type ScheduledChange,
} from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneIsTrue, racers, times } from '../cases.ts';
import { contentId, momentOf, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { deletionOf, expecting, reviseItem, updateOf, withParts } from './content-changes.ts';
import { changesOf, plan, planned } from './schedule-repository.ts';
import { revision, storesOnly, withItems } from './stored-items.ts';

const event = encodeJson({ type: 'content' });

/** The change that carries out a plan: makes item `n` a draft. */
const carryOut = (
  { action, at }: ScheduledChange,
  n = 1,
  changes: Partial<ContentItem> = {},
): ContentChange => {
  const update = updateOf(sampleContent(n), revision(n, { status: 'draft', ...changes }));
  return expecting(
    withParts(update, {
      revision: { authorId: undefined, changed: ['status'], isAutosave: false },
      event,
    }),
    { due: { action, at } },
  );
};

/** Compares what a change would store: the item, a revision and an event. */
const storesNothing = async (store: Store, what: string): Promise<void> => {
  const { contents, revisions, outbox } = store.repositories;
  equal(await contents.findById(contentId(1)), sampleContent(1), `the item, ${what}`);
  equal(await revisions.list(contentId(1), { limit: 10, offset: 0 }), [], `revisions, ${what}`);
  equal(await outbox.list(10), [], `events, ${what}`);
};

const failed = planned(1, { action: 'publish', at: 5, reason: 'forbidden: No' });

export const plannedChangeSuite = suite<Store>('Store, changes that were planned', {
  'a planned change is stored once, and removed with that': async (store) => {
    const { revisions, outbox } = await withItems(store, 2);
    const other = planned(1, { action: 'publish', at: momentOf(10_000_000_000) });
    await plan(store, other, planned(1));
    await plan(store, planned(2));
    equal(await store.commit([carryOut(planned(1))]), true, 'the result');
    await storesOnly(store, [revision(1, { status: 'draft' }), sampleContent(2)]);
    equal(await changesOf(store, 1), [other], 'the schedule of the item');
    equal(await changesOf(store, 2), [planned(2)], 'that of another item');
    const again = expecting(
      updateOf(revision(1, { status: 'draft' }), { ...sampleContent(1), version: 3 }),
      { due: planned(1) },
    );
    equal(await store.commit([again]), false, 'a second time');
    await storesOnly(store, [revision(1, { status: 'draft' }), sampleContent(2)]);
    equal((await revisions.list(contentId(1), { limit: 10, offset: 0 })).length, 1, 'revisions');
    equal(await outbox.list(10), [event], 'events');
  },

  'a change whose plan is gone, failed, at another time or not due stores nothing': async (
    store,
  ) => {
    await withItems(store, 1);
    equal(await store.commit([carryOut(planned(1))]), false, 'never planned');
    const unfit = [
      planned(1, { reason: 'forbidden: No' }),
      planned(1, { at: momentOf(10_000_000_000) }),
      planned(1, { at: 5 }),
      planned(1, { action: 'publish' }),
    ];
    for (const stored of unfit) {
      await plan(store, stored);
      const at = stored.at === 5 ? momentOf(1) : stored.at;
      equal(await store.commit([carryOut(planned(1, { at }))]), false, 'the result');
      equal(await changesOf(store, 1), [stored], 'the schedule');
    }
    await storesNothing(store, 'after all of them');
  },

  'a planned change stays if the item or its collection has another version': async (store) => {
    const { collections } = await withItems(store, 1);
    await plan(store, planned(1));
    await collections.update(sampleCollection(1, { version: 2 }));
    equal(await store.commit([carryOut(planned(1))]), false, 'another version of the collection');
    await collections.update(sampleCollection(1, { version: 1 }));
    await storesNothing(store, 'after the collection');
    const first = await reviseItem(store, sampleContent(1), { title: 'First' });
    equal(await store.commit([carryOut(planned(1))]), false, 'another version of the item');
    await storesOnly(store, [first]);
    equal(await changesOf(store, 1), [planned(1)], 'the schedule');
  },

  'a planned change stays if the slug of the item is taken': async (store) => {
    await withItems(store, 2);
    await plan(store, planned(1));
    const slug = parseSlug('item-2');
    await rejectsWith('slug_taken', store.commit([carryOut(planned(1), 1, { slug })]));
    equal(await changesOf(store, 1), [planned(1)], 'the schedule');
    await storesNothing(store, 'afterwards');
  },

  'of concurrent commits that carry out one plan, exactly one is stored': async (store) => {
    const { revisions, outbox } = await withItems(store, 1);
    await plan(store, planned(1));
    await oneIsTrue(times(racers, () => store.commit([carryOut(planned(1))])));
    await storesOnly(store, [revision(1, { status: 'draft' })]);
    equal((await revisions.list(contentId(1), { limit: 100, offset: 0 })).length, 1, 'revisions');
    equal(await outbox.list(100), [event], 'events');
  },

  'a change removes the planned changes that it makes pointless, and all that have failed': async (
    store,
  ) => {
    await withItems(store, 2);
    await plan(store, failed, planned(1));
    await plan(store, planned(2, { action: 'publish' }), planned(2));
    const change = (n: number, unscheduled: readonly ScheduledChange['action'][]) =>
      withParts(updateOf(sampleContent(n), revision(n)), { unscheduled });
    equal(await store.commit([change(1, [])]), true, 'without a pointless one');
    equal(await changesOf(store, 1), [planned(1)], 'the failed one is gone');
    equal(await store.commit([change(2, ['publish'])]), true, 'with a pointless one');
    equal(await changesOf(store, 2), [planned(2)], 'the other one stays');
  },

  'an update that names no pointless changes, or is not stored, leaves the schedule': async (
    store,
  ) => {
    await withItems(store, 1);
    await plan(store, failed, planned(1));
    const stale = { ...sampleContent(1), version: 7 };
    const late = withParts(updateOf(stale, revision(1)), {
      unscheduled: ['publish', 'unpublish'],
    });
    equal(await store.commit([late]), false, 'a late change');
    equal(await store.commit([deletionOf(stale)]), false, 'a late deletion');
    equal(await changesOf(store, 1), [failed, planned(1)], 'after the late ones');
    await reviseItem(store, sampleContent(1), { title: 'Another' });
    equal(await changesOf(store, 1), [failed, planned(1)], 'after the update');
  },

  'a deletion removes the schedule of the item and no other': async (store) => {
    await withItems(store, 2);
    await plan(store, failed, planned(1));
    await plan(store, planned(2));
    ok(await store.commit([deletionOf(sampleContent(1))]), 'the item was deleted');
    equal(await changesOf(store, 1), [], 'its schedule');
    equal(await changesOf(store, 2), [planned(2)], 'that of the other item');
  },

  'of a deletion and a concurrent revision of the schedule, no schedule stays': async (store) => {
    const { schedules } = await withItems(store, racers);
    await Promise.all(
      times(racers, async (n) => {
        await Promise.all([
          schedules.revise(contentId(n), () => [planned(n)]),
          store.commit([deletionOf(sampleContent(n))]),
        ]);
        equal(await changesOf(store, n), [], 'the schedule');
      }),
    );
  },
});
