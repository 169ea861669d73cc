import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { coreWorld, refused } from '../support/core-world.ts';
import { manualTimer } from '../support/manual-timer.ts';

const soon = (): Promise<void> => sleep(1);

/** A service whose store takes its time, and which counts how often an item is read. */
const slowWorld = async () => {
  const world = await coreWorld();
  let reads = 0;
  const { contents } = world.ports;
  const slow = altered(contents, {
    findById: async (id) => {
      reads += 1;
      await soon();
      return contents.findById(id);
    },
    replace: async (item, version) => {
      await soon();
      return contents.replace(item, version);
    },
  });
  return { ...world, slow, reads: () => reads };
};

test('any number of writes to one item at once all succeed, without reading it over and over', async () => {
  const { person, write, another, slow, reads, ports } = await slowWorld();
  const { id } = await write(await person('author'));
  const instances = [1, 2].map(() => another({ ports: { contents: slow } }));
  const count = 300;
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      instances[n % 2]!.content.update(operator, n % 3 === 0 ? id.toUpperCase() : id, {
        title: `Title ${n}`,
      }),
    ),
  );
  expect((await ports.contents.findById(id))?.version).toBe(1 + count);
  expect(reads()).toBeLessThan(6 * count);
});

test('updates and the deletion of an item at once each come to their end', async () => {
  const { person, write, another, slow, ports } = await slowWorld();
  const { id } = await write(await person('author'));
  const { content } = another({ ports: { contents: slow } });
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 100 }, (_, n) => content.update(operator, id, { title: `T ${n}` })),
    content.delete(operator, id),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
  }
  expect(outcomes.at(-1)?.status).toBe('fulfilled');
  expect(await ports.contents.findById(id)).toBeUndefined();
});

test('a write whose turn does not come is refused in time, and keeps nobody behind it from theirs', async () => {
  const { person, write, another, ports } = await coreWorld();
  const author = await person('author');
  const [{ id }, other] = [await write(author), await write(author)];
  const timer = manualTimer();
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  let replaced = 0;
  const contents = altered(ports.contents, {
    replace: async (item, version) => {
      replaced += 1;
      // The first is lost to another instance; the second round takes long.
      if (item.id === id && replaced === 1) return false;
      if (item.id === id && replaced === 2) await isOver;
      return ports.contents.replace(item, version);
    },
  });
  const { content } = another({ ports: { contents, timer } });
  const slow = content.update(operator, id, { title: 'Slow' });
  await expect.poll(() => replaced).toBe(2);
  const late = refused('overloaded', content.update(operator, id, { title: 'Late' }));
  await content.update(operator, other.id, { title: 'Elsewhere' });
  await expect.poll(() => timer.waits()).toEqual([20_000]);
  timer.expire();
  expect((await late).retryAfterMs).toBe(1_000);
  const behind = content.update(operator, id, { title: 'Behind' });
  await soon();
  expect(replaced).toBe(3);
  goOn();
  expect(await slow).toMatchObject({ title: 'Slow', version: 2 });
  expect(await behind).toMatchObject({ title: 'Behind', version: 3 });
});

test('a write that fails in its turn leaves the turn to the next', async () => {
  const { person, write, another, slow } = await slowWorld();
  const author = await person('author');
  const { id } = await write(author);
  const { content } = another({ ports: { contents: slow } });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      content.update(operator, id, n % 2 === 0 ? { title: `T ${n}` } : { slug: '!' }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});
