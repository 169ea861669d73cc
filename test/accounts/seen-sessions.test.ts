import { expect, test } from 'vitest';
import type { Cms } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { hour, minute, seenAccuracyMs } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';

const last = async ({ ports }: CoreWorld, sessionId: string): Promise<number | undefined> =>
  (await ports.store.repositories.sessions.find(sessionId))?.session.lastSeenAt;

/** An instance that records the calls of `storeSeen`. */
const watched = (
  { another, ports }: CoreWorld,
  around: (store: () => Promise<void>) => Promise<void> = (store) => store(),
) => {
  const calls: string[] = [];
  const store: Store = alteredStore(ports.store, ({ sessions }) => ({
    sessions: altered(sessions, {
      storeSeen: (id, expected, seenAt) => {
        calls.push(id);
        return around(() => sessions.storeSeen(id, expected, seenAt));
      },
    }),
  }));
  return { cms: another({ ports: { store } }), calls };
};

test('the last use is stored when the stored one is ten minutes old, and not before', async () => {
  const world = await coreWorld();
  const { clock, member } = world;
  const { token, sessionId } = await member('editor');
  const { cms, calls } = watched(world);
  const start = clock.now();
  expect(seenAccuracyMs).toBe(10 * minute);
  for (let n = 0; n < 10; n += 1) {
    await cms.accounts.authenticate(token);
    clock.advance(minute - 1);
  }
  expect([calls.length, await last(world, sessionId)]).toEqual([0, start]);
  clock.advance(10);
  for (let n = 0; n < 10; n += 1) await cms.accounts.authenticate(token);
  expect([calls.length, await last(world, sessionId)]).toEqual([1, start + 10 * minute]);
  for (let n = 0; n < 60; n += 1) {
    clock.advance(minute);
    await cms.accounts.authenticate(token);
  }
  expect([calls.length, await last(world, sessionId)]).toEqual([7, start + 70 * minute]);
});

test('the list of sessions is accurate to ten minutes, at every instance', async () => {
  const world = await coreWorld();
  const { cms, clock, member, another } = world;
  const other = another();
  const { token } = await member('editor');
  let usedAt = clock.now();
  const shown = async (
    instance: Cms,
    actor: Awaited<ReturnType<Cms['accounts']['authenticate']>>,
  ) => (await instance.accounts.listSessions(actor))[0]!.lastSeenAt;
  const actor = await cms.accounts.authenticate(token);
  for (const step of [1, 8, 9, 2, 10, 11, 25, 3, 7]) {
    clock.advance(step * minute - 1);
    for (const instance of [cms, other]) {
      const seenAt = await shown(instance, actor);
      expect(usedAt - seenAt).toBeGreaterThanOrEqual(0);
      expect(usedAt - seenAt).toBeLessThan(10 * minute);
    }
    await cms.accounts.authenticate(token);
    usedAt = clock.now();
  }
});

test('requests at once, and instances at once, store one use', async () => {
  const world = await coreWorld();
  const { clock, member } = world;
  const { token, sessionId } = await member('editor');
  const [one, two] = [watched(world), watched(world)];
  for (const { cms } of [one, two]) await cms.accounts.authenticate(token);
  clock.advance(hour);
  const at = clock.now();
  await Promise.all(
    [one, two].flatMap(({ cms }) => [1, 2, 3].map(() => cms.accounts.authenticate(token))),
  );
  expect(one.calls.length).toBe(1);
  expect(two.calls.length).toBeLessThan(2);
  expect(await last(world, sessionId)).toBe(at);
});

test('a request does not wait for the last use that another one stores', async () => {
  const world = await coreWorld();
  const { token } = await world.member('editor');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isStoring, resolve: begin } = Promise.withResolvers<void>();
  const { cms, calls } = watched(world, async (store) => {
    begin();
    await isReleased;
    await store();
  });
  world.clock.advance(hour);
  const first = cms.accounts.authenticate(token);
  await isStoring;
  for (let n = 0; n < 3; n += 1) await cms.accounts.authenticate(token);
  expect(calls).toHaveLength(1);
  release();
  expect((await first).seenAt).toBe(world.clock.now());
});

test('a failure to store the last use is logged, and the session goes on', async () => {
  const world = await coreWorld();
  const { clock, member, log } = world;
  const { token, sessionId } = await member('editor');
  const before = await last(world, sessionId);
  let isBroken = true;
  const { cms, calls } = watched(world, (store) =>
    isBroken ? Promise.reject(new Error('read-only')) : store(),
  );
  clock.advance(hour);
  for (let n = 0; n < 5; n += 1) {
    expect((await cms.accounts.authenticate(token)).sessionId).toBe(sessionId);
  }
  expect(calls).toHaveLength(1);
  expect(log.entries).toMatchObject([{ level: 'warn', fields: {} }]);
  expect(JSON.stringify(log.entries)).not.toContain(sessionId);
  expect(await last(world, sessionId)).toBe(before);
  isBroken = false;
  clock.advance(minute);
  await cms.accounts.authenticate(token);
  expect(await last(world, sessionId)).toBe(clock.now());
});

test('the last use does not change the stamp of a session', async () => {
  const { cms, clock, member } = await coreWorld();
  const { token } = await member('editor');
  const { stamp, seenAt } = await cms.accounts.authenticate(token);
  clock.advance(hour);
  const later = await cms.accounts.authenticate(token);
  expect(later.stamp).toBe(stamp);
  expect(later.seenAt).toBe((seenAt ?? 0) + hour);
});

test('a clock that is set back stores nothing', async () => {
  const world = await coreWorld();
  const { clock, member } = world;
  clock.advance(hour);
  const { token, sessionId } = await member('editor');
  const before = await last(world, sessionId);
  const { cms, calls } = watched(world);
  clock.advance(-1_000);
  await cms.accounts.authenticate(token);
  expect([calls.length, await last(world, sessionId)]).toEqual([0, before]);
});
