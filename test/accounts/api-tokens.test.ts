import { expect, test } from 'vitest';
import { anonymous, operator, type Actor, type Cms, type TokenActor } from '../../core/index.ts';
import { day, minute, noId } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { faults } from '../support/core/faults.ts';
import { sha256 } from '../support/sha256.ts';
import { altered } from '../support/core/altered.ts';

const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };

const useCases: readonly (readonly [string, (cms: Cms, actor: Actor) => Promise<unknown>])[] = [
  ['list', ({ apiTokens }, actor) => apiTokens.list(actor)],
  ['create', ({ apiTokens }, actor) => apiTokens.create(actor, { name: '', collections: ['x'] })],
  ['revoke', ({ apiTokens }, actor) => apiTokens.revoke(actor, noId)],
];

for (const [name, ask] of useCases) {
  test(`only administrators may ${name} API tokens`, async () => {
    const { cms, person } = await coreWorld();
    await rejectsWith('not_authenticated', ask(cms, anonymous));
    await rejectsWith('token_read_only', ask(cms, token));
    for (const role of ['viewer', 'author', 'editor'] as const) {
      await rejectsWith('forbidden', ask(cms, await person(role)));
    }
    for (const actor of [operator, await person('admin')]) {
      await ask(cms, actor).catch((error: unknown) =>
        expect(error).not.toMatchObject({ kind: 'forbidden' }),
      );
    }
  });
}

test('the secret is returned once; only its digest and first eight characters are stored', async () => {
  const { cms, clock, ports, log } = await coreWorld();
  const { secret, ...created } = await cms.apiTokens.create(operator, { name: ' Site ' });
  expect(secret).toMatch(/^st_[A-Za-z0-9]{33,}$/);
  expect(created.collections).toEqual([]);
  expect(created.token).toEqual({
    id: created.token.id,
    name: 'Site',
    prefix: secret.slice(0, 8),
    digest: sha256(secret),
    scope: 'all',
    expiresAt: undefined,
    lastUsedAt: undefined,
    createdAt: clock.now(),
  });
  await cms.apiTokens.authenticate(secret);
  const kept = [
    await cms.apiTokens.list(operator),
    await ports.store.repositories.apiTokens.list(),
    log.entries,
  ];
  expect(JSON.stringify(kept)).not.toContain(secret.slice(3));
});

test('secrets have at least 160 random bits and never repeat', async () => {
  const { cms } = await coreWorld();
  const secrets = new Set<string>();
  for (let n = 0; n < 200; n += 1) {
    const { secret } = await cms.apiTokens.create(operator, { name: 'x' });
    secrets.add(secret);
    expect((secret.length - 3) * Math.log2(62)).toBeGreaterThanOrEqual(160);
  }
  expect(secrets.size).toBe(200);
});

test('only the complete secret authenticates a token (CVE-2024-47822)', async () => {
  const { cms } = await coreWorld();
  const { secret, token: stored } = await cms.apiTokens.create(operator, { name: 'x' });
  const actor = await cms.apiTokens.authenticate(secret);
  expect(actor).toMatchObject({ kind: 'token', tokenId: stored.id, scope: 'all' });
  const others = [
    '',
    'st_',
    stored.prefix,
    stored.digest,
    secret.slice(0, -1),
    `${secret}x`,
    secret.slice(3),
    secret.toUpperCase(),
    ` ${secret}`,
    `st_${'x'.repeat(5_000)}`,
  ];
  for (const text of others) await rejectsWith('invalid_token', cms.apiTokens.authenticate(text));
});

test('a text that cannot be a token is not looked up', async () => {
  const { another, ports } = await coreWorld();
  const trouble = faults({ nth: 1, kind: 'rejected', isLasting: true });
  const cms = another({
    ports: {
      store: alteredStore(ports.store, ({ apiTokens }) => ({ apiTokens: trouble.on(apiTokens) })),
    },
  });
  for (const text of ['', 'x', 'Bearer st_x', `st_${'x'.repeat(254)}`]) {
    await rejectsWith('invalid_token', cms.apiTokens.authenticate(text));
  }
  expect(trouble.calls()).toBe(0);
});

const lifetimes = [
  ['30d', 30],
  ['90d', 90],
  ['180d', 180],
  ['1y', 365],
] as const;

for (const [expiresIn, days] of lifetimes) {
  test(`a token for ${expiresIn} expires after ${days} days`, async () => {
    const { cms, clock } = await coreWorld();
    const { secret, token: stored } = await cms.apiTokens.create(operator, {
      name: 'x',
      expiresIn,
    });
    expect(stored.expiresAt).toBe(clock.now() + days * day);
    clock.advance(days * day - 1);
    await cms.apiTokens.authenticate(secret);
    clock.advance(1);
    const { message } = await rejectsWith('invalid_token', cms.apiTokens.authenticate(secret));
    expect(message).toBe('This API token has expired');
  });
}

test('a token without an expiry does not expire', async () => {
  const { cms, clock } = await coreWorld();
  const { secret, token: stored } = await cms.apiTokens.create(operator, {
    name: 'x',
    expiresIn: 'never',
  });
  expect(stored.expiresAt).toBeUndefined();
  clock.advance(10_000 * day);
  await cms.apiTokens.authenticate(secret);
});

test('a revoked token is rejected immediately and permanently, on every instance', async () => {
  const { cms, another } = await coreWorld();
  const { secret, token: stored } = await cms.apiTokens.create(operator, { name: 'x' });
  const other = another();
  await other.apiTokens.authenticate(secret);
  await cms.apiTokens.revoke(operator, stored.id.toUpperCase());
  for (const instance of [cms, other]) {
    await rejectsWith('invalid_token', instance.apiTokens.authenticate(secret));
    await rejectsWith('not_found', instance.apiTokens.revoke(operator, stored.id));
  }
  expect(await cms.apiTokens.list(operator)).toEqual([]);
  await rejectsWith('not_found', cms.apiTokens.revoke(operator, 'x'));
});

const scoped = async ({ cms }: CoreWorld, ...collections: readonly string[]) => {
  const { secret, ...shown } = await cms.apiTokens.create(operator, { name: 'x', collections });
  return { ...shown, authenticate: (): Promise<TokenActor> => cms.apiTokens.authenticate(secret) };
};

test('a scope contains the id of each collection once', async () => {
  const world = await coreWorld();
  const { posts, pages } = world;
  const both = await scoped(world, posts.name, pages.name, posts.name);
  expect((await both.authenticate()).scope).toEqual([posts.id, pages.id]);
  expect(both.collections).toEqual([posts.name, pages.name]);
  const unknown = scoped(world, posts.name, 'nothing');
  const { issues } = await rejectsWith('collection_not_found', unknown);
  expect(issues).toEqual([{ path: 'collections.1', message: 'must name a collection' }]);
  expect((await (await scoped(world)).authenticate()).scope).toBe('all');
});

test('creating a token reads the collections once', async () => {
  const world = await coreWorld();
  const calls = faults({ nth: Infinity, kind: 'rejected', isLasting: false });
  const store = alteredStore(world.ports.store, ({ collections }) => ({
    collections: calls.on(collections),
  }));
  const cms = world.another({ ports: { store } });
  await scoped({ ...world, cms }, world.posts.name);
  expect(calls.calls()).toBe(1);
});

test('a scope can contain an inactive collection', async () => {
  const world = await coreWorld();
  await world.cms.collections.update(operator, world.posts.name, { isActive: false });
  expect((await scoped(world, world.posts.name)).token.scope).toEqual([world.posts.id]);
});

test('a scope still contains a collection after it was renamed', async () => {
  const world = await coreWorld();
  const { cms, posts } = world;
  const { authenticate } = await scoped(world, posts.name);
  await cms.collections.update(operator, posts.name, { name: 'news' });
  expect((await authenticate()).scope).toEqual([posts.id]);
  const [shown] = await cms.apiTokens.list(operator);
  expect(shown?.collections).toEqual(['news']);
});

test('a scope whose collection was deleted reads nothing, even if a new collection has its name', async () => {
  const world = await coreWorld();
  const { cms, posts, person, write } = world;
  const { authenticate } = await scoped(world, posts.name);
  await cms.collections.delete(operator, posts.name);
  const made = await cms.collections.create(operator, { name: posts.name });
  await write(await person('author'), { collectionId: made.id });
  const actor = await authenticate();
  expect(actor.scope).toEqual([posts.id]);
  const list = (of: object) => cms.content.readPage(actor, { of: { list: of }, client: 'c' });
  expect((await list({})).value.count).toBe(0);
  const named = list({ collection: posts.name });
  await rejectsWith('token_scope', named);
  expect(await cms.collections.list(actor)).toEqual([]);
  const [shown] = await cms.apiTokens.list(operator);
  expect(shown?.collections).toEqual([posts.id]);
});

test('the name of a token has 1 to 100 characters', async () => {
  const { cms } = await coreWorld();
  const create = (name: string) => cms.apiTokens.create(operator, { name });
  for (const name of ['', '   ', 'x'.repeat(101)]) {
    const { issues } = await rejectsWith('invalid_input', create(name));
    expect(issues).toMatchObject([{ path: 'name' }]);
  }
  await rejectsWith('invalid_text', create('a\u0000'));
  expect((await create('😀'.repeat(100))).token.name).toBe('😀'.repeat(100));
});

test('tokens are listed newest first', async () => {
  const { cms, clock } = await coreWorld();
  for (const name of ['a', 'b', 'c']) {
    await cms.apiTokens.create(operator, { name });
    clock.advance(1);
  }
  const names = (await cms.apiTokens.list(operator)).map((shown) => shown.token.name);
  expect(names).toEqual(['c', 'b', 'a']);
});

test('the last use is shown at once, and stored at most once a minute', async () => {
  const { cms, another, clock } = await coreWorld();
  const { secret } = await cms.apiTokens.create(operator, { name: 'x' });
  const lastUse = async (instance: Cms) =>
    (await instance.apiTokens.list(operator))[0]!.token.lastUsedAt;
  // Another instance shows what is stored.
  const other = another();
  const first = clock.now();
  await cms.apiTokens.authenticate(secret);
  expect([await lastUse(cms), await lastUse(other)]).toEqual([first, first]);
  clock.advance(minute - 1);
  await cms.apiTokens.authenticate(secret);
  expect([await lastUse(cms), await lastUse(other)]).toEqual([first + minute - 1, first]);
  clock.advance(1);
  await cms.apiTokens.authenticate(secret);
  expect([await lastUse(cms), await lastUse(other)]).toEqual([first + minute, first + minute]);
});

test('uses of several tokens are stored together, and at the end', async () => {
  const { cms, another, clock } = await coreWorld();
  const secrets: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    secrets.push((await cms.apiTokens.create(operator, { name })).secret);
  }
  const stored = async () =>
    (await another().apiTokens.list(operator))
      .toSorted((left, right) => left.token.name.localeCompare(right.token.name))
      .map(({ token: { lastUsedAt } }) => lastUsedAt);
  const start = clock.now();
  const [a, b, c] = secrets as [string, string, string];
  await cms.apiTokens.authenticate(a);
  await cms.apiTokens.authenticate(b);
  expect(await stored()).toEqual([start, undefined, undefined]);
  clock.advance(minute);
  await cms.apiTokens.authenticate(c);
  expect(await stored()).toEqual([start, start, start + minute]);
  clock.advance(1);
  await cms.apiTokens.authenticate(a);
  await cms.system.storeTokenUses();
  expect(await stored()).toEqual([start + minute + 1, start, start + minute]);
});

test('a failure to store the last use is logged, and the token is accepted', async () => {
  const { cms, another, ports, log } = await coreWorld();
  const { secret, token: stored } = await cms.apiTokens.create(operator, { name: 'x' });
  const trouble = faults({ nth: 2, kind: 'rejected', isLasting: true });
  const troubled = another({
    ports: {
      store: alteredStore(ports.store, ({ apiTokens }) => ({ apiTokens: trouble.on(apiTokens) })),
    },
  });
  expect((await troubled.apiTokens.authenticate(secret)).tokenId).toBe(stored.id);
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { tokens: 1 } }]);
});

test('a use that is stored while the tokens are read is shown', async () => {
  const { cms, another, clock, ports } = await coreWorld();
  const { secret } = await cms.apiTokens.create(operator, { name: 'x' });
  const storing = another({
    ports: {
      store: alteredStore(ports.store, ({ apiTokens }) => ({
        apiTokens: altered(apiTokens, {
          list: async () => {
            const tokens = await apiTokens.list();
            await storing.system.storeTokenUses();
            return tokens;
          },
        }),
      })),
    },
  });
  // The first use is stored at once, the second one is not.
  await storing.apiTokens.authenticate(secret);
  clock.advance(1);
  await storing.apiTokens.authenticate(secret);
  const [listed] = await storing.apiTokens.list(operator);
  expect(listed?.token.lastUsedAt).toBe(clock.now());
});
