import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canTransition,
  isDomainError,
  operator,
  type Cms,
  type DomainEvent,
  type ItemInEvent,
} from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { contentStatuses, type ContentItem } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { manualTimer } from '../support/core/manual-timer.ts';
import { post } from '../support/import/imports.ts';
import { randomRuns } from '../support/seeded-random.ts';
import { tellEvents } from '../support/core/tell-events.ts';

const soon = (): Promise<void> => sleep(1);

/** A service with a slow store that counts how often an item is read. */
const slowWorld = async () => {
  const world = await coreWorld();
  let reads = 0;
  const { store } = world.ports;
  const { contents } = store.repositories;
  const slow = altered(store, {
    repositories: {
      ...store.repositories,
      contents: altered(contents, {
        findById: async (id) => {
          reads += 1;
          await soon();
          return contents.findById(id);
        },
      }),
    },
    commit: async (changes) => {
      await soon();
      return store.commit(changes);
    },
  });
  return { ...world, slow: { store: slow }, reads: () => reads };
};

test('concurrent writes to one item all succeed, without reading it repeatedly', async () => {
  const { person, write, another, slow, reads, ports } = await slowWorld();
  const { id } = await write(await person('author'));
  const instances = [1, 2].map(() => another({ ports: slow }));
  const count = 300;
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      instances[n % 2]!.content.update(operator, n % 3 === 0 ? id.toUpperCase() : id, {
        title: `Title ${n}`,
      }),
    ),
  );
  expect((await ports.store.repositories.contents.findById(id))?.version).toBe(1 + count);
  expect(reads()).toBeLessThan(6 * count);
});

test('concurrent updates and the deletion of an item all complete', async () => {
  const { person, write, another, slow, ports } = await slowWorld();
  const { id } = await write(await person('author'));
  const { content } = another({ ports: slow });
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 100 }, (_, n) => content.update(operator, id, { title: `T ${n}` })),
    content.delete(operator, id),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
  }
  expect(outcomes.at(-1)?.status).toBe('fulfilled');
  expect(await ports.store.repositories.contents.findById(id)).toBeUndefined();
});

test('a write whose wait times out is rejected, and does not block later writes', async () => {
  const { person, write, another, ports } = await coreWorld();
  const author = await person('author');
  const [{ id }, other] = [await write(author), await write(author)];
  const timer = manualTimer();
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  let commits = 0;
  const store = altered(ports.store, {
    commit: async (changes) => {
      commits += 1;
      // The first write conflicts with another instance.
      if (commits === 1) return false;
      // The second attempt is slow.
      if (commits === 2) await isOver;
      return ports.store.commit(changes);
    },
  });
  const { content } = another({ ports: { store, timer } });
  const slow = content.update(operator, id, { title: 'Slow' });
  await expect.poll(() => commits).toBe(2);
  const late = rejectsWith('overloaded', content.update(operator, id, { title: 'Late' }));
  await content.update(operator, other.id, { title: 'Elsewhere' });
  await expect.poll(() => timer.waits()).toEqual([20_000]);
  timer.expire();
  expect((await late).retryAfterMs).toBe(1_000);
  const behind = content.update(operator, id, { title: 'Behind' });
  await soon();
  expect(commits).toBe(3);
  goOn();
  expect(await slow).toMatchObject({ title: 'Slow', version: 2 });
  expect(await behind).toMatchObject({ title: 'Behind', version: 3 });
});

test('a write that fails lets the next one run', async () => {
  const { person, write, another, slow } = await slowWorld();
  const author = await person('author');
  const { id } = await write(author);
  const { content } = another({ ports: slow });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      content.update(operator, id, n % 2 === 0 ? { title: `T ${n}` } : { slug: '!' }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

/** A store in which something happens before each of the first commits. */
const beforeCommits = (store: Store, times: number, happen: () => Promise<unknown>) => {
  let commits = 0;
  const changed = altered(store, {
    commit: async (changes) => {
      commits += 1;
      if (commits <= times) await happen();
      return store.commit(changes);
    },
  });
  return { store: changed, commits: () => commits };
};

const schema = { properties: { rating: { type: 'number' } } };

const changeSchema = (cms: Cms) => () => cms.collections.update(operator, 'blog-posts', { schema });

test('data is checked again if the schema changes before it is stored', async () => {
  const { cms, another, ports, person, posts, write } = await coreWorld();
  const author = await person('author');
  const item = await write(author, { status: 'published' });
  const wrong = { title: 'x', data: { rating: 'many' } };
  const writes = [
    (content: Cms['content']) => content.create(author, { collectionId: posts.id, ...wrong }),
    (content: Cms['content']) => content.update(author, item.id, wrong),
  ];
  for (const send of writes) {
    await cms.collections.update(operator, 'blog-posts', { schema: {} });
    const { store, commits } = beforeCommits(ports.store, 1, changeSchema(cms));
    const late = send(another({ ports: { store } }).content);
    const { issues } = await rejectsWith('invalid_data', late);
    expect([issues?.[0]?.path, commits()]).toEqual(['data.rating', 1]);
  }
  expect(await ports.store.repositories.contents.listAfter(undefined, 10)).toEqual([item]);
});

test('a write is stored after a change of the collection that it fits', async () => {
  const { cms, another, ports, person, posts, write } = await coreWorld();
  const author = await person('author');
  const { id } = await write(author);
  const { store, commits } = beforeCommits(ports.store, 1, changeSchema(cms));
  const { content } = another({ ports: { store } });
  const data = { rating: 5 };
  await content.create(author, { collectionId: posts.id, title: 'New', data });
  expect(commits()).toBe(2);
  expect((await content.update(author, id, { data })).version).toBe(2);
});

test('a creation during endless changes of its collection is rejected', async () => {
  const { cms, another, ports, person, posts } = await coreWorld();
  const author = await person('author');
  const { store, commits } = beforeCommits(ports.store, Infinity, changeSchema(cms));
  const { content } = another({ ports: { store } });
  const creation = content.create(author, { collectionId: posts.id, title: 'New' });
  expect((await rejectsWith('overloaded', creation)).retryAfterMs).toBeGreaterThan(0);
  expect(commits()).toBe(10);
  expect(await ports.store.repositories.contents.listAfter(undefined, 10)).toEqual([]);
});

test('a new item whose collection changes during its import fails alone', async () => {
  const { cms, another, ports } = await coreWorld();
  const { store } = beforeCommits(ports.store, 1, changeSchema(cms));
  const { transfer } = another({ ports: { store } });
  const [outcome] = await transfer.importContent(operator, { records: [post()] });
  expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'version_mismatch' } });
  const [again] = await transfer.importContent(operator, { records: [post()] });
  expect(again?.outcome).toBe('created');
});

/** The schedule decides when each call to the port happens, and when its result arrives. */
const scheduled = <T extends object>(scheduler: fc.Scheduler, port: T): T =>
  new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...parameters: readonly unknown[]) => {
        await scheduler.schedule(Promise.resolve(), `ask ${String(name)}`);
        const answer: unknown = await Reflect.apply(member, target, parameters);
        await scheduler.schedule(Promise.resolve(), `answer ${String(name)}`);
        return answer;
      };
    },
  });

const slugs = ['one', 'two', 'three'];

const action = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'update', 'update', 'delete', 'import'),
  target: fc.nat(4),
  slug: fc.constantFrom(...slugs),
  status: fc.constantFrom(...contentStatuses),
});

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const perform = (
  { content, transfer }: Cms,
  { posts, ids }: { readonly posts: CoreWorld['posts']; readonly ids: readonly string[] },
  { kind, target, slug, status }: Action,
  n: number,
): Promise<unknown> => {
  const id = ids[target % ids.length]!;
  const fields = { title: `Title ${n}`, slug, status };
  switch (kind) {
    case 'create':
      return content.create(operator, { collectionId: posts.id, ...fields });
    case 'update':
      return content.update(operator, id, fields);
    case 'delete':
      return content.delete(operator, id);
    case 'import':
      return transfer.importContent(operator, {
        records: [
          { collection: posts.name, ...fields },
          { id, collection: posts.name, ...fields },
        ],
        overwrite: true,
      });
  }
};

/** A service with three items, whose store and content repository are called in any order. */
const scheduledWorld = async (scheduler: fc.Scheduler) => {
  const events: DomainEvent[] = [];
  const world = await coreWorld();
  const author = await world.person('author');
  const items: ContentItem[] = [];
  for (let n = 0; n < 3; n += 1) items.push(await world.write(author));
  const { store } = world.ports;
  const { contents } = store.repositories;
  const slow = altered(scheduled(scheduler, store), {
    repositories: { ...store.repositories, contents: scheduled(scheduler, contents) },
  });
  const onEvent = (event: DomainEvent) => void events.push(event);
  const cms = world.another({ ports: { store: slow } });
  const listening = world.another({ onEvent });
  await listening.events.begin();
  return { ...world, items, cms, told: () => tellEvents(listening).then(() => events) };
};

test('with any concurrent writes, slugs are unique, versions count every write and no rule is broken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(action, { minLength: 3, maxLength: 12 }),
      async (scheduler, actions) => {
        const { cms, posts, ports, told, items } = await scheduledWorld(scheduler);
        const ids = items.map(({ id }) => id);
        const all = Promise.allSettled(
          actions.map((one, n) => perform(cms, { posts, ids }, one, n)),
        );
        await scheduler.waitFor(all);
        for (const outcome of await all) {
          if (outcome.status === 'rejected') expect(isDomainError(outcome.reason)).toBe(true);
        }
        const there = await ports.store.repositories.contents.listAfter(undefined, 1_000);
        expect(new Set(there.map(({ slug }) => slug)).size).toBe(there.length);
        for (const { id, slug } of there) {
          expect((await ports.store.repositories.contents.findBySlug(slug))?.id).toBe(id);
        }
        const changes = (await told()).flatMap((event) =>
          event.type === 'content.updated' ? [event] : [],
        );
        for (const { before, item } of changes) {
          expect(item.version).toBe(before.version + 1);
        }
        for (const { id, version } of there) {
          const written = changes.filter((change) => change.item.id === id);
          expect(version).toBe(1 + written.length);
          const page = { limit: 100, offset: 0 };
          const times = (await ports.store.repositories.revisions.list(id, page)).map(
            ({ createdAt }) => createdAt,
          );
          expect(times).toEqual(times.toSorted((left, right) => right - left));
        }
      },
    ),
    { numRuns: randomRuns(60) },
  );
});

test('concurrent updates follow the lifecycle', async () => {
  const update = action.map((one) => ({ ...one, kind: 'update' }) as const);
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(update, { minLength: 2, maxLength: 10 }),
      async (scheduler, actions) => {
        const { cms, posts, told, items } = await scheduledWorld(scheduler);
        const [{ id }] = items as [ContentItem];
        const all = Promise.allSettled(
          actions.map(({ status, target }, n) =>
            perform(cms, { posts, ids: [id] }, { kind: 'update', target, status, slug: 'x' }, n),
          ),
        );
        await scheduler.waitFor(all);
        let item: ItemInEvent = items[0]!;
        const changes = (await told()).flatMap((event) =>
          event.type === 'content.updated' ? [event] : [],
        );
        for (const change of changes) {
          expect(item).toMatchObject(change.before);
          expect(canTransition(item.status, change.item.status)).toBe(true);
          item = change.item;
        }
        expect((await all).filter(({ status }) => status === 'fulfilled')).toHaveLength(
          changes.length,
        );
      },
    ),
    { numRuns: randomRuns(60) },
  );
});

test('of many creations with one slug one is stored, and each other one is offered a free slug', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 8 }), async (scheduler, count) => {
      const { cms, posts, ports } = await scheduledWorld(scheduler);
      const command = { collectionId: posts.id, title: 'Same', slug: 'same' };
      const all = Promise.allSettled(
        Array.from({ length: count }, () => cms.content.create(operator, command)),
      );
      await scheduler.waitFor(all);
      const outcomes = await all;
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue;
        expect(outcome.reason).toMatchObject({ code: 'slug_taken', details: "'same-2' is free" });
      }
      expect(await ports.store.repositories.contents.findBySlug('same-2' as never)).toBeUndefined();
    }),
    { numRuns: randomRuns(30) },
  );
});
