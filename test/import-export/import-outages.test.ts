import { expect, test } from 'vitest';
import { anonymous, DomainError, operator } from '../../core/index.ts';
import { alteredContents } from '../support/altered.ts';
import { cachedWorld, list } from '../support/cached-world.ts';
import { coreWorld, rejectsWith } from '../support/core-world.ts';
import { importRecord, post } from '../support/imports.ts';

test('an outage ends the import instead of failing records', async () => {
  const world = await coreWorld();
  await importRecord(world);
  for (const failure of [new Error('bug'), new DomainError('dependency_unavailable', 'away')]) {
    const ports = alteredContents(world.ports, () => ({
      insertAll: () => Promise.reject(failure),
      replace: () => Promise.reject(failure),
    }));
    const cms = world.another({ ports });
    await expect(importRecord({ cms }, { slug: 'another' })).rejects.toBe(failure);
    await expect(importRecord({ cms }, { title: 'New' })).rejects.toBe(failure);
  }
});

test('what an import wrote before an outage is visible immediately', async () => {
  const world = await cachedWorld();
  await importRecord(world, { slug: 'a' });
  await importRecord(world, { slug: 'b' });
  let replaced = 0;
  const ports = alteredContents(world.ports, (intact) => ({
    replace: async (item, version) => {
      replaced += 1;
      if (replaced > 1) throw new DomainError('dependency_unavailable', 'away');
      return intact.replace(item, version);
    },
  }));
  const cms = world.another({ ports });
  expect((await list(world.cms, anonymous)).text).not.toContain('New');
  const records = ['a', 'b'].map((slug) => post({ slug, title: 'New' }));
  const cut = cms.transfer.importContent(operator, { records });
  await rejectsWith('dependency_unavailable', cut);
  expect((await list(world.cms, anonymous)).text).toContain('New');
});
