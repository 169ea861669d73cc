import { expect, test } from 'vitest';
import { anonymous, DomainError, operator } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { cachedWorld, list } from '../support/cache/cached-world.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { importRecord, post } from '../support/import/imports.ts';

test('an outage ends the import instead of failing records', async () => {
  const world = await coreWorld();
  await importRecord(world);
  for (const failure of [new Error('bug'), new DomainError('dependency_unavailable', 'away')]) {
    const store = altered(world.ports.store, { commit: () => Promise.reject(failure) });
    const cms = world.another({ ports: { store } });
    await expect(importRecord({ cms }, { slug: 'another' })).rejects.toBe(failure);
    await expect(importRecord({ cms }, { title: 'New' })).rejects.toBe(failure);
  }
});

test('what an import wrote before an outage is visible immediately', async () => {
  const world = await cachedWorld();
  await importRecord(world, { slug: 'a' });
  await importRecord(world, { slug: 'b' });
  let commits = 0;
  const store = altered(world.ports.store, {
    commit: async (changes) => {
      commits += 1;
      if (commits > 1) throw new DomainError('dependency_unavailable', 'away');
      return world.ports.store.commit(changes);
    },
  });
  const cms = world.another({ ports: { store } });
  expect((await list(world.cms, anonymous)).text).not.toContain('New');
  const records = ['a', 'b'].map((slug) => post({ slug, title: 'New' }));
  const cut = cms.transfer.importContent(operator, { records });
  await rejectsWith('dependency_unavailable', cut);
  expect((await list(world.cms, anonymous)).text).toContain('New');
});
