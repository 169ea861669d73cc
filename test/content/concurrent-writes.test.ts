import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { manualTimer } from '../support/core/manual-timer.ts';

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
