import { expect, test } from 'vitest';
import { anonymous, DomainError, operator } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { cachedWorld, list } from '../support/cached-world.ts';
import { coreWorld, refused } from '../support/core-world.ts';
import { bringIn, post } from '../support/imports.ts';

test('an outage is no record’s fault: it ends the import', async () => {
  const world = await coreWorld();
  await bringIn(world);
  for (const failure of [new Error('bug'), new DomainError('dependency_unavailable', 'away')]) {
    const contents = altered(world.ports.contents, {
      insertAll: () => Promise.reject(failure),
      replace: () => Promise.reject(failure),
    });
    const cms = world.another({ ports: { contents } });
    await expect(bringIn({ cms }, { slug: 'another' })).rejects.toBe(failure);
    await expect(bringIn({ cms }, { title: 'New' })).rejects.toBe(failure);
  }
});

test('what an import wrote before an outage is seen at once', async () => {
  const world = await cachedWorld();
  await bringIn(world, { slug: 'a' });
  await bringIn(world, { slug: 'b' });
  let replaced = 0;
  const contents = altered(world.ports.contents, {
    replace: async (item, version) => {
      replaced += 1;
      if (replaced > 1) throw new DomainError('dependency_unavailable', 'away');
      return world.ports.contents.replace(item, version);
    },
  });
  const cms = world.another({ ports: { contents } });
  expect((await list(world.cms, anonymous)).text).not.toContain('New');
  const records = ['a', 'b'].map((slug) => post({ slug, title: 'New' }));
  const cut = cms.transfer.importContent(operator, { records });
  await refused('dependency_unavailable', cut);
  expect((await list(world.cms, anonymous)).text).toContain('New');
});
