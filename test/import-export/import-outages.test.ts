import { expect, test } from 'vitest';
import { anonymous, DomainError, operator, type ContentItem } from '../../core/index.ts';
import { alteredContents } from '../support/altered.ts';
import { cachedWorld, list } from '../support/cached-world.ts';
import { coreWorld, rejectsWith } from '../support/core-world.ts';
import { importRecord, post, stored } from '../support/imports.ts';

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

test('many new records are stored in two halves, and a conflict in one of them fails alone', async () => {
  const world = await coreWorld();
  const sizes: number[] = [];
  // As if another program took a slug of the second half in the meantime.
  const store = (items: readonly ContentItem[], insert: () => Promise<void>): Promise<void> =>
    items.some(({ slug }) => slug === 's25')
      ? Promise.reject(new DomainError('slug_taken', 'taken'))
      : insert();
  const ports = alteredContents(world.ports, (intact) => ({
    insertAll: (items) => {
      sizes.push(items.length);
      return store(items, () => intact.insertAll(items));
    },
    insert: (item) => store([item], () => intact.insert(item)),
  }));
  const records = Array.from({ length: 50 }, (_, n) => post({ slug: `s${n}` }));
  const cms = world.another({ ports });
  const outcomes = await cms.transfer.importContent(operator, { records });
  expect(sizes).toEqual([25, 25]);
  expect(outcomes.map((one) => (one.outcome === 'failed' ? one.error.code : one.outcome))).toEqual(
    records.map(({ slug }) => (slug === 's25' ? 'slug_taken' : 'created')),
  );
  expect((await stored(world, 's49')).title).toBe('Title');
});
