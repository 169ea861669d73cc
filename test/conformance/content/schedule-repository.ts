import type { ItemSchedule, Store } from '../../../core/store.ts';
import {
  encodeJson,
  type CollectionScope,
  type ScheduledChange,
  type ScheduleEntry,
} from '../../../core/vocabulary.ts';
import { equal, failsWith, ok } from '../assert.ts';
import { racers, times } from '../cases.ts';
import { collectionId, contentId, momentOf, sampleContent, userId } from '../samples.ts';
import { suite } from '../suite.ts';
import { deleteItem, reviseItem, revisionOf } from './content-changes.ts';
import { withItems } from './stored-items.ts';

/** A pending change of item `n`, which is due since long ago. */
export const planned = (n: number, changes: Partial<ScheduledChange> = {}): ScheduledChange => ({
  contentId: contentId(n),
  action: 'unpublish',
  at: momentOf(n),
  reason: undefined,
  scheduledBy: userId(n),
  ...changes,
});

/** Stores changes as the whole schedule of their item. */
export const plan = async (
  { repositories: { schedules } }: Store,
  ...changes: readonly ScheduledChange[]
): Promise<void> => {
  const [first] = changes;
  ok(first !== undefined, 'there is a change');
  const schedule = await schedules.revise(first.contentId, () => changes);
  equal(schedule?.changes, changes, 'the new schedule');
};

export const changesOf = async (
  { repositories: { schedules } }: Store,
  n: number,
): Promise<readonly ScheduledChange[]> => (await schedules.find(contentId(n))).changes;

const entry = (change: ScheduledChange, title: string): ScheduleEntry => ({
  ...change,
  title,
  collectionId: collectionId(1),
});

const event = encodeJson({ type: 'schedule_failed' });

/** Longer than a case runs. */
const longLeaseMs = 600_000;

const far = momentOf(10_000_000_000);

export const scheduleRepositorySuite = suite<Store>('ScheduleRepository', {
  'an item without planned changes has an empty schedule, with the time of the store': async (
    store,
  ) => {
    await withItems(store, 1);
    const { now, changes } = await store.repositories.schedules.find(contentId(1));
    equal(changes, [], 'changes');
    ok(Number.isSafeInteger(now) && now > momentOf(0) && now < far, 'the time is one of today');
  },

  'a revised schedule is found unchanged': async (store) => {
    await withItems(store, 2);
    const all = [
      planned(1, { action: 'publish', at: far, scheduledBy: undefined }),
      planned(1, { reason: 'invalid_data: "title" \' \\ é' }),
    ];
    await plan(store, ...all);
    equal(await changesOf(store, 1), all, 'the schedule');
    equal(await changesOf(store, 2), [], 'that of another item');
  },

  'a revision gets the stored schedule and replaces all of it': async (store) => {
    const { schedules } = await withItems(store, 1);
    const all = [planned(1, { action: 'publish' }), planned(1)];
    await plan(store, ...all);
    let seen: ItemSchedule | undefined;
    const later = planned(1, { action: 'publish', at: far });
    await schedules.revise(contentId(1), (stored) => {
      seen = stored;
      return [later];
    });
    equal(seen?.changes, all, 'what the revision got');
    ok((seen?.now ?? 0) > momentOf(0), 'with the time');
    equal(await changesOf(store, 1), [later], 'what is stored');
  },

  'a revision of an unknown item returns undefined and stores nothing': async (store) => {
    const { schedules } = await withItems(store, 1);
    await deleteItem(store, sampleContent(1));
    equal(await schedules.revise(contentId(1), () => [planned(1)]), undefined, 'the result');
    equal(await changesOf(store, 1), [], 'the schedule');
  },

  'a revision that throws changes nothing': async (store) => {
    const { schedules } = await withItems(store, 1);
    await plan(store, planned(1));
    const failure = new Error('no');
    const revising = schedules.revise(contentId(1), () => {
      throw failure;
    });
    await failsWith(failure, revising);
    equal(await changesOf(store, 1), [planned(1)], 'the schedule');
  },

  'concurrent revisions of one item all see each other': async (store) => {
    const { schedules } = await withItems(store, 1);
    await plan(store, planned(1, { at: 1 }));
    await Promise.all(
      times(racers, () =>
        schedules.revise(contentId(1), ({ changes }) =>
          changes.map((change) => ({ ...change, at: change.at + 1 })),
        ),
      ),
    );
    equal(await changesOf(store, 1), [planned(1, { at: racers + 1 })], 'the schedule');
  },

  'the list shows the soonest change first, by pages, with the title that the item has now': async (
    store,
  ) => {
    const { schedules } = await withItems(store, 4);
    const failed = planned(1, { action: 'publish', at: 30, reason: 'forbidden: No' });
    await plan(store, failed, planned(1, { at: 30 }));
    await plan(store, planned(2, { at: far }));
    await plan(store, planned(3, { at: 20 }));
    await plan(store, planned(4, { at: 30 }));
    await reviseItem(store, sampleContent(2), { title: 'Renamed' });
    const all = [
      entry(planned(3, { at: 20 }), 'Item 3'),
      entry(failed, 'Item 1'),
      entry(planned(1, { at: 30 }), 'Item 1'),
      entry(planned(4, { at: 30 }), 'Item 4'),
      entry(planned(2, { at: far }), 'Renamed'),
    ];
    equal(await schedules.list({ limit: 100, offset: 0 }, 'all'), all, 'the list');
    equal(await schedules.list({ limit: 2, offset: 1 }, 'all'), all.slice(1, 3), 'a page');
    equal(await schedules.list({ limit: 2, offset: 5 }, 'all'), [], 'a page after the end');
  },

  'the list has the changes of items that are in the collections now': async (store) => {
    const { schedules } = await withItems(store, 5);
    for (const n of [1, 2]) await plan(store, planned(n, { at: 10 - n }));
    const there = { collectionId: collectionId(2) };
    for (const n of [2, 3]) await reviseItem(store, sampleContent(n), there);
    for (const n of [3, 4]) await plan(store, planned(n, { at: 10 - n }));
    const { collectionId: home } = sampleContent(5);
    const back = revisionOf(sampleContent(5), there);
    await reviseItem(store, sampleContent(5), there);
    await plan(store, planned(5, { at: 1 }), planned(5, { action: 'publish', at: 9 }));
    await reviseItem(store, back, { collectionId: home });
    const idsWithin = async (within: CollectionScope, limit = 100, offset = 0) =>
      (await schedules.list({ limit, offset }, within)).map(({ contentId: id }) => id);
    const first = [5, 4, 1, 5].map(contentId);
    equal(await idsWithin([collectionId(1)]), first, 'of the first collection');
    equal(await idsWithin([collectionId(2)]), [3, 2].map(contentId), 'of the second one');
    const both = [collectionId(2), collectionId(1)];
    const all = [5, 4, 3, 2, 1, 5].map(contentId);
    equal(await idsWithin(both), all, 'of both');
    equal(await idsWithin(both, 2, 1), all.slice(1, 3), 'a page of both');
    equal(await idsWithin('all'), all, 'of all');
    equal(await idsWithin([]), [], 'of none');
    const [entryOfMoved] = await schedules.list({ limit: 1, offset: 1 }, [collectionId(2)]);
    equal(entryOfMoved?.collectionId, collectionId(2), 'the collection of an entry');
  },

  'a claim takes the change that is due for the longest time, and only once': async (store) => {
    const { schedules } = await withItems(store, 3);
    await plan(store, planned(1, { at: 30 }));
    await plan(store, planned(2, { at: 20 }));
    await plan(store, planned(3, { at: 40 }));
    equal(await schedules.claim(longLeaseMs), planned(2, { at: 20 }), 'the first one');
    equal(await schedules.claim(longLeaseMs), planned(1, { at: 30 }), 'the second one');
    equal(await schedules.claim(longLeaseMs), planned(3, { at: 40 }), 'the third one');
    equal(await schedules.claim(longLeaseMs), undefined, 'a fourth one');
    equal(await changesOf(store, 2), [planned(2, { at: 20 })], 'a claimed change stays');
  },

  'a change that is not due, or that has failed, is not claimed': async (store) => {
    const { schedules } = await withItems(store, 2);
    await plan(store, planned(1, { at: far }));
    await plan(store, planned(2, { reason: 'forbidden: No' }));
    equal(await schedules.claim(longLeaseMs), undefined, 'the claim');
  },

  'a change is not claimed before an earlier one of its item is made, or has failed': async (
    store,
  ) => {
    const { schedules } = await withItems(store, 1);
    const [first, second] = [planned(1, { action: 'publish', at: 5 }), planned(1, { at: 6 })];
    await plan(store, first, second);
    equal(await schedules.claim(longLeaseMs), first, 'the first claim');
    equal(await schedules.claim(longLeaseMs), undefined, 'the second claim');
    ok(await schedules.fail(first, 'forbidden: No', event), 'the earlier change failed');
    equal(await schedules.claim(longLeaseMs), second, 'after the failure');
  },

  'of concurrent claims, each takes another change': async (store) => {
    const { schedules } = await withItems(store, racers);
    for (const change of times(racers, (n) => planned(n))) await plan(store, change);
    const claimed = await Promise.all(times(2 * racers, () => schedules.claim(longLeaseMs)));
    const ids = claimed.flatMap((change) => change?.contentId ?? []);
    equal(new Set(ids).size, ids.length, 'different changes');
    // A claim may return nothing while others are claiming.
    let rest = 0;
    while ((await schedules.claim(longLeaseMs)) !== undefined) rest += 1;
    equal(ids.length + rest, racers, 'all changes');
  },

  'a claim ends after its time': async (store) => {
    const { schedules } = await withItems(store, 1);
    await plan(store, planned(1));
    equal(await schedules.claim(1), planned(1), 'the first claim');
    const { now } = await schedules.find(contentId(1));
    while ((await schedules.find(contentId(1))).now < now + 5);
    equal(await schedules.claim(longLeaseMs), planned(1), 'a later claim');
  },

  'an extended claim does not end before the new time': async (store) => {
    const { schedules } = await withItems(store, 1);
    await plan(store, planned(1));
    equal(await schedules.claim(1), planned(1), 'the claim');
    await schedules.extendClaim(planned(1), longLeaseMs);
    const { now } = await schedules.find(contentId(1));
    while ((await schedules.find(contentId(1))).now < now + 5) {
      equal(await schedules.claim(longLeaseMs), undefined, 'a later claim');
    }
    equal(await schedules.claim(longLeaseMs), undefined, 'the last claim');
  },

  'a revision keeps the claim of a change that stays, and ends that of one that gets another time':
    async (store) => {
      const { schedules } = await withItems(store, 1);
      await plan(store, planned(1));
      equal(await schedules.claim(longLeaseMs), planned(1), 'the claim');
      await plan(store, planned(1, { action: 'publish', at: far }), planned(1));
      equal(await schedules.claim(longLeaseMs), undefined, 'the change that stays');
      await plan(store, planned(1, { at: 5 }));
      equal(await schedules.claim(longLeaseMs), planned(1, { at: 5 }), 'the other time');
    },

  'a failed change has its reason, and its event is stored': async (store) => {
    const { schedules, outbox } = await withItems(store, 1);
    await plan(store, planned(1));
    equal(await schedules.claim(longLeaseMs), planned(1), 'the claim');
    equal(await schedules.fail(planned(1), 'forbidden: No', event), true, 'the result');
    equal(await changesOf(store, 1), [planned(1, { reason: 'forbidden: No' })], 'the schedule');
    equal(await outbox.list(10), [event], 'the events');
  },

  'only a pending change at that time fails': async (store) => {
    const { schedules, outbox } = await withItems(store, 1);
    const failed = planned(1, { action: 'publish', reason: 'forbidden: No' });
    await plan(store, failed, planned(1));
    for (const key of [failed, planned(1, { at: 5 }), planned(2)]) {
      equal(await schedules.fail(key, 'other: No', event), false, 'the result');
    }
    equal(await changesOf(store, 1), [failed, planned(1)], 'the schedule');
    equal(await outbox.list(10), [], 'the events');
  },

  'remove removes the change at that time and no other': async (store) => {
    const { schedules } = await withItems(store, 1);
    const all = [planned(1, { action: 'publish' }), planned(1)];
    await plan(store, ...all);
    await schedules.remove(planned(1, { at: 5 }));
    equal(await changesOf(store, 1), all, 'after another time');
    await schedules.remove(planned(1));
    equal(await changesOf(store, 1), all.slice(0, 1), 'after its time');
    await schedules.remove(planned(1));
  },
});
