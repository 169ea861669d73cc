import { expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { cachedWorld, list, sourceOf } from '../support/cached-world.ts';
import { coreWorld } from '../support/core-world.ts';

test('a start invalidates what was cached from another database', async () => {
  const { another, person, write, ports } = await cachedWorld();
  const item = await write(await person('author'), { title: 'Given-up' });
  const before = another();
  expect((await list(before, anonymous)).text).toContain('Given-up');
  // As after restoring a dump: other rows, with the epoch of the dump.
  await ports.contents.replace({ ...item, title: 'Restored', version: 2 }, 1);
  expect((await list(another(), anonymous)).text).toContain('Given-up');
  const after = another();
  await after.system.begin();
  for (const cms of [after, before, another()]) {
    expect((await list(cms, anonymous)).text).toContain('Restored');
  }
  expect(await sourceOf(list(before, anonymous))).toBe('memory');
});

test('a start creates the starter collections once, and writes nothing afterwards', async () => {
  const { cms, another, ports } = await coreWorld({ hasStarterCollections: false });
  await Promise.all(Array.from({ length: 5 }, () => another().system.begin()));
  expect(await cms.collections.list(operator)).toHaveLength(2);
  const state = await ports.site.load();
  await another().system.begin();
  expect(await ports.site.load()).toEqual(state);
});
