import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { importRecord, post, stored } from '../support/import/imports.ts';

describe('two records of one batch for the same item', () => {
  for (const [name, second, code] of [
    ['by its slug', {}, 'slug_taken'],
    ['by its id', { id: 'stored' }, 'id_taken'],
  ] as const) {
    test(`${name} do not overwrite each other`, async () => {
      const world = await coreWorld();
      await importRecord(world);
      const before = await stored(world);
      const id = 'id' in second ? { id: before.id } : {};
      const records = [post({ title: 'First' }), post({ ...id, title: 'Second' })];
      for (const outcome of ['updated', 'unchanged']) {
        const outcomes = await world.cms.transfer.importContent(operator, { records });
        expect(outcomes).toMatchObject([{ outcome }, { outcome: 'failed', error: { code } }]);
      }
      expect(await stored(world)).toMatchObject({ title: 'First', version: 2 });
    });
  }
});
