import { encodeJson, hour, parseSlug, type Store } from '../../../core/index.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { times } from '../cases.ts';
import { awkwardText, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { creationOf, deletionOf, revisionOf, updateOf } from './content-changes.ts';
import { eventOf, letTimePass, recorded } from './recorded-changes.ts';
import { revision, withItems } from './stored-items.ts';

/** The events that commits store. */
export const outboxRepositorySuite = suite<Store>('OutboxRepository', {
  'each change stores its event byte for byte, in the order of the commits': async (store) => {
    const { outbox } = await withItems(store, 1);
    equal(await outbox.list(10), [], 'events of changes without one');
    const event = encodeJson({ z: awkwardText, [awkwardText]: 0.1, a: null });
    ok(await store.commit([{ ...creationOf(sampleContent(2)), event }]), 'a creation');
    const update = recorded(updateOf(sampleContent(1), revision(1)));
    ok(await store.commit([update]), 'an update');
    const deletion = recorded(deletionOf(sampleContent(2)));
    ok(await store.commit([deletion]), 'a deletion');
    const events = [event, eventOf(update), eventOf(deletion)];
    equal(await outbox.list(10), events, 'events');
    equal(await outbox.list(2), events.slice(0, 2), 'the two oldest events');
  },

  'several changes store the events of all that have one': async (store) => {
    const { outbox } = await withItems(store, 1);
    const creations = times(20, (n) => creationOf(sampleContent(n + 1)));
    const some = creations.map((each, index) => (index % 3 === 0 ? each : recorded(each)));
    ok(await store.commit(some), 'creations');
    const kinds = [
      recorded(updateOf(sampleContent(1), revision(1))),
      recorded(deletionOf(sampleContent(3))),
      deletionOf(sampleContent(4)),
    ];
    ok(await store.commit(kinds), 'changes of several kinds');
    const expected = [...some, ...kinds].flatMap(({ event }) => event ?? []);
    equal(expected.length, 15, 'number of events');
    equal((await outbox.list(100)).toSorted(), expected.toSorted(), 'events');
  },

  'a change that is not stored stores no event': async (store) => {
    const { outbox } = await withItems(store, 2);
    const outdated = { ...sampleContent(1), version: 2 };
    const late = [
      recorded(updateOf(outdated, revisionOf(outdated, {}))),
      recorded(deletionOf(outdated)),
      recorded(creationOf(sampleContent(3), 7)),
    ];
    for (const change of late) equal(await store.commit([change]), false, change.kind);
    const fine = recorded(updateOf(sampleContent(2), revision(2)));
    for (const change of late) equal(await store.commit([fine, change]), false, 'several changes');
    const taken = recorded(creationOf(sampleContent(4, { slug: parseSlug('item-1') })));
    await rejectsWith('slug_taken', store.commit([taken]));
    await rejectsWith('slug_taken', store.commit([recorded(creationOf(sampleContent(3))), taken]));
    await rejectsWith('slug_taken', store.commit([fine, taken]));
    equal(await outbox.list(10), [], 'events');
  },

  'removeOlderThan removes old events, and no others': async (store) => {
    const { outbox } = await withItems(store, 0);
    equal(await outbox.removeOlderThan(0), false, 'the result without events');
    const creations = times(20, (n) => recorded(creationOf(sampleContent(n))));
    ok(await store.commit(creations), 'creations');
    await letTimePass(() => outbox.list(1));
    const deletion = recorded(deletionOf(sampleContent(1)));
    const removing = async (ageMs: number): Promise<void> => {
      while (await outbox.removeOlderThan(ageMs));
    };
    await removing(hour);
    equal((await outbox.list(100)).length, 20, 'number of events of this hour');
    await Promise.all([removing(1), removing(1), removing(1)]);
    equal(await outbox.list(100), [], 'events after their removal');
    ok(await store.commit([deletion]), 'a deletion');
    await removing(hour);
    equal(await outbox.list(100), [eventOf(deletion)], 'a new event');
  },
});
