import { expect, test, vi } from 'vitest';
import { anonymous, operator, type Actor } from '../../core/index.ts';
import type { ChangePage } from '../../core/vocabulary.ts';
import { rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { localeWorld } from '../support/core/locale-world.ts';
import { webhookWorld } from '../support/webhooks/webhook-world.ts';

const codes = (...all: readonly string[]) => ({ locales: all.map((code) => ({ code })) });

test('the base locale of a collection cannot be removed, with the number of collections', async () => {
  const { cms, localise, posts, pages } = await localeWorld();
  await localise(posts.name, { baseLocale: 'fr' });
  const remove = () => cms.locales.update(operator, codes('de'));
  expect(await rejectsWith('locale_in_use', remove())).toMatchObject({
    message: "The locale 'fr' is in use",
    details: 'It is the base locale of 1 collection',
  });
  await localise(pages.name, { baseLocale: 'fr' });
  const { details } = await rejectsWith('locale_in_use', cms.locales.update(operator, codes()));
  expect(details).toBe('It is the base locale of 2 collections');
  expect(await cms.locales.list()).toHaveLength(2);
  // The other one is free, and so is this one when no collection is localised.
  await cms.locales.update(operator, codes('fr'));
  for (const { name } of [posts, pages]) {
    await cms.collections.update(operator, name, { localized: false });
  }
  expect(await cms.locales.update(operator, codes())).toEqual([]);
});

test('a locale gets another code, and with it the collections that it is the base of', async () => {
  const { cms, localise, posts, pages, clock, another } = await localeWorld();
  const before = await localise(posts.name);
  await localise(pages.name, { baseLocale: 'fr' });
  clock.advance(1);
  const renamed = {
    locales: [
      { code: 'fr', fallback: ['de-de'] },
      { code: 'de-DE', renamedFrom: 'DE' },
    ],
  };
  expect(await cms.locales.update(operator, renamed)).toEqual([
    { code: 'fr', name: 'fr', fallback: ['de-DE'] },
    { code: 'de-DE', name: 'de-DE', fallback: [] },
  ]);
  expect(await another().collections.get(operator, posts.name)).toEqual({
    ...before,
    baseLocale: 'de-DE',
    version: before.version + 1,
    updatedAt: clock.now(),
  });
  expect(await cms.collections.get(operator, pages.name)).toMatchObject({ baseLocale: 'fr' });
  // The former code is free again.
  await cms.locales.update(operator, codes('de-DE', 'fr', 'de'));
});

test('another order changes the default, and no collection', async () => {
  const { cms, localise, posts, pages } = await localeWorld();
  const before = await localise(posts.name);
  await cms.locales.update(operator, codes('fr', 'de'));
  expect(await cms.collections.get(operator, posts.name)).toEqual(before);
  expect((await localise(pages.name)).baseLocale).toBe('fr');
});

test('a list replaces only the one that was expected', async () => {
  const { cms, another } = await localeWorld();
  const expected = await cms.locales.list();
  const isExpected = (locales: readonly unknown[]) =>
    JSON.stringify(locales) === JSON.stringify(expected);
  const results = await Promise.allSettled([
    cms.locales.update(operator, codes('de', 'it'), isExpected),
    another().locales.update(operator, codes('de', 'es'), isExpected),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'version_mismatch' },
  });
});

test('no list that is written at the same time lacks the base locale of a collection', async () => {
  const { cms, localise, posts, another } = await localeWorld();
  const results = await Promise.allSettled([
    localise(posts.name, { baseLocale: 'fr' }),
    another().locales.update(operator, codes('de')),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { baseLocale } = await cms.collections.get(operator, posts.name);
  const known = (await cms.locales.list()).map(({ code }) => code);
  expect(baseLocale === undefined || known.includes(baseLocale)).toBe(true);
});

test('a change is in the audit, with the codes', async () => {
  const { cms, person } = await localeWorld();
  const admin = await person('admin');
  await cms.locales.update(admin, codes('de', 'pt-br'));
  await rejectsWith('invalid_input', cms.locales.update(admin, codes('?')));
  const { entries } = await cms.audit.list(admin, { resource: 'locales' });
  expect(entries).toMatchObject([
    { action: 'locales.update', detail: 'de, pt-BR', by: { kind: 'user', id: admin.userId } },
    { action: 'locales.update', detail: 'de, fr', by: { kind: 'operator' } },
  ]);
});

/** Follows the feed from now on. */
const follow = async ({ cms }: Pick<CoreWorld, 'cms'>, actor: Actor, collection?: string) => {
  let { cursor: after } = await cms.changes.read(actor, { collection });
  return async () => {
    const page = await cms.changes.read(actor, { collection, after });
    after = page.cursor;
    return page.changes.map(({ type, id, collectionId }) =>
      [type, id, collectionId].filter((part) => part !== undefined).join(' '),
    );
  };
};

test('a renaming resets every reader of the feed, and another order or name nobody', async () => {
  const world = await localeWorld();
  const { cms, localise, posts, pages, person } = world;
  await localise(posts.name);
  const readers = [
    await follow(world, anonymous),
    await follow(world, await person('viewer')),
    await follow(world, anonymous, pages.name),
  ];
  await cms.locales.update(operator, {
    locales: [{ code: 'fr', name: 'Français' }, { code: 'de' }],
  });
  for (const next of readers) expect(await next()).toEqual([]);
  const renamed = { locales: [{ code: 'fr' }, { code: 'de-DE', renamedFrom: 'de' }] };
  await cms.locales.update(operator, renamed);
  for (const next of readers)
    expect(await next()).toEqual([`collection.changed ${posts.id}`, 'reset']);
});

test('localising a collection, or no more, resets the readers who see it, and a second time nobody', async () => {
  const world = await localeWorld();
  const { cms, localise, posts, pages, person } = world;
  const secret = await cms.collections.create(operator, { name: 'secret', access: 'private' });
  const viewer = await follow(world, await person('viewer'));
  const editor = await follow(world, await person('editor'));
  const ofPosts = await follow(world, anonymous, posts.name);
  const ofPages = await follow(world, anonymous, pages.name);
  const elsewhere: Actor = { kind: 'token', tokenId: posts.id, scope: [pages.id] };
  const token = await cms.apiTokens.create(operator, { name: 'Site', collections: [pages.name] });
  const scoped = await follow(world, {
    ...elsewhere,
    ...(await cms.apiTokens.authenticate(token.secret)),
  });
  const told = (id: string) => [`collection.changed ${id}`, `reset ${id}`];

  for (const localized of [true, false]) {
    await cms.collections.update(operator, posts.name, { localized });
    for (const next of [viewer, editor, ofPosts]) expect(await next()).toEqual(told(posts.id));
    expect(await ofPages()).toEqual([`collection.changed ${posts.id}`]);
    expect(await scoped()).toEqual([]);
  }
  await localise(secret.name);
  expect(await editor()).toEqual(told(secret.id));
  expect(await viewer()).toEqual([]);
  await localise(secret.name);
  expect(await editor()).toEqual([`collection.changed ${secret.id}`]);
});

test('a reader who waits is told at once', async () => {
  const { cms, localise, posts } = await localeWorld();
  const pages = await cms.changes.follow(anonymous, { client: '192.0.2.1' });
  const next = pages[Symbol.asyncIterator]();
  await next.next();
  const found = next.next();
  await localise(posts.name);
  const page = (await found).value as ChangePage | undefined;
  expect(page?.changes.map(({ type }) => type)).toEqual(['collection.changed', 'reset']);
  await next.return?.();
});

test('a renaming starts a build', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const world = await webhookWorld();
    const { cms } = world;
    await cms.locales.update(operator, codes('de'));
    await world.webhook({ kind: 'deploy', debounceSeconds: 10 });
    await cms.locales.update(operator, { locales: [{ code: 'de', name: 'Deutsch' }] });
    await world.deliver();
    world.pass(10_000);
    await world.deliver();
    expect(world.sent).toHaveLength(0);
    await cms.locales.update(operator, { locales: [{ code: 'de-DE', renamedFrom: 'de' }] });
    await world.deliver();
    world.pass(10_000);
    await world.deliver();
    expect(world.sent).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
