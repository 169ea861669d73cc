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
import { altered } from '../support/altered.ts';
import { cachedWorld } from '../support/cached-world.ts';
import { coreWorld, refused } from '../support/core-world.ts';

const render = (): string => '';

const list = (cms: Cms, client: string, actor: Actor = anonymous): Promise<unknown> =>
  cms.content.list(actor, { client }, render);

test('content is read as often as anybody likes while the plugin is off or allows any number', async () => {
  const { cms } = await coreWorld();
  const settings = { requestsPerMinute: 2 };
  await cms.plugins.configure(operator, 'cache', { settings });
  const free = await cachedWorld();
  for (let n = 0; n < 20; n += 1) {
    await list(cms, 'one');
    await list(free.cms, 'one');
  }
});

test('a client reads content as often as the plugin allows in a minute, hits counted', async () => {
  const { cms, another, clock, person } = await cachedWorld({ requestsPerMinute: 5 });
  const other = another();
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
  await list(cms, '2001:db8::1');
  await list(other, '2001:db8::2');
  await list(cms, '2001:db8::3', await person('admin'));
  const named = { collection: 'pages', client: '2001:db8::4' };
  await cms.content.listOfCollection(anonymous, named, render);
  const get = (client: string) => cms.content.get(anonymous, { id, client }, render);
  await refused('not_found', get('2001:db8::5'));
  clock.advance(minute - 1);
  for (const client of ['2001:db8::1', '2001:db8::ffff']) {
    const { retryAfterMs } = await refused('rate_limited', list(cms, client));
    expect(retryAfterMs).toBe(1);
    await refused('rate_limited', get(client));
    const again = other.content.listOfCollection(anonymous, { ...named, client }, render);
    await refused('rate_limited', again);
    await refused('rate_limited', cms.content.checkSlug(anonymous, { slug: '', client }));
  }
  await list(cms, '2001:db8:0:1::1');
  clock.advance(1);
  await list(cms, '2001:db8::1');
});

test('a name that is not there or not allowed counts, and is not looked up once too many came', async () => {
  const { another, ports } = await cachedWorld({ requestsPerMinute: 3 });
  let lookups = 0;
  const collections = altered(ports.collections, {
    findByName: (name) => {
      lookups += 1;
      return ports.collections.findByName(name);
    },
  });
  const { content } = another({ ports: { collections } });
  const token: Actor = { kind: 'token', tokenId: noId, scope: [] };
  const unknown = { collection: 'unknown', client: 'one' };
  const [inTheList, byPath, outOfScope] = [
    () => content.list(anonymous, unknown, render),
    () => content.listOfCollection(anonymous, unknown, render),
    () => content.list(token, { collection: 'pages', client: 'one' }, render),
  ];
  await inTheList();
  await refused('not_found', byPath());
  await refused('token_scope', outOfScope());
  expect(lookups).toBe(3);
  for (const read of [inTheList, byPath, outOfScope]) await refused('rate_limited', read());
  expect(lookups).toBe(3);
});

test('parallel reads of one client are counted exactly', async () => {
  const { cms, another } = await cachedWorld({ requestsPerMinute: 7 });
  const instances = [cms, another()];
  const reads = Array.from({ length: 30 }, (_, n) => list(instances[n % 2]!, 'one'));
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
});

test('reads do not count as logins, nor logins as reads', async () => {
  const { cms } = await cachedWorld({ requestsPerMinute: 1 });
  await list(cms, 'one');
  await refused('rate_limited', list(cms, 'one'));
  const logIn = () => cms.accounts.logIn({ email: 'x', password: 'x', client: 'one' });
  for (let n = 0; n < 5; n += 1) await refused('invalid_credentials', logIn());
  await refused('rate_limited', logIn());
});

test('while the shared store is away each instance counts for itself, and nobody goes uncounted', async () => {
  const { ports } = await coreWorld();
  const increment = () => Promise.reject(new Error('away'));
  const away = altered(ports.sharedCache, { increment });
  const limiter = fixedWindowLimiter(away, ports.processCache);
  const limit = { attempts: 3, windowMs: minute };
  const attempts = await Promise.all(
    Array.from({ length: 10 }, () => limiter.attempt('key', limit)),
  );
  expect(attempts.filter((refusal) => refusal === undefined)).toHaveLength(3);
  const back = fixedWindowLimiter(ports.sharedCache, ports.processCache);
  expect(await back.attempt('key', limit)).toBe(undefined);
  const elsewhere = fixedWindowLimiter(away, new MemoryKeyValueCache(ports.clock));
  expect(await elsewhere.attempt('key', limit)).toBe(undefined);
});
