import { describe, expect, test } from 'vitest';
import { noId, operator, type CollectionRecord } from '../../core/index.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { newsRecord as record } from '../support/import/news-record.ts';

const { id } = record;

describe('a collection that was edited here after the record', () => {
  const editedWorld = async () => {
    const world = await coreWorld();
    const { cms, clock } = world;
    await cms.transfer.importCollections(operator, [record]);
    clock.advance(1_000);
    const hidden = { isActive: false, displayName: 'Hidden', schema: {} };
    const edited = await cms.collections.update(operator, 'news', hidden);
    const importRecord = async (fields: Partial<CollectionRecord> = {}, overwrite?: boolean) => {
      const records = [{ ...record, ...fields }];
      return (await cms.transfer.importCollections(operator, records, { overwrite }))[0];
    };
    return { ...world, edited, importRecord };
  };

  test('is kept, and the outcome reports it', async () => {
    const { cms, edited, importRecord } = await editedWorld();
    for (const fields of [{}, { name: 'before' }, { updatedAt: edited.updatedAt - 1 }]) {
      expect(await importRecord(fields)).toMatchObject({
        name: 'news',
        id,
        outcome: 'failed',
        error: { code: 'edited_since_import', message: expect.stringContaining("'news'") },
      });
      expect(await cms.collections.get(operator, 'news')).toEqual(edited);
    }
  });

  test('is replaced if overwrite is set, and its time does not go back', async () => {
    const { cms, edited, importRecord } = await editedWorld();
    expect(await importRecord({}, true)).toEqual({ name: 'news', id, outcome: 'updated' });
    const { updatedAt } = edited;
    expect(await cms.collections.get(operator, 'news')).toEqual({
      ...record,
      version: 3,
      updatedAt,
    });
    expect(await importRecord({}, true)).toMatchObject({ outcome: 'unchanged' });
  });

  test('during the import is kept too', async () => {
    const { cms, another, ports, edited } = await editedWorld();
    const store = alteredStore(ports.store, ({ collections }) => ({
      collections: altered(collections, {
        findByName: async (name) => {
          const found = await collections.findByName(name);
          await cms.collections.update(operator, name, { description: 'Just now' });
          return found;
        },
      }),
    }));
    const { transfer } = another({ ports: { store } });
    const later = { ...record, updatedAt: edited.updatedAt };
    expect(await transfer.importCollections(operator, [later])).toMatchObject([
      { outcome: 'failed', error: { code: 'edited_since_import' } },
    ]);
    expect((await cms.collections.get(operator, 'news')).description).toBe('Just now');
  });

  test('is replaced by a later record', async () => {
    const { cms, edited, importRecord } = await editedWorld();
    const updatedAt = edited.updatedAt + 1;
    expect(await importRecord({ updatedAt })).toMatchObject({ outcome: 'updated' });
    expect(await cms.collections.get(operator, 'news')).toEqual({
      ...record,
      version: 3,
      updatedAt,
    });
  });

  test('keeps its id too, unless overwrite is set', async () => {
    const { importRecord } = await editedWorld();
    expect(await importRecord({ id: noId })).toMatchObject({ id, outcome: 'failed' });
    expect(await importRecord({ id: noId }, true)).toMatchObject({ id: noId, outcome: 'updated' });
  });

  test('and then edited back counts as unchanged', async () => {
    const { cms, importRecord } = await editedWorld();
    const { isActive, displayName, schema } = record;
    await cms.collections.update(operator, 'news', { isActive, displayName, schema });
    expect(await importRecord()).toMatchObject({ outcome: 'unchanged' });
  });
});
