import { describe, expect, test } from 'vitest';
import { noId, operator, type CollectionRecord } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { coreWorld } from '../support/core-world.ts';
import { newsRecord as record } from '../support/news-record.ts';

const { id } = record;

describe('one that was edited here later than the record', () => {
  const editedWorld = async () => {
    const world = await coreWorld();
    const { cms, clock } = world;
    await cms.transfer.importCollections(operator, [record]);
    clock.advance(1_000);
    const hidden = { isActive: false, displayName: 'Hidden', schema: {} };
    const edited = await cms.collections.update(operator, 'news', hidden);
    const bringIn = async (fields: Partial<CollectionRecord> = {}, overwrite?: boolean) => {
      const records = [{ ...record, ...fields }];
      return (await cms.transfer.importCollections(operator, records, { overwrite }))[0];
    };
    return { ...world, edited, bringIn };
  };

  test('stays as it is, and the outcome says so', async () => {
    const { cms, edited, bringIn } = await editedWorld();
    for (const fields of [{}, { name: 'before' }, { updatedAt: edited.updatedAt - 1 }]) {
      expect(await bringIn(fields)).toMatchObject({
        name: 'news',
        id,
        outcome: 'failed',
        error: { code: 'edited_since_import', message: expect.stringContaining("'news'") },
      });
      expect(await cms.collections.get(operator, 'news')).toEqual(edited);
    }
  });

  test('is replaced when it is told to overwrite, and its time does not go back', async () => {
    const { cms, edited, bringIn } = await editedWorld();
    expect(await bringIn({}, true)).toEqual({ name: 'news', id, outcome: 'updated' });
    const { updatedAt } = edited;
    expect(await cms.collections.get(operator, 'news')).toEqual({ ...record, updatedAt });
    expect(await bringIn({}, true)).toMatchObject({ outcome: 'unchanged' });
  });

  test('at the very moment of the import stays too', async () => {
    const { cms, another, ports, edited } = await editedWorld();
    const collections = altered(ports.collections, {
      findByName: async (name) => {
        const found = await ports.collections.findByName(name);
        await cms.collections.update(operator, name, { description: 'Just now' });
        return found;
      },
    });
    const { transfer } = another({ ports: { collections } });
    const later = { ...record, updatedAt: edited.updatedAt };
    expect(await transfer.importCollections(operator, [later])).toMatchObject([
      { outcome: 'failed', error: { code: 'edited_since_import' } },
    ]);
    expect((await cms.collections.get(operator, 'news')).description).toBe('Just now');
  });

  test('follows a record that is later still', async () => {
    const { cms, edited, bringIn } = await editedWorld();
    const updatedAt = edited.updatedAt + 1;
    expect(await bringIn({ updatedAt })).toMatchObject({ outcome: 'updated' });
    expect(await cms.collections.get(operator, 'news')).toEqual({ ...record, updatedAt });
  });

  test('keeps its id too, unless it is told to overwrite', async () => {
    const { bringIn } = await editedWorld();
    expect(await bringIn({ id: noId })).toMatchObject({ id, outcome: 'failed' });
    expect(await bringIn({ id: noId }, true)).toMatchObject({ id: noId, outcome: 'updated' });
  });

  test('and edited back counts as unchanged', async () => {
    const { cms, bringIn } = await editedWorld();
    const { isActive, displayName, schema } = record;
    await cms.collections.update(operator, 'news', { isActive, displayName, schema });
    expect(await bringIn()).toMatchObject({ outcome: 'unchanged' });
  });
});
