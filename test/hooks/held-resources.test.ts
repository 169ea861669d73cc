import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operator, type Hook } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { updateOf } from '../conformance/content/content-changes.ts';
import { expectVersion } from '../support/core/expected-version.ts';

/** A hook that waits until a test answers it. */
const pausedHook = () => {
  const waiting: (() => void)[] = [];
  let isOn = false;
  const hook: Hook = {
    name: 'slow',
    operations: ['content.update', 'content.delete'],
    decide: async () => {
      if (!isOn) return undefined;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waiting.push(() => resolve(undefined));
      return promise;
    },
  };
  return {
    hook,
    pause: () => {
      isOn = true;
    },
    /** Resolves when this many calls wait. */
    reached: async (count: number): Promise<void> => {
      while (waiting.length < count) await sleep(1);
    },
    /** Lets the oldest waiting calls continue. */
    release: (count: number): void => waiting.splice(0, count).forEach((resolve) => resolve()),
    end: () => {
      isOn = false;
      waiting.splice(0).forEach((resolve) => resolve());
    },
  };
};

test('no transaction runs while a hook runs', async () => {
  const slow = pausedHook();
  const { cms, ports, write, person } = await coreWorld({ hooks: [slow.hook] });
  const { id } = await write(await person('author'));
  slow.pause();
  const update = cms.content.update(operator, id, { title: 'New' });
  await slow.reached(1);
  // Transactions of the memory adapter run one after another: this one would wait for an open one.
  await ports.store.exclusively('settings', async ({ contents }) => contents.findById(id));
  slow.end();
  expect((await update).title).toBe('New');
});

test('a conflicting update asks the hooks again, without waiting for those of another update', async () => {
  const slow = pausedHook();
  const { cms, write, person } = await coreWorld({ hooks: [slow.hook] });
  const { id } = await write(await person('author'));
  slow.pause();
  const updates = ['A', 'B', 'C'].map((title) => cms.content.update(operator, id, { title }));
  await slow.reached(3);
  slow.release(1);
  await Promise.race(updates);
  slow.release(2);
  // Both conflicted with the first, and their hooks run at the same time.
  await slow.reached(2);
  slow.end();
  const versions = (await Promise.all(updates)).map(({ version }) => version);
  expect(new Set(versions)).toEqual(new Set([2, 3, 4]));
});

test('an item that changes while a hook runs is not overwritten', async () => {
  const slow = pausedHook();
  const { cms, write, person, ports } = await coreWorld({ hooks: [slow.hook] });
  const { id } = await write(await person('author'));
  slow.pause();
  const late = cms.content.update(operator, id, { title: 'Late' }, expectVersion(1));
  const deletion = cms.content.delete(operator, id, expectVersion(1));
  await slow.reached(2);
  const item = (await ports.store.repositories.contents.findById(id))!;
  const changed = { ...item, title: 'Meanwhile', version: 2 };
  expect(await ports.store.commit([updateOf(item, changed)])).toBe(true);
  slow.end();
  await rejectsWith('version_mismatch', late);
  await rejectsWith('version_mismatch', deletion);
  expect((await ports.store.repositories.contents.findById(id))?.title).toBe('Meanwhile');
});
