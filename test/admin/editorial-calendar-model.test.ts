import { describe, expect, test } from 'vitest';
import { movedToDay, startOfDay } from '../../adapters/admin/schedule/zoned-time.ts';
import { entriesByDay, type NamedChange } from '../../adapters/admin/screens/schedule/entries.ts';
import { usualTimes } from '../../adapters/admin/schedule/usual-times.ts';
import { proposedTime } from '../../adapters/admin/screens/schedule/plan-time.ts';
import { readPublished } from '../../adapters/admin/screens/schedule/read-published.ts';
import type { CollectionDto } from '../../contracts/schemas/collection.ts';

const berlin = 'Europe/Berlin';
const iso = (instant: number): string => new Date(instant).toISOString();

describe('a time on another day', () => {
  test.each([
    // The clocks are put forward, and back, in between.
    ['2027-03-26T08:00:00.000Z', '2027-03-29', '2027-03-29T07:00:00.000Z'],
    ['2027-10-29T07:00:00.000Z', '2027-11-02', '2027-11-02T08:00:00.000Z'],
    // They skip 02:30 on that day, and show it twice on this one.
    ['2027-03-26T01:30:00.000Z', '2027-03-28', '2027-03-28T01:30:00.000Z'],
    ['2027-10-29T00:30:00.000Z', '2027-10-31', '2027-10-31T00:30:00.000Z'],
    ['2027-01-15T08:00:07.123Z', '2027-01-16', '2027-01-16T08:00:07.123Z'],
    // A day in Berlin that is another day in UTC.
    ['2027-01-14T23:30:00.000Z', '2027-01-16', '2027-01-15T23:30:00.000Z'],
  ])('%s on %s is %s', (from, day, expected) => {
    expect(iso(movedToDay(Date.parse(from), day, berlin))).toBe(expected);
  });

  test('a day begins at midnight, or after it', () => {
    expect(iso(startOfDay('2027-07-01', berlin))).toBe('2027-06-30T22:00:00.000Z');
    // In Cairo, the clocks skip midnight on this day.
    expect(iso(startOfDay('2024-04-26', 'Africa/Cairo'))).toBe('2024-04-25T22:00:00.000Z');
  });

  test('the proposed time is 9:00, or the next full hour of today', () => {
    const now = Date.UTC(2027, 0, 15, 13, 20);
    expect(proposedTime('2027-01-16', now, berlin).wall).toBe('2027-01-16T09:00');
    expect(proposedTime('2027-01-15', now, berlin).wall).toBe('2027-01-15T15:00');
    expect(proposedTime('2027-01-15', now, 'Asia/Kathmandu').wall).toBe('2027-01-15T20:00');
    const late = Date.UTC(2027, 0, 15, 22, 20);
    expect(proposedTime('2027-01-15', late, berlin).wall).toBe('2027-01-15T23:59');
  });

  test('tomorrow at nine is the tomorrow of the site, and Monday comes after it', () => {
    const friday = Date.UTC(2027, 0, 15, 23, 30);
    expect(usualTimes(friday, 'UTC')).toEqual([
      { name: 'Tomorrow, 9:00 AM', wall: '2027-01-16T09:00' },
      { name: 'Monday, 9:00 AM', wall: '2027-01-18T09:00' },
    ]);
    // In Berlin it is Saturday.
    expect(usualTimes(friday, berlin).map(({ wall }) => wall)).toEqual([
      '2027-01-17T09:00',
      '2027-01-18T09:00',
    ]);
    const sunday = Date.UTC(2027, 0, 17, 12);
    expect(usualTimes(sunday, 'UTC').map(({ wall }) => wall)).toEqual([
      '2027-01-18T09:00',
      '2027-01-25T09:00',
    ]);
  });
});

const collectionOf = (name: string, isActive = true) =>
  ({ id: name, name, displayName: name, isActive }) as CollectionDto;

const posts = collectionOf('posts');

describe('the days of the calendar', () => {
  const change = {
    id: 'b',
    title: 'Ebb',
    action: 'unpublish',
    at: Date.UTC(2027, 0, 15, 8),
    state: 'pending',
    day: '2027-01-15',
    collectionId: 'posts',
    scheduledBy: null,
    collection: posts,
  } satisfies NamedChange;

  test('have what was published and what is planned in the zone of the site, in the order of time', () => {
    const item = { id: 'a', title: 'Tides', status: 'published', collection: posts } as const;
    const days = entriesByDay(
      [
        { ...item, at: Date.UTC(2027, 0, 15, 9) },
        { ...item, id: 'c', at: Date.UTC(2027, 0, 14, 23, 30) },
        { ...item, id: 'd', at: Date.UTC(2027, 0, 14, 22, 30) },
      ],
      [change, { ...change, action: 'publish', state: 'failed', at: Date.UTC(2027, 0, 16, 8) }],
      berlin,
    );
    expect(
      [...days].map(([day, entries]) => [day, entries.map(({ id, kind }) => `${id} ${kind}`)]),
    ).toEqual([
      ['2027-01-14', ['d published']],
      ['2027-01-15', ['c published', 'b unpublish', 'a published']],
      ['2027-01-16', ['b failed']],
    ]);
  });
});

test('the published items are read from each active collection, four at a time, with what is left', async () => {
  let running = 0;
  let most = 0;
  const asked: string[] = [];
  const client = {
    queryContent: async (request: {
      readonly params: { readonly name: string };
      readonly query: { readonly where?: Readonly<Record<string, string>> };
    }) => {
      running += 1;
      most = Math.max(most, running);
      asked.push(request.params.name);
      expect(request.query.where).toEqual({
        '[published_at][gte]': '2026-12-31T23:00:00.000Z',
        '[published_at][lt]': '2027-01-31T23:00:00.000Z',
      });
      await Promise.resolve();
      running -= 1;
      const data = [{ id: request.params.name, title: 'Tides', status: 'draft', published_at: 5 }];
      return { body: { data, meta: { total: request.params.name === 'c1' ? 41 : 1 } } };
    },
  } as unknown as NonNullable<Parameters<typeof readPublished>[3]>;
  const names = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
  const { items, rests } = await readPublished(
    { first: '2027-01-01', last: '2027-01-31' },
    berlin,
    [...names.map((name) => collectionOf(name)), collectionOf('closed', false)],
    client,
  );
  expect(most).toBe(4);
  expect(asked.toSorted()).toEqual(names);
  expect(items).toHaveLength(6);
  expect(items[0]).toMatchObject({ title: 'Tides', status: 'draft', at: 5 });
  expect(rests.map(({ count }) => count)).toEqual([40]);
  expect(rests[0]?.where['[published_at][lt]']).toBe('2027-01-31T23:00:00.000Z');
});
