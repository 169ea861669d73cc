import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runSeed, seededRandom } from '../../support/seeded-random.ts';
import { absent, checkHistory, type HistoryEvent } from '../../support/history/history.ts';
import { historyClients } from '../../support/history/history-clients.ts';
import { startInstances } from '../../support/history/history-instances.ts';
import { historyRecorder } from '../../support/history/history-recorder.ts';
import { bearer, historyVisits } from '../../support/history/history-visits.ts';
import { startOwnRedis, withRedisServers } from '../../support/redis/redis-tests.ts';
import { asJson, attempt } from '../../support/service/request-load.ts';
import { withOwnPostgres } from '../../support/postgres/with-own-postgres.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };

/** One run in four is without the cache plugin, so that each read reaches the database. */
const isCached = runSeed % 4 > 0;
/** Set HISTORY_OPERATIONS to repeat the disturbances until there were so many responses. */
const operations = Number(process.env['HISTORY_OPERATIONS'] ?? 0);

/** Of a reader between two requests, in milliseconds. Writers wait longer. */
const meanPause = operations === 0 ? 160 : 60;

/** In milliseconds. */
const timeout = 120_000 + 50 * operations;

const use = (
  kind: HistoryEvent['kind'],
  value: string,
  startedAt: number,
  changes: Partial<HistoryEvent> = {},
): HistoryEvent => ({
  register: 'item a',
  kind,
  value,
  startedAt,
  endedAt: startedAt + 1,
  ...changes,
});

const written = use('write', 'One', 0, { version: 1 });

const replaced = use('write', 'Two', 2, { version: 2 });

const slow = use('write', 'Two', 2, { endedAt: 20 });

const lost = use('write', 'Two', 2, { endedAt: Infinity });

const deleted = use('write', absent, 4);

const contradictions: readonly (readonly [string, readonly HistoryEvent[]])[] = [
  ['One was seen before and after Two', [written, replaced, use('read', 'One', 4)]],
  [
    'One was seen before and after Two',
    [written, slow, use('read', 'Two', 4), use('read', 'One', 6)],
  ],
  [
    'One was seen before and after Two',
    [written, lost, use('read', 'Two', 4), use('read', 'One', 6)],
  ],
  ['Two was seen before and after absent', [written, replaced, deleted, use('read', 'Two', 6)]],
  ['absent was read before any write of it', [written, use('read', absent, 2)]],
  ['Two was read before any write of it', [written, use('read', 'Two', 2), use('write', 'Two', 4)]],
  ['Three was read before any write of it', [written, use('read', 'Three', 2)]],
  ['the version decreased from 2 to 1', [written, replaced, use('read', 'Two', 4, { version: 1 })]],
  ['version 1 was of One and of Two', [written, use('write', 'Two', 2, { version: 1 })]],
  ['Two had the versions 2 and 3', [written, replaced, use('read', 'Two', 4, { version: 3 })]],
];

test('a linearizable history has no contradictions', () => {
  const before = use('read', absent, -2);
  expect(checkHistory([before, written, lost, use('read', 'One', 4), deleted])).toEqual([]);
  expect(checkHistory([written, slow, use('read', 'One', 4), use('read', 'Two', 6)])).toEqual([]);
  expect(checkHistory([written, replaced, deleted, use('read', absent, 4.5)])).toEqual([]);
  const elsewhere = use('read', 'One', 4, { register: 'item b' });
  expect(checkHistory([written, replaced, elsewhere])).toEqual([
    'item b: One was read before any write of it',
  ]);
});

for (const [number, [sentence, events]] of contradictions.entries()) {
  test(`the checker reports history ${number + 1}: ${sentence}`, () => {
    expect(checkHistory(events)).toContain(`item a: ${sentence}`);
  });
}

await withOwnPostgres((postgres) => {
  withRedisServers(() => {
    test(
      'three processes show one history, whatever is paused or killed',
      { timeout },
      async () => {
        // The same seed repeats the disturbances. The requests depend on timing as well.
        const schedule = seededRandom(runSeed);
        const random = seededRandom(runSeed + 1);
        const redis = await startOwnRedis();
        const { urls, isPaused, disturbances } = await startInstances(postgres, redis, schedule);
        const first = urls[0]!;
        const registered = await attempt(`${first}/auth/register`, asJson('POST', account));
        const headers = bearer(JSON.parse(registered.body).token);
        const admin = { credential: 'session that nobody ends', headers };
        const recorder = historyRecorder();
        recorder.noteWrite(admin.credential, 'valid', registered);
        const cache = { path: '/api/plugins/cache', body: { active: isCached }, caller: admin };
        await recorder.send(first, { method: 'PUT', ...cache });

        const stay = () => sleep(1_000 * random());
        const anywhere = (): string => {
          const url = urls[Math.floor(random() * urls.length)]!;
          return isPaused(url) ? anywhere() : url;
        };
        const visits = historyVisits({ recorder, admin, anywhere, stay });
        const clients = historyClients({ recorder, admin, callers: visits.callers, random });
        await clients.rename(first);

        let isOver = false;
        const repeat = async (step: () => Promise<unknown>, meanMs: number): Promise<void> => {
          while (!isOver) {
            await step();
            await sleep(2 * meanMs * random());
          }
        };
        const responses = () =>
          Object.values(recorder.counts).reduce((sum, count) => sum + count, 0);
        const log: string[] = [];
        const ways = Object.entries(disturbances);
        const disturb = async (): Promise<void> => {
          // First each of them.
          for (let n = 0; n < ways.length || (!isOver && responses() < operations); n += 1) {
            const [name, run] = ways[n] ?? ways[Math.floor(schedule() * ways.length)]!;
            await sleep(1_000 + (n < ways.length ? 0 : 3_000 * schedule()));
            log.push(name);
            await run();
          }
          await sleep(2_000);
        };
        const results = await Promise.allSettled(
          [
            disturb(),
            repeat(visits.visit, 500),
            repeat(() => clients.writeBySql(postgres.url), 2 * meanPause),
            ...urls.flatMap((url) => [
              // With a write in progress, an instance would know of changes when it continues.
              repeat(async () => isPaused(url) || clients.write(url), 1.5 * meanPause),
              ...[1, 2, 3, 4].map(() => repeat(() => clients.read(url), meanPause)),
            ]),
          ].map((running) => running.finally(() => (isOver = true))),
        );
        const { events, counts } = recorder;
        const message = JSON.stringify({ SEED: runSeed, log, counts });
        if (operations > 0) console.log(message);
        const rejected = results.filter(({ status }) => status === 'rejected');
        expect(rejected, message).toEqual([]);
        for (const url of urls) {
          await expect
            .poll(() => statusAndSource(url), { timeout: 20_000 })
            .toBe(isCached ? '200 memory' : '200 null');
          expect((await clients.list(url, admin)).status).toBe(200);
        }
        const violations = checkHistory(events);
        const registers = new Set(violations.map((sentence) => sentence.split(':')[0]));
        const uses = events.filter(({ register }) => registers.has(register));
        const shown = uses.map((event) => JSON.stringify(event)).join('\n');
        expect(violations, `${message}\n${shown}`).toEqual([]);
        for (const kind of ['read', 'write'] as const) {
          const ofKind = events.filter((event) => event.kind === kind);
          for (const register of ['item', 'site', 'session', 'token', 'role']) {
            const count = ofKind.filter((event) => event.register.startsWith(register)).length;
            expect(count, `${kind}s of ${register}`).toBeGreaterThan(1);
          }
        }
      },
    );
  });
});

/** Whether the instance answers again after the last disturbance, and where it has a list from. */
const statusAndSource = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/content`);
  await response.text();
  return `${response.status} ${response.headers.get('X-Cache-Source')}`;
};
