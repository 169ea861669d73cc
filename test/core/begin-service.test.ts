import { expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { cachedWorld, list, sourceOf } from '../support/cached-world.ts';
import { coreWorld } from '../support/core-world.ts';

test('a start outdates what was cached of a database that another has taken the place of', async () => {
  const { another, person, write, ports } = await cachedWorld();
  const item = await write(await person('author'), { title: 'Given-up' });
  const before = another();
  expect((await list(before, anonymous)).text).toContain('Given-up');
  // What comes back with a dump: other rows, and the settings with the epoch that they had.
  await ports.contents.replace({ ...item, title: 'Restored', version: 2 }, 1);
  expect((await list(another(), anonymous)).text).toContain('Given-up');
  const after = another();
  await after.system.begin();
  for (const cms of [after, before, another()]) {
    expect((await list(cms, anonymous)).text).toContain('Restored');
  }
  expect(await sourceOf(list(before, anonymous))).toBe('memory');
});

test('a start plants the first two collections, and writes nothing once they are there', async () => {
  const { cms, another, ports } = await coreWorld();
  await ports.settings.save({ ...(await ports.settings.load()), planted: false });
  for (const { name } of await cms.collections.list(operator)) {
    await cms.collections.delete(operator, name);
  }
  await Promise.all(Array.from({ length: 5 }, () => another().system.begin()));
  expect(await cms.collections.list(operator)).toHaveLength(2);
  const settings = await ports.settings.load();
  await another().system.begin();
  expect(await ports.settings.load()).toEqual(settings);
});
