import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentId, sampleCollection } from '../../conformance/samples.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { openedDatabases } from '../../support/postgres/opened-databases.ts';
import { beginTransaction } from '../../../adapters/postgres/connection/late-transaction.ts';
import { connectionOptions } from '../../../adapters/postgres/connection/pool.ts';
import { SnapshotQuestion } from '../../../adapters/postgres/snapshot-question.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';

const ended = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  beforeEach(() => emptyTables(open(url, 1).knex));

  for (const [poolMax, snapshotMax] of [
    [4, 1],
    [8, 2],
  ] as const) {
    test(`snapshots use ${snapshotMax} of ${poolMax} connections, even beside writes, and reads use the rest`, async () => {
      const pool = open(url, poolMax);
      const { contents } = storeOver(pool).repositories;
      const store = storeOver(pool);
      const { promise: isDone, resolve: end } = Promise.withResolvers<void>();
      let running = 0;
      const waitInside = async (): Promise<void> => {
        running += 1;
        await isDone;
      };
      const times = Array.from({ length: 2 * poolMax });
      const snapshots = times.map(() => ended(store.consistently(waitInside)));
      const writes: Promise<unknown>[] = [];
      try {
        await expect.poll(() => running).toBe(snapshotMax);
        writes.push(...times.map(() => ended(store.exclusively('settings', () => isDone))));
        // A read that had to wait for a connection would be rejected.
        expect(await contents.findById(contentId(1))).toBeUndefined();
        expect(await Promise.race(snapshots)).toMatchObject({
          code: 'dependency_unavailable',
          retryAfterMs: expect.any(Number),
        });
        expect(running).toBe(snapshotMax);
      } finally {
        end();
        await Promise.all([...snapshots, ...writes]);
      }
      expect(await store.consistently(async () => 'again')).toBe('again');
    });
  }
});

/** A proxy whose answers can be held back. */
const startHoldingProxy = async (target: URL) => {
  const sockets: Socket[] = [];
  const held: (() => void)[] = [];
  let isHolding = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      if (isHolding) held.push(() => client.write(bytes));
      else client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const send of held.splice(0)) send();
    },
    heldAnswers: () => held.length,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    [Symbol.asyncDispose]: async () => {
      server.close();
      sockets.forEach((socket) => socket.destroy());
    },
  };
};

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  const questions: SnapshotQuestion[] = [];
  const ask = (through: string): SnapshotQuestion => {
    const question = new SnapshotQuestion(connectionOptions(through), new SystemTimer());
    questions.push(question);
    return question;
  };

  afterEach(async () => {
    for (const question of questions.splice(0)) await question.close();
  });

  /** Other databases of the server move its snapshot too. */
  const settled = async (question: SnapshotQuestion): Promise<void> => {
    await expect
      .poll(async () => {
        const first = await question.ask();
        return first !== undefined && first === (await question.ask());
      })
      .toBe(true);
  };

  test('questions of one turn have one answer, which equals that of a later turn without writes', async () => {
    const question = ask(url);
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => question.ask()));
    expect(first).toEqual(expect.any(String));
    expect(new Set(others)).toEqual(new Set([first]));
    await settled(question);
  });

  test('a question that was asked before a write does not answer one after it', async () => {
    const pool = open(url, 2);
    const { knex } = pool;
    await emptyTables(knex);
    await using proxy = await startHoldingProxy(new URL(url));
    const question = ask(proxy.url);
    await question.ask();
    proxy.hold();
    const before = question.ask();
    await expect.poll(proxy.heldAnswers).toBeGreaterThan(0);
    await storeOver(pool).repositories.collections.insert(sampleCollection(1));
    const after = question.ask();
    proxy.release();
    expect(await before).toEqual(expect.any(String));
    expect(await after).toEqual(expect.any(String));
    expect(await after).not.toBe(await before);
  });

  test('an open transaction that has written changes nothing until it ends', async () => {
    const pool = open(url, 2);
    const { knex } = pool;
    await emptyTables(knex);
    const question = ask(url);
    const transaction = await beginTransaction(pool);
    await storeOver(transaction.inside).repositories.collections.insert(sampleCollection(1));
    await settled(question);
    const during = await question.ask();
    await transaction.commit();
    expect(await question.ask()).not.toBe(during);
  });

  test('without an answer in time the snapshot is unknown, and the next question has one again', async () => {
    await using proxy = await startHoldingProxy(new URL(url));
    const question = ask(proxy.url);
    await question.ask();
    proxy.hold();
    const begun = performance.now();
    expect(await question.ask()).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(2_000);
    proxy.release();
    await settled(question);
  });

  test('a lost connection makes the snapshot unknown once', async () => {
    await using proxy = await startHoldingProxy(new URL(url));
    const question = ask(proxy.url);
    await question.ask();
    proxy.cut();
    await settled(question);
  });

  test('an unreachable server makes it unknown', async () => {
    expect(await ask('postgres://nobody@127.0.0.1:1/none').ask()).toBeUndefined();
  });

  test('a closed question has no answer', async () => {
    const question = ask(url);
    await question.ask();
    await question.close();
    expect(await question.ask()).toBeUndefined();
  });
});
