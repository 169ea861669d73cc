import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { coreWorld } from '../support/core-world.ts';

test('a start creates the starter collections once, and writes nothing afterwards', async () => {
  const { cms, another, ports } = await coreWorld({ hasStarterCollections: false });
  await Promise.all(Array.from({ length: 5 }, () => another().system.begin()));
  expect(await cms.collections.list(operator)).toHaveLength(2);
  const state = await ports.site.load();
  await another().system.begin();
  expect(await ports.site.load()).toEqual(state);
});
