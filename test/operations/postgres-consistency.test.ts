import { expect, test } from 'vitest';
import { checkHistory, type HistoryEvent, type Seen } from '../support/history.ts';
import { historyClients, seeded } from '../support/history-clients.ts';
import { withOwnPostgres } from '../support/with-own-postgres.ts';
import { asJson, attempt } from '../support/request-load.ts';
import { serveService } from '../support/served-service.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

/** Seed of one run. Set HISTORY_SEED to repeat a run, as far as concurrency allows. */
const seed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000);
const operations = 1_500;

const item = (changes: Partial<Seen> = {}): Seen => ({
  id: 'a',
  title: 'One',
  slug: 'slug',
  updatedAt: 1,
  version: 1,
  ...changes,
});

const event = (
  kind: HistoryEvent['kind'],
  startedAt: number,
  changes: Partial<HistoryEvent> = {},
): HistoryEvent => ({
  kind,
  startedAt,
  endedAt: startedAt + 1,
  outcome: 'done',
  seen: [],
  ...changes,
});

const created = event('create', 0, { id: 'a', title: 'One', seen: [item()] });
const two = item({ title: 'Two', version: 2, updatedAt: 2 });
const updated = event('update', 2, { id: 'a', title: 'Two', seen: [two] });
const deleted = event('delete', 4, { id: 'a' });
const refused = event('update', 2, { id: 'a', title: 'Three', outcome: 'refused' });

const contradictions: readonly (readonly [string, readonly HistoryEvent[], readonly Seen[]])[] = [
  ['a was acknowledged and is missing', [created], []],
  ['an item is stored twice', [created], [item(), item()]],
  ['a was deleted and is stored', [created, deleted], [item()]],
  [
    '1 items without an acknowledgement, but only 0 lost responses',
    [created],
    [item(), item({ id: 'b', slug: 'b' })],
  ],
  [
    'One was seen after Two had replaced it',
    [created, updated, event('read', 6, { id: 'a', seen: [item({ version: 2, updatedAt: 2 })] })],
    [two],
  ],
  [
    'Three was seen but never written',
    [created, refused, event('read', 6, { id: 'a', seen: [item({ title: 'Three' })] })],
    [item()],
  ],
  [
    'One was seen on two items',
    [
      created,
      event('list', 2, { seen: [item({ id: 'b' })] }),
      event('read', 6, { id: 'a', seen: [item()] }),
    ],
    [item()],
  ],
  ['a was seen after its deletion', [created, deleted, event('list', 6, { seen: [item()] })], []],
  ['a was not found but never deleted', [created, event('read', 2, { id: 'a' })], [item()]],
  [
    'two items in one response share a slug',
    [
      created,
      event('create', 0, { id: 'b', title: 'B', outcome: 'unknown', endedAt: Infinity }),
      event('list', 6, { seen: [item(), item({ id: 'b', title: 'B' })] }),
    ],
    [item()],
  ],
  [
    'slug belonged to two items at the same time',
    [
      created,
      event('create', 2, { id: 'b', title: 'B', seen: [item({ id: 'b', title: 'B' })] }),
      event('delete', 6, { id: 'b' }),
    ],
    [item()],
  ],
  [
    'the version of a decreased',
    [created, updated, event('read', 6, { id: 'a', seen: [item({ title: 'Two', updatedAt: 2 })] })],
    [two],
  ],
  [
    'the time of a decreased',
    [created, updated, event('list', 6, { seen: [item({ title: 'Two', version: 2 })] })],
    [two],
  ],
  [
    'two writes of a have the same version',
    [created, event('update', 0.5, { id: 'a', title: 'Two', seen: [item({ title: 'Two' })] })],
    [two],
  ],
];

test('a consistent history has no contradictions', () => {
  const read = event('read', 3.5, { id: 'a', seen: [two] });
  expect(checkHistory([created, updated, refused, read], [two])).toEqual([]);
  expect(checkHistory([created, deleted, event('read', 6, { id: 'a' })], [])).toEqual([]);
});

for (const [sentence, events, stored] of contradictions) {
  test(`the checker reports: ${sentence}`, () => {
    expect(checkHistory(events, stored)).toContain(sentence);
  });
}

await withOwnPostgres((postgres) => {
  test('clients of three instances see one consistent history, even across a database crash', async () => {
    await using one = await serveService({ DATABASE_URL: postgres.url, DATABASE_POOL_MAX: '3' });
    await using two = await serveService({ DATABASE_URL: postgres.url, DATABASE_POOL_MAX: '3' });
    await using three = await serveService({ DATABASE_URL: postgres.url, DATABASE_POOL_MAX: '3' });
    const registered = await attempt(`${one.url}/auth/register`, asJson('POST', account));
    const { token } = JSON.parse(registered.body);
    const collections = JSON.parse((await attempt(`${two.url}/api/collections`, {})).body);
    const clients = historyClients({
      urls: [one.url, two.url, three.url],
      token,
      collectionId: collections.data[0].id,
      random: seeded(seed),
    });
    const working = Promise.all(Array.from({ length: 9 }, () => clients.work(operations)));
    await expect.poll(clients.answered, { timeout: 30_000 }).toBeGreaterThan(operations / 2);
    await postgres.stop('immediate');
    await postgres.start();
    await working;
    const stored = await clients.walk();
    const history = clients.events.map((each) => JSON.stringify(each)).join('\n');
    const violations = checkHistory(clients.events, stored);
    expect(violations, `HISTORY_SEED=${seed}\n${history}`).toEqual([]);
    const count = (kind: HistoryEvent['kind'], outcome: HistoryEvent['outcome']): number =>
      clients.events.filter((each) => each.kind === kind && each.outcome === outcome).length;
    for (const kind of ['create', 'update', 'delete', 'read', 'list'] as const) {
      expect(count(kind, 'done')).toBeGreaterThan(20);
    }
    expect(stored.length).toBeGreaterThan(20);
    expect(
      clients.events.some(({ outcome }) => outcome === 'unknown' || outcome === 'refused'),
    ).toBe(true);
  });
});
