import { describe, expect, test } from 'vitest';
import { anonymous, isDomainError, operator, type Actor, type Cms } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { cachedWorld } from '../support/cache/cached-world.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const client = 'client';

type Read = (cms: Cms, actor: Actor, item: ContentItem) => Promise<unknown>;

/** Every use case that reads content for a caller. */
const reads: Readonly<Record<string, Read>> = {
  list: async ({ content }, actor) => {
    const { value } = await content.readPage(actor, { of: { list: {} }, client });
    return value.kind === 'items' && value.items.map(({ title }) => title);
  },
  'list of a collection': async ({ content }, actor) => {
    const { value } = await content.readPage(actor, {
      of: { list: { collection: 'blog-posts', mustExist: true } },
      client,
    });
    return value.kind === 'items' && value.items.map(({ title }) => title);
  },
  'one item': async ({ content }, actor, { id }) =>
    (await content.readItem(actor, { of: { id }, client })).value.item.title,
  'one item of a collection': async ({ content }, actor, { slug }) => {
    const of = { collection: 'blog-posts', idOrSlug: slug };
    return (await content.readItem(actor, { of, client })).value.item.title;
  },
  'expanded list': async ({ content }, actor) => {
    const command = { of: { list: {} }, client, expand: 'content' };
    const { value } = await content.readPage(actor, command);
    return value.kind === 'items' && value.items.map(({ title }) => title);
  },
  'expanded item': async ({ content }, actor, { id }) =>
    (await content.readItem(actor, { of: { id }, client, expand: 'content' })).value.item.title,
};

/** Those that only users have. */
const summaryReads: Readonly<Record<string, Read>> = {
  summaries: async ({ content }, actor) =>
    (await content.listSummaries(actor, { client })).summaries.map(({ title }) => title),
  counts: ({ content }, actor) => content.count(actor, { client }),
  'found titles': async ({ content }, actor, { title }) =>
    (await content.find(actor, { title, client })).map((found) => found.title),
};

/** What a read returns, or the code of its error. */
const outcomeOf = (read: Promise<unknown>): Promise<unknown> =>
  read.catch((error: unknown) => {
    if (isDomainError(error)) return error.code;
    throw error;
  });

/**
 * A store in which something happens between the read of the site and that of the content, for the first
 * `times` reads of the site outside of a transaction.
 */
const interrupted = (store: Store, times: number, happen: (n: number) => Promise<unknown>) => {
  let loads = 0;
  let transactions = 0;
  const { site } = store.repositories;
  const changed = altered(store, {
    repositories: {
      ...store.repositories,
      site: altered(site, {
        load: async (collection) => {
          const state = await site.load(collection);
          loads += 1;
          if (loads <= times) await happen(loads);
          return state;
        },
      }),
    },
    consistently: (work) => {
      transactions += 1;
      return store.consistently(work);
    },
  });
  return { store: changed, loads: () => loads, transactions: () => transactions };
};

const draftWorld = async () => {
  const world = await coreWorld();
  const item = await world.write(await world.person('author'), { title: 'Secret' });
  return { ...world, item };
};

describe('a change between the read of the site and that of the content', () => {
  for (const [name, read] of Object.entries(reads)) {
    test(`of the settings decides the result: ${name}`, async () => {
      const { cms, another, ports, item } = await draftWorld();
      expect(String(await read(cms, anonymous, item))).toBe('Secret');
      const hide = () => cms.settings.update(operator, { publicContent: 'published' });
      const { store, loads, transactions } = interrupted(ports.store, 1, hide);
      const late = await outcomeOf(read(another({ ports: { store } }), anonymous, item));
      expect(late).toEqual(await outcomeOf(read(cms, anonymous, item)));
      expect(String(late)).not.toContain('Secret');
      expect([loads(), transactions()]).toEqual([2, 0]);
    });

    test(`of a collection decides the result: ${name}`, async () => {
      const { cms, another, ports, item } = await draftWorld();
      const hide = () => cms.collections.update(operator, 'blog-posts', { isActive: false });
      const { store } = interrupted(ports.store, 1, hide);
      const late = await outcomeOf(read(another({ ports: { store } }), anonymous, item));
      expect(late).toEqual(await outcomeOf(read(cms, anonymous, item)));
      expect(String(late)).not.toContain('Secret');
    });
  }

  for (const [name, read] of Object.entries({ ...reads, ...summaryReads })) {
    test(`that ends the session of the caller rejects the read: ${name}`, async () => {
      const { cms, another, ports, item, member } = await draftWorld();
      const actor = await cms.accounts.authenticate((await member('viewer')).token);
      const { store } = interrupted(ports.store, 1, () => cms.accounts.logOut(actor));
      const late = read(another({ ports: { store } }), actor, item);
      await rejectsWith('invalid_session', late);
    });
  }

  test('that deactivates the account or revokes the token of the caller rejects the read', async () => {
    const { cms, another, ports, item, member } = await draftWorld();
    const { user, token } = await member('viewer');
    const viewer = await cms.accounts.authenticate(token);
    const { secret, token: stored } = await cms.apiTokens.create(operator, { name: 'x' });
    const reader = await cms.apiTokens.authenticate(secret);
    const cases = [
      [viewer, 'invalid_session', () => cms.users.update(operator, user.id, { isActive: false })],
      [reader, 'invalid_token', () => cms.apiTokens.revoke(operator, stored.id)],
    ] as const;
    for (const [actor, code, happen] of cases) {
      const { store } = interrupted(ports.store, 1, happen);
      await rejectsWith(code, reads['list']!(another({ ports: { store } }), actor, item));
    }
  });
});

test('a read during many changes ends in one transaction', async () => {
  const { cms, another, ports, item } = await draftWorld();
  const rename = (n: number) => cms.settings.update(operator, { siteName: `Site ${n}` });
  const { store, loads, transactions } = interrupted(ports.store, Infinity, rename);
  const busy = another({ ports: { store } });
  for (const [name, read] of Object.entries(reads)) {
    const before = [loads(), transactions()] as const;
    expect(String(await read(busy, anonymous, item)), name).toBe('Secret');
    expect([loads() - before[0], transactions() - before[1]], name).toEqual([3, 1]);
  }
});

test('a read that is repeated counts once for the rate limit', async () => {
  const { cms, another, ports } = await cachedWorld({ requestsPerMinute: 2 });
  const rename = (n: number) => cms.settings.update(operator, { siteName: `Site ${n}` });
  const { store } = interrupted(ports.store, Infinity, rename);
  const { content } = another({ ports: { store } });
  for (let n = 0; n < 2; n += 1) await content.readPage(anonymous, { of: { list: {} }, client });
  await rejectsWith('rate_limited', content.readPage(anonymous, { of: { list: {} }, client }));
});

test('writes of content do not make a read repeat', async () => {
  const { another, ports, item, write, person } = await draftWorld();
  const author = await person('author');
  const { store, loads } = interrupted(ports.store, Infinity, () => write(author));
  const busy = another({ ports: { store } });
  for (const read of Object.values(reads)) await read(busy, anonymous, item);
  expect(loads()).toBe(Object.keys(reads).length);
});

describe('a result can be used again', () => {
  const reusableOf = async ({ cms }: Pick<CoreWorld, 'cms'>) =>
    (await cms.content.readPage(anonymous, { of: { list: {} }, client })).reusable;

  test('for the lifetime of the cache, while the store has the same snapshot', async () => {
    const world = await cachedWorld({ ttlSeconds: 60 });
    const snapshot = await world.cms.cache.snapshot();
    expect(await reusableOf(world)).toEqual({ snapshot, lifetimeMs: 60_000 });
    await world.write(await world.person('author'));
    expect(await world.cms.cache.snapshot()).not.toBe(snapshot);
  });

  test('not while the cache is off, with a rate limit, or without a snapshot', async () => {
    const world = await cachedWorld({ requestsPerMinute: 100 });
    expect(await reusableOf(world)).toBeUndefined();
    const settings = { requestsPerMinute: 0 };
    await world.cms.plugins.configure(operator, 'cache', { active: false, settings });
    expect(await reusableOf(world)).toBeUndefined();
    await world.cms.plugins.configure(operator, 'cache', { active: true });
    expect(await reusableOf(world)).toBeDefined();
    const store = alteredStore(world.ports.store, ({ contents }) => ({
      contents: altered(contents, {
        list: async (...query) => {
          const read = await contents.list(...query);
          return read.isCurrent ? { ...read, snapshot: undefined } : read;
        },
      }),
    }));
    expect(await reusableOf({ cms: world.another({ ports: { store } }) })).toBeUndefined();
  });
});
