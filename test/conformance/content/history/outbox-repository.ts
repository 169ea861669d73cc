import type { OutboxRepository, PlacedEvent, Store } from '../../../../core/store.ts';
import { encodeJson, parseSlug, type JsonText } from '../../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../../assert.ts';
import { times } from '../../cases.ts';
import { awkwardText, sampleContent } from '../../samples.ts';
import { suite } from '../../suite.ts';
import { creationOf, deletionOf, revisionOf, updateOf, withParts } from '../content-changes.ts';
import { eventOf, letTimePass, recorded } from './recorded-changes.ts';
import { revision, withItems } from '../stored-items.ts';

const events = (count: number): readonly JsonText[] => times(count, (n) => encodeJson({ n }));

/** Identifies a claim. */
const uuid = (n: number): string => sampleContent(n).id;

const eventIn = ({ event }: PlacedEvent): JsonText => event;
const positionOf = ({ position }: PlacedEvent): number => position;

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((each, index) => each > (numbers[index - 1] ?? -1));

const placedAfter = async (
  outbox: OutboxRepository,
  position: number,
  limit: number,
): Promise<readonly PlacedEvent[]> => {
  const placed = await outbox.listAfter(position, limit);
  ok(placed !== undefined, 'no event was removed');
  return placed;
};

/** The events that commits store. */
export const outboxRepositorySuite = suite<Store>('OutboxRepository', {
  'each change stores its event byte for byte, in the order of the commits': async (store) => {
    const { outbox } = await withItems(store, 1);
    equal(await outbox.list(10), [], 'events of changes without one');
    const event = encodeJson({ z: awkwardText, [awkwardText]: 0.1, a: null });
    ok(await store.commit([withParts(creationOf(sampleContent(2)), { event })]), 'a creation');
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
    const expected = [...some, ...kinds].flatMap(({ parts }) => parts.event ?? []);
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

  'added events are stored byte for byte, in their order': async (store) => {
    const { outbox } = store.repositories;
    const events = times(20, (n) => encodeJson({ n, [awkwardText]: awkwardText }));
    await outbox.add(events.slice(0, 1));
    await outbox.add(events.slice(1));
    await outbox.add([]);
    equal(await outbox.list(100), events, 'events');
  },

  'each event gets a position after all that had one': async (store) => {
    const { outbox } = await withItems(store, 1);
    const { epoch, head } = await outbox.advance();
    await outbox.add(events(3));
    const update = recorded(updateOf(sampleContent(1), revision(1)));
    ok(await store.commit([update]), 'an update');
    const then = await outbox.advance();
    equal(then.epoch, epoch, 'the epoch');
    const placed = await placedAfter(outbox, head, 100);
    equal(placed.map(eventIn), [...events(3), eventOf(update)], 'events in their order');
    ok(isAscending([head, ...placed.map(positionOf)]), 'ascending positions after the head');
    equal(placed.at(-1)?.position, then.head, 'the position of the last event');
    const [, second] = placed;
    ok(second !== undefined, 'a second event');
    equal(await outbox.listAfter(second.position, 1), placed.slice(2, 3), 'the one after it');
    equal(await outbox.listAfter(then.head, 100), [], 'after the end');
    equal(await outbox.advance(), then, 'the state after no event');
  },

  'changes of visibility are listed newest first, also while they have no position': async (
    store,
  ) => {
    const { outbox } = store.repositories;
    const flip = (n: number) => encodeJson({ type: 'visibility', n });
    await outbox.add([flip(1), ...events(3), flip(2), ...events(1)]);
    const { head } = await outbox.advance();
    await outbox.add([flip(3)]);
    const all = await outbox.listVisibilityAfter(0, 100);
    equal(all.map(eventIn), [flip(3), flip(2), flip(1)], 'all of them');
    const [newest, second] = all;
    ok(newest !== undefined && newest.position > head, 'the newest is after the end');
    equal((await outbox.listVisibilityAfter(0, 2)).map(eventIn), [flip(3), flip(2)], 'two of them');
    const later = await outbox.listVisibilityAfter(second?.position ?? 0, 100);
    equal(later.map(eventIn), [flip(3)], 'those after the second');
  },

  'concurrent readers give each event one position': async (store) => {
    const { outbox } = store.repositories;
    const { head } = await outbox.advance();
    for (const n of times(10, (index) => index)) {
      await outbox.add(events(3));
      const states = await Promise.all(times(4, () => outbox.advance()));
      const placed = await placedAfter(outbox, head, 100);
      equal(placed.length, n * 3, 'number of events');
      ok(isAscending(placed.map(positionOf)), 'ascending positions');
      for (const state of states) equal(state.head, placed.at(-1)?.position, 'the end');
    }
  },

  'who reads on sees each event once, however many write': async (store) => {
    const { outbox } = store.repositories;
    const { head } = await outbox.advance();
    const seen: JsonText[] = [];
    let writers = 4;
    const write = async (writer: number): Promise<void> => {
      for (const n of times(10, (index) => index)) await outbox.add([encodeJson({ writer, n })]);
      writers -= 1;
    };
    const read = async (): Promise<void> => {
      let position = head;
      for (let isOver = false; !isOver;) {
        isOver = writers === 0;
        await outbox.advance();
        const placed = await placedAfter(outbox, position, 7);
        isOver &&= placed.length === 0;
        position = placed.at(-1)?.position ?? position;
        seen.push(...placed.map(eventIn));
      }
    };
    await Promise.all([read(), ...times(4, write)]);
    equal(seen.length, 40, 'number of events');
    equal(new Set(seen).size, 40, 'number of different events');
  },

  'listAfter tells if events after the position were removed': async (store) => {
    const { outbox } = store.repositories;
    const { head } = await outbox.advance();
    await outbox.add(events(3));
    const end = await outbox.advance();
    await letTimePass(() => outbox.list(1));
    while (await outbox.sweep(1));
    equal(await outbox.listAfter(head, 100), undefined, 'after the first of them');
    equal(await outbox.listAfter(end.head - 1, 100), undefined, 'after all but one');
    equal(await outbox.listAfter(end.head, 100), [], 'after all of them');
    equal(await outbox.advance(), end, 'the state');
    await outbox.add(events(1));
    ok((await outbox.advance()).head > end.head, 'the head moves on');
    equal((await placedAfter(outbox, end.head, 100)).map(eventIn), events(1), 'later events');
  },

  'a reader is claimed by one of several, while it is before the head': async (store) => {
    const { outbox } = store.repositories;
    const [first, second] = [uuid(1), uuid(2)];
    equal(await outbox.claimReader('a', first, 9, 60_000), undefined, 'an unknown reader');
    await outbox.addReader('a', 5);
    await outbox.addReader('a', 7);
    await outbox.addReader('b', 1);
    equal(await outbox.claimReader('a', first, 5, 60_000), undefined, 'a reader at the head');
    const claims = [first, second, uuid(3)];
    const claimed = await Promise.all(claims.map((id) => outbox.claimReader('a', id, 9, 60_000)));
    const places = claimed.filter((place) => place !== undefined);
    equal(places, [{ position: 5, failures: 0 }], 'places');
    equal(await outbox.claimReader('a', uuid(4), 9, 0), undefined, 'a claimed reader');
    equal(
      await outbox.claimReader('b', second, 9, 60_000),
      { position: 1, failures: 0 },
      'another reader',
    );
  },

  'a reader is moved by the newest claim alone': async (store) => {
    const { outbox } = store.repositories;
    const [first, second] = [uuid(1), uuid(2)];
    await outbox.addReader('a', 0);
    await outbox.addReader('b', 0);
    ok((await outbox.claimReader('a', first, 9, 60_000)) !== undefined, 'a claim');
    const place = { position: 3, failures: 2 };
    equal(await outbox.moveReader('b', first, place, 0), false, 'a reader that it does not hold');
    equal(await outbox.moveReader('a', second, place, 0), false, 'a claim that was not given');
    equal(await outbox.moveReader('a', first, place, 0), true, 'a move that ends the claim');
    equal(await outbox.claimReader('a', second, 9, 60_000), place, 'where it has come');
    equal(await outbox.moveReader('a', first, place, 0), false, 'an earlier claim');
    const next = { position: 4, failures: 0 };
    equal(await outbox.moveReader('a', second, next, 60_000), true, 'a move that keeps the claim');
    equal(await outbox.claimReader('a', first, 9, 60_000), undefined, 'a claimed reader');
    equal(await outbox.moveReader('a', second, next, 0), true, 'the end of the claim');
    equal(await outbox.claimReader('a', first, 9, 0), next, 'where it has come then');
    equal(await outbox.claimReader('a', second, 9, 0), next, 'after a claim that has ended');
    equal(await outbox.claimReader('b', second, 9, 0), { position: 0, failures: 0 }, 'the other');
  },
});
