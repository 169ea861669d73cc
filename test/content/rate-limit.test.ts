import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import {
  anonymous,
  fixedWindowLimiter,
  minute,
  noId,
  operator,
  type Actor,
  type Cms,
} from '../../core/index.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { cachedWorld } from '../support/cache/cached-world.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

const list = (cms: Cms, client: string, actor: Actor = anonymous): Promise<unknown> =>
  cms.content.list(actor, { client });

test('content reads are unlimited while the plugin is off or has no limit', async () => {
  const { cms } = await coreWorld();
  const settings = { requestsPerMinute: 2 };
  await cms.plugins.configure(operator, 'cache', { active: false, settings });
  const free = await cachedWorld();
  for (let n = 0; n < 20; n += 1) {
    await list(cms, 'one');
    await list(free.cms, 'one');
  }
});

test('a client can read content as often as the plugin allows in a minute, including hits', async () => {
  const { cms, another, clock, person } = await cachedWorld({ requestsPerMinute: 5 });
  const other = another();
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
  await list(cms, '2001:db8::1');
  await list(other, '2001:db8::2');
  const admin = await person('admin');
  await list(cms, '2001:db8::3', admin);
  const named = { collection: 'pages', client: '2001:db8::4' };
  await cms.content.listOfCollection(anonymous, named);
  const get = (client: string) => cms.content.get(anonymous, { id, client });
  await rejectsWith('not_found', get('2001:db8::5'));
  clock.advance(minute - 1);
  for (const client of ['2001:db8::1', '2001:db8::ffff']) {
    const { retryAfterMs } = await rejectsWith('rate_limited', list(cms, client));
    expect(retryAfterMs).toBe(1);
    await rejectsWith('rate_limited', get(client));
    const again = other.content.listOfCollection(anonymous, { ...named, client });
    await rejectsWith('rate_limited', again);
    await rejectsWith('rate_limited', cms.content.checkSlug(anonymous, { slug: '', client }));
    await rejectsWith('rate_limited', cms.content.getInfo(admin, { id, client }));
  }
  await list(cms, '2001:db8:0:1::1');
  clock.advance(1);
  await list(cms, '2001:db8::1');
});

test('requests for unknown and forbidden names count, and are not read above the limit', async () => {
  const { another, ports } = await cachedWorld({ requestsPerMinute: 3 });
  let lists = 0;
  const store = alteredStore(ports.store, ({ contents }) => ({
    contents: altered(contents, {
      list: (...query) => {
        lists += 1;
        return contents.list(...query);
      },
    }),
  }));
  const { content } = another({ ports: { store } });
  const token: Actor = { kind: 'token', tokenId: noId, scope: [] };
  const unknown = { collection: 'unknown', client: 'one' };
  const [inTheList, byPath, outOfScope] = [
    () => content.list(anonymous, unknown),
    () => content.listOfCollection(anonymous, unknown),
    () => content.list(token, { collection: 'pages', client: 'one' }),
  ];
  await inTheList();
  await rejectsWith('not_found', byPath());
  await rejectsWith('token_scope', outOfScope());
  expect(lists).toBe(1);
  for (const read of [inTheList, byPath, outOfScope]) await rejectsWith('rate_limited', read());
  expect(lists).toBe(1);
});

test('concurrent reads of one client are counted exactly', async () => {
  const { cms, another } = await cachedWorld({ requestsPerMinute: 7 });
  const instances = [cms, another()];
  const reads = Array.from({ length: 30 }, (_, n) => list(instances[n % 2]!, 'one'));
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
});

test('reads and logins are counted separately', async () => {
  const { cms } = await cachedWorld({ requestsPerMinute: 1 });
  await list(cms, 'one');
  await rejectsWith('rate_limited', list(cms, 'one'));
  const logIn = () => cms.accounts.logIn({ email: 'x', password: 'x', client: 'one' });
  for (let n = 0; n < 5; n += 1) await rejectsWith('invalid_credentials', logIn());
  await rejectsWith('rate_limited', logIn());
});

test('while the shared cache is unreachable, each instance counts alone', async () => {
  const { ports, log } = await coreWorld();
  const increment = () => Promise.reject(new Error('away'));
  const shared = new MemoryKeyValueCache(ports.clock);
  const away = altered(shared, { increment });
  const limiter = fixedWindowLimiter(away, ports.processCache, log);
  const limit = { attempts: 3, windowMs: minute };
  const attempts = await Promise.all(
    Array.from({ length: 10 }, () => limiter.attempt('key', limit)),
  );
  expect(attempts.filter((refusal) => refusal === undefined)).toHaveLength(3);
  const back = fixedWindowLimiter(shared, ports.processCache, log);
  expect(await back.attempt('key', limit)).toBe(undefined);
  const elsewhere = fixedWindowLimiter(away, new MemoryKeyValueCache(ports.clock), log);
  expect(await elsewhere.attempt('key', limit)).toBe(undefined);
});

test('it is logged once when the shared cache becomes unreachable, and once when it is back', async () => {
  const { ports, log } = await coreWorld();
  const shared = new MemoryKeyValueCache(ports.clock);
  let isAway = false;
  const unsteady = altered(shared, {
    increment: (key, ttlMs) =>
      isAway ? Promise.reject(new Error('away')) : shared.increment(key, ttlMs),
  });
  const limiter = fixedWindowLimiter(unsteady, ports.processCache, log);
  for (const away of [false, true, true, false, false, true]) {
    isAway = away;
    await limiter.attempt('key', { attempts: 100, windowMs: minute });
  }
  expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'The shared cache is unreachable; continuing without it'],
    ['info', 'The shared cache is reachable again'],
    ['warn', 'The shared cache is unreachable; continuing without it'],
  ]);
});
