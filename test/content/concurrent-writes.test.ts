import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { altered, alteredContents } from '../support/altered.ts';
import { coreWorld, rejectsWith } from '../support/core-world.ts';
import { manualTimer } from '../support/manual-timer.ts';

const soon = (): Promise<void> => sleep(1);

/** A service with a slow store that counts how often an item is read. */
const slowWorld = async () => {
  const world = await coreWorld();
  let reads = 0;
  const slow = alteredContents(world.ports, (contents) => ({
    findById: async (id) => {
      reads += 1;
      await soon();
      return contents.findById(id);
    },
    replace: async (item, version) => {
      await soon();
      return contents.replace(item, version);
    },
  }));
  return { ...world, slow, reads: () => reads };
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
  expect((await ports.contents.findById(id))?.version).toBe(1 + count);
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
  expect(await ports.contents.findById(id)).toBeUndefined();
});

test('a write whose wait times out is rejected, and does not block later writes', async () => {
  const { person, write, another, ports } = await coreWorld();
  const author = await person('author');
  const [{ id }, other] = [await write(author), await write(author)];
  const timer = manualTimer();
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  let replaced = 0;
  const contents = alteredContents(ports, (intact) => ({
    // The first write conflicts with another instance.
    replace: async (item, version) =>
      item.id === id && replaced === 1 ? false : intact.replace(item, version),
  }));
  const unitOfWork = altered(contents.unitOfWork, {
    single: async (permit, work) => {
      replaced += 1;
      // The second attempt is slow.
      if (replaced === 2) await isOver;
      return contents.unitOfWork.single(permit, work);
    },
  });
  const { content } = another({ ports: { unitOfWork, timer } });
  const slow = content.update(operator, id, { title: 'Slow' });
  await expect.poll(() => replaced).toBe(2);
  const late = rejectsWith('overloaded', content.update(operator, id, { title: 'Late' }));
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
