import { expect, test } from 'vitest';
import fc from 'fast-check';
import {
  canTransition,
  contentStatuses,
  isDomainError,
  operator,
  type Cms,
  type ContentItem,
  type DomainEvent,
} from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';

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
  const cms = world.another({ ports: { store: slow }, onEvent });
  return { ...world, events, items, cms };
};

test('with any concurrent writes, slugs are unique, versions count every write and no rule is broken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(action, { minLength: 3, maxLength: 12 }),
      async (scheduler, actions) => {
        const { cms, posts, ports, events, items } = await scheduledWorld(scheduler);
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
        const changes = events.flatMap((event) =>
          event.type === 'content.updated' ? [event] : [],
        );
        for (const { before, item } of changes) {
          expect(item.version).toBe(before.version + 1);
          expect(item.updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
        }
        for (const { id, version } of there) {
          const written = changes.filter((change) => change.item.id === id);
          expect(version).toBe(1 + written.length);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('concurrent updates follow the lifecycle', async () => {
  const update = action.map((one) => ({ ...one, kind: 'update' }) as const);
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(update, { minLength: 2, maxLength: 10 }),
      async (scheduler, actions) => {
        const { cms, posts, events, items } = await scheduledWorld(scheduler);
        const [{ id }] = items as [ContentItem];
        const all = Promise.allSettled(
          actions.map(({ status, target }, n) =>
            perform(cms, { posts, ids: [id] }, { kind: 'update', target, status, slug: 'x' }, n),
          ),
        );
        await scheduler.waitFor(all);
        let item = items[0]!;
        const changes = events.flatMap((event) =>
          event.type === 'content.updated' ? [event] : [],
        );
        for (const change of [...changes].sort((a, b) => a.item.version - b.item.version)) {
          expect(change.before).toEqual(item);
          expect(canTransition(item.status, change.item.status)).toBe(true);
          item = change.item;
        }
        expect((await all).filter(({ status }) => status === 'fulfilled')).toHaveLength(
          changes.length,
        );
      },
    ),
    { numRuns: 150 },
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
    { numRuns: 60 },
  );
});
