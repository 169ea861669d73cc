import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { coreWorld } from '../support/core/core-world.ts';

test('a start creates the starter collections once, and writes nothing afterwards', async () => {
  const { cms, another, ports } = await coreWorld({ hasStarterCollections: false });
  const { site } = ports.store.repositories;
  await Promise.all(Array.from({ length: 5 }, () => another().system.createStarterCollections()));
  expect(await cms.collections.list(operator)).toHaveLength(2);
  const state = await site.load();
  await another().system.createStarterCollections();
  expect(await site.load()).toEqual(state);
});
