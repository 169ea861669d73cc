import type { AuditFilter, AuditNote, AuditPlace, Store } from '../../core/store.ts';
import { encodeJson, hour, type AuditEntry, type JsonText } from '../../core/vocabulary.ts';
import { equal, ok } from './assert.ts';
import { times } from './cases.ts';
import { letTimePass } from './content/history/recorded-changes.ts';
import { awkwardText, contentId, userId } from './samples.ts';
import { suite } from './suite.ts';

const note = (n: number, changes: Partial<AuditNote> = {}): AuditNote => ({
  action: 'content.update',
  id: contentId(n),
  detail: `item-${n}`,
  by: { kind: 'user', id: userId(1), address: '192.0.2.1' },
  ...changes,
});

const eventOf = (audit: AuditNote): JsonText => encodeJson({ type: 'audit', at: 1, audit });

/** Adds an event for each note, and brings all into the audit. */
const record = async (
  { repositories: { outbox, audit } }: Store,
  notes: readonly AuditNote[],
): Promise<void> => {
  await outbox.add(notes.map(eventOf));
  await outbox.advance();
  while (await audit.collect());
};

/** All pages of the list. */
const listAll = async (
  { repositories: { audit } }: Store,
  filter: AuditFilter = {},
  limit = 100,
): Promise<readonly AuditEntry[]> => {
  const found: AuditEntry[] = [];
  let place: AuditPlace | undefined;
  do {
    const page = await audit.list(filter, place, limit);
    ok(page.entries.length <= limit, 'at most as many entries as the limit');
    found.push(...page.entries);
    place = page.next;
  } while (place !== undefined);
  return found;
};

const noteIn = ({ number: _, at: __, ...rest }: AuditEntry): AuditNote => rest;

/** Notes that differ in all that a filter looks at. */
const various: readonly AuditNote[] = [
  note(1),
  note(1, { action: 'content.publish', by: { kind: 'user', id: userId(2) } }),
  note(2, { by: { kind: 'operator' } }),
  { action: 'user.delete', id: userId(2), by: { kind: 'user', id: userId(1) } },
  { action: 'settings.update', detail: 'siteName', by: { kind: 'user', id: userId(2) } },
  { action: 'session.reject', by: { kind: 'anonymous', address: '2001:db8::1' } },
];

/** The entries of events. */
export const auditRepositorySuite = suite<Store>('AuditRepository', {
  'collect stores each note once, in the order of the events, and no event without one': async (
    store,
  ) => {
    const { outbox, audit } = store.repositories;
    const first = [note(1, { detail: awkwardText }), ...various];
    await outbox.add([encodeJson({ type: 'other' }), ...first.map(eventOf)]);
    await outbox.add([encodeJson({ type: 'other' })]);
    await outbox.advance();
    while (await audit.collect());
    await record(store, [note(9)]);
    while (await audit.collect());
    const entries = (await listAll(store)).toReversed();
    equal(entries.map(noteIn), [...first, note(9)], 'notes');
    const numbers = entries.map(({ number }) => number);
    equal(
      numbers,
      numbers.toSorted((left, right) => left - right),
      'ascending numbers',
    );
    equal(new Set(numbers).size, numbers.length, 'number of different numbers');
  },

  'add stores entries in their order, with the time of the store': async (store) => {
    const { audit } = store.repositories;
    await record(store, [note(1)]);
    await audit.add([]);
    await audit.add([...various, note(2, { detail: awkwardText })]);
    await record(store, [note(3)]);
    const entries = (await listAll(store)).toReversed();
    const expected = [note(1), ...various, note(2, { detail: awkwardText }), note(3)];
    equal(entries.map(noteIn), expected, 'notes');
    const times = entries.map(({ at }) => at);
    equal(
      times,
      times.toSorted((left, right) => left - right),
      'ascending times',
    );
  },

  'concurrent calls of collect store each note once': async (store) => {
    const { outbox, audit } = store.repositories;
    for (const n of times(10, (index) => index)) {
      await outbox.add(times(3, (each) => eventOf(note(n, { detail: `${n}.${each}` }))));
      await outbox.advance();
      await Promise.all(times(4, () => audit.collect()));
    }
    const entries = await listAll(store);
    equal(entries.length, 30, 'number of entries');
    equal(new Set(entries.map(({ detail }) => detail)).size, 30, 'number of different entries');
    equal(new Set(entries.map(({ number }) => number)).size, 30, 'number of different numbers');
  },

  'list finds by each part of the filter, and by several': async (store) => {
    await record(store, various);
    const found = async (filter: AuditFilter) => (await listAll(store, filter)).map(noteIn);
    const newest = various.toReversed();
    const where = (matches: (each: AuditNote) => boolean) => newest.filter(matches);
    equal(await found({}), newest, 'all');
    const by = userId(1);
    equal(
      await found({ actorId: by }),
      where((each) => each.by.id === by),
      'actor',
    );
    const id = contentId(1);
    equal(
      await found({ id }),
      where((each) => each.id === id),
      'id',
    );
    const isContent = ({ action }: AuditNote): boolean => action.startsWith('content.');
    equal(await found({ resource: 'content' }), where(isContent), 'resource');
    const action = 'content.update';
    equal(
      await found({ action }),
      where((each) => each.action === action),
      'action',
    );
    equal(await found({ actorId: by, action }), [note(1)], 'actor and action');
    equal(await found({ actorId: by, id, action, resource: 'content' }), [note(1)], 'all parts');
    equal(await found({ action, resource: 'user' }), [], 'an action of another resource');
    equal(await found({ id: contentId(7) }), [], 'an unknown id');
  },

  'list finds from a time on, and before a time': async (store) => {
    await record(store, [note(1)]);
    await letTimePass(() => store.repositories.audit.list({}, undefined, 1));
    await record(store, [note(2)]);
    const [second, first] = await listAll(store);
    ok(first !== undefined && second !== undefined && first.at < second.at, 'ascending times');
    const found = async (filter: AuditFilter) => (await listAll(store, filter)).map(noteIn);
    const actorId = userId(1);
    for (const given of [{}, { actorId }, { actorId, action: 'content.update' } as const]) {
      equal(await found({ ...given, from: second.at }), [note(2)], 'from the second');
      equal(await found({ ...given, from: second.at + 1 }), [], 'after the second');
      equal(await found({ ...given, to: second.at }), [note(1)], 'before the second');
      equal(
        await found({ ...given, from: first.at, to: second.at + 1 }),
        [note(2), note(1)],
        'both',
      );
    }
  },

  'pages follow each other, whatever is added meanwhile': async (store) => {
    const { audit } = store.repositories;
    await record(
      store,
      times(7, (n) => note(n)),
    );
    const first = await audit.list({}, undefined, 3);
    await record(
      store,
      times(4, (n) => note(n + 10)),
    );
    const second = await audit.list({}, first.next, 3);
    const third = await audit.list({}, second.next, 3);
    equal(
      [first, second, third].flatMap(({ entries }) => entries.map(({ id }) => id)),
      times(7, (n) => contentId(8 - n)),
      'ids',
    );
    equal(third.next, undefined, 'the place after the last page');
    for (const limit of [1, 2, 11, 12])
      equal((await listAll(store, {}, limit)).length, 11, `pages of ${limit}`);
  },

  'entries stay when their events are removed': async (store) => {
    const { outbox, audit } = store.repositories;
    await record(store, [note(1)]);
    await letTimePass(() => outbox.list(1));
    while (await outbox.sweep(1));
    equal(await outbox.list(10), [], 'events');
    await record(store, [note(2)]);
    equal((await audit.list({}, undefined, 10)).entries.map(noteIn), [note(2), note(1)], 'entries');
  },

  'a sweep removes what is too old, and all but the last entries': async (store) => {
    const { audit } = store.repositories;
    const removing = async (ageMs: number, entries: number): Promise<void> => {
      while (await audit.sweep({ ageMs, entries }));
    };
    equal(await audit.sweep({ ageMs: 0, entries: 0 }), false, 'the result without entries');
    await record(
      store,
      times(5, (n) => note(n)),
    );
    await removing(hour, 5);
    equal((await listAll(store)).length, 5, 'within the limits');
    await removing(hour, 2);
    equal((await listAll(store)).map(noteIn), [note(5), note(4)], 'the last two');
    await letTimePass(() => audit.list({}, undefined, 1));
    await record(store, [note(6)]);
    await Promise.all([removing(hour, 2), removing(hour, 2)]);
    equal((await listAll(store)).map(noteIn), [note(6), note(5)], 'the last two of then');
    await letTimePass(() => audit.list({}, undefined, 1));
    await removing(1, 2);
    equal(await listAll(store), [], 'after a removal of all that is old');
    await record(store, [note(7)]);
    equal((await listAll(store)).map(noteIn), [note(7)], 'a new entry');
  },
});
