import { describe, expect, test } from 'vitest';
import { anonymous, DomainError, operator } from '../../core/index.ts';
import type { ContentRecord } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { importRecord, post, stored } from '../support/import/imports.ts';
import { cachedWorld, list } from '../support/cache/cached-world.ts';

const edit = async (world: CoreWorld, change: object) =>
  world.cms.content.update(operator, (await stored(world)).id, change);

test('a record that equals its item changes nothing', async () => {
  const world = await coreWorld();
  const full = { status: 'published', data: { a: [1, { b: 2 }] }, createdAt: 1_000 } as const;
  for (const fields of [{}, full]) {
    await importRecord(world, fields, { overwrite: true });
    const before = await stored(world);
    world.clock.advance(1_000);
    for (const overwrite of [false, true]) {
      expect(await importRecord(world, fields, { overwrite })).toBe('unchanged');
    }
    expect(await stored(world)).toEqual(before);
  }
});

test('a changed source changes an item that was not edited here', async () => {
  const world = await coreWorld();
  await importRecord(world);
  const first = await stored(world);
  for (let version = 2; version < 5; version += 1) {
    world.clock.advance(1_000);
    expect(await importRecord(world, { title: `Title ${version}` })).toBe('updated');
    expect(await stored(world)).toMatchObject({
      id: first.id,
      title: `Title ${version}`,
      version,
      createdAt: first.createdAt,
      updatedAt: world.clock.now(),
    });
  }
});

test('a change keeps the author, uses the given times and never turns them back', async () => {
  const world = await coreWorld();
  const author = await world.person('author');
  const { id } = await world.write(author, { slug: 'slug', title: 'By hand' });
  const before = (await world.ports.store.repositories.contents.findById(id))!;
  const { user } = await world.cms.accounts.getOwn(await world.person('author'));
  const change = { author: user.email, title: 'A', createdAt: 1_000, updatedAt: 2_000 };
  await importRecord(world, change, { overwrite: true });
  const item = await stored(world);
  expect(item).toMatchObject({ id, authorId: author.userId, title: 'A', createdAt: 1_000 });
  expect(item.updatedAt).toBe(before.updatedAt);
  const later = { ...change, title: 'B', updatedAt: before.updatedAt + 7 };
  await importRecord(world, later, { overwrite: true });
  expect((await stored(world)).updatedAt).toBe(before.updatedAt + 7);
});

test('a changed creation time is a change', async () => {
  const world = await coreWorld();
  await importRecord(world);
  expect(await importRecord(world, { createdAt: 1_000 })).toBe('updated');
  expect((await stored(world)).createdAt).toBe(1_000);
});

test('a record’s author becomes the author of an item without one', async () => {
  const world = await coreWorld();
  await importRecord(world);
  const { user: author } = await world.cms.accounts.getOwn(await world.person('author'));
  await importRecord(world, { title: 'New', author: author.email });
  expect((await stored(world)).authorId).toBe(author.id);
});

describe('an item that was edited here', () => {
  test('is kept while the source is unchanged', async () => {
    const world = await coreWorld();
    await importRecord(world);
    const edited = await edit(world, { title: 'Edited' });
    expect(await importRecord(world)).toBe('unchanged');
    expect(await stored(world)).toEqual(edited);
  });

  test('is not overwritten by a changed source, unless overwrite is set', async () => {
    const world = await coreWorld();
    await importRecord(world);
    const edited = await edit(world, { title: 'Edited' });
    expect(await importRecord(world, { title: 'New' })).toBe('edited_since_import');
    expect(await stored(world)).toEqual(edited);
    expect(await importRecord(world, { title: 'New' }, { overwrite: true })).toBe('updated');
    expect(await stored(world)).toMatchObject({ title: 'New', version: edited.version + 1 });
    expect(await importRecord(world, { title: 'Newer' })).toBe('updated');
  });

  const changes: readonly Partial<ContentRecord>[] = [
    { title: 'New' },
    { slug: 'new' },
    { status: 'archived' },
    { data: { a: 1 } },
    { createdAt: 1_000 },
    { collection: 'pages' },
  ];
  for (const change of changes) {
    test(`is not overwritten by a source that changed in ${JSON.stringify(change)}`, async () => {
      const world = await coreWorld();
      const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
      await importRecord(world, { id });
      await edit(world, { title: 'Edited' });
      expect(await importRecord(world, { id, ...change })).toBe('edited_since_import');
      expect(await importRecord(world, { id, ...change }, { overwrite: true })).toBe('updated');
    });
  }

  test('is overwritten by an unchanged source if overwrite is set', async () => {
    const world = await coreWorld();
    await importRecord(world);
    await edit(world, { title: 'Edited', data: { a: 1 } });
    expect(await importRecord(world, {}, { overwrite: true })).toBe('updated');
    expect(await stored(world)).toMatchObject({ title: 'Title', data: '{}' });
  });

  test('and then edited back counts as unchanged', async () => {
    const world = await coreWorld();
    await importRecord(world);
    await edit(world, { title: 'Edited' });
    await edit(world, { title: 'Title' });
    expect(await importRecord(world)).toBe('unchanged');
  });

  test('and never imported is not overwritten', async () => {
    const world = await coreWorld();
    await world.write(await world.person('author'), { slug: 'slug', title: 'Title' });
    expect(await importRecord(world)).toBe('unchanged');
    expect(await importRecord(world, { title: 'New' })).toBe('edited_since_import');
    expect(await importRecord(world, { title: 'New' }, { overwrite: true })).toBe('updated');
  });

  test('during the import is not overwritten', async () => {
    const world = await coreWorld();
    await importRecord(world);
    const store = altered(world.ports.store, {
      commit: async (changes) => {
        await edit(world, { title: 'Just now' });
        return world.ports.store.commit(changes);
      },
    });
    const cms = world.another({ ports: { store } });
    expect(await importRecord({ cms }, { title: 'New' })).toBe('edited_since_import');
    expect((await stored(world)).title).toBe('Just now');
  });
});

describe('an item from an export', () => {
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';

  test('is not changed by a Markdown file with the same slug', async () => {
    const world = await coreWorld();
    await importRecord(world, { id, version: 3 }, { verbatim: true });
    expect(await importRecord(world, { title: 'Another' })).toBe('edited_since_import');
    expect(await importRecord(world, { id, title: 'Another' })).toBe('edited_since_import');
    expect(await importRecord(world, { id, title: 'New' }, { verbatim: true })).toBe('updated');
    expect(await stored(world)).toMatchObject({ title: 'New', version: 4 });
  });

  test('is changed by the next export, also if its first source was a file', async () => {
    const world = await coreWorld();
    await importRecord(world, { id });
    expect(await importRecord(world, { id, title: 'New' }, { verbatim: true })).toBe('updated');
    expect(await importRecord(world, { id, title: 'Newer' }, { verbatim: true })).toBe('updated');
    await edit(world, { title: 'Edited' });
    const again = { id, title: 'Newest' };
    expect(await importRecord(world, again, { verbatim: true })).toBe('edited_since_import');
  });
});

describe('an item is identified', () => {
  test('by its id, even if its slug and collection have changed', async () => {
    const world = await coreWorld();
    const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
    await importRecord(world, { id });
    const moved = { id: id.toUpperCase(), slug: 'new-slug', collection: 'pages' };
    expect(await importRecord(world, moved)).toBe('updated');
    expect(await stored(world, 'new-slug')).toMatchObject({ id, collectionId: world.pages.id });
    expect(await stored(world)).toBeUndefined();
  });

  test('without an id, by its slug within its collection', async () => {
    const world = await coreWorld();
    await importRecord(world);
    expect(await importRecord(world, { title: 'New' })).toBe('updated');
    expect(await importRecord(world, { collection: 'pages' })).toBe('slug_taken');
    const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
    expect(await importRecord(world, { id })).toBe('slug_taken');
    expect(await importRecord(world, { id, slug: 'other' })).toBe('created');
  });

  test('by its id, and another record cannot take its slug', async () => {
    const world = await coreWorld();
    const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
    await importRecord(world, { id, slug: 'mine' });
    await importRecord(world, { slug: 'yours' });
    expect(await importRecord(world, { id, slug: 'yours' })).toBe('slug_taken');
    expect((await stored(world, 'mine')).id).toBe(id);
  });
});

describe('an exported item that was imported before', () => {
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
  const origin = { digest: 'of a file', version: 1 };

  test('contains the edits of the exporting service, although its source is the same', async () => {
    const world = await coreWorld();
    await importRecord(world, { id, origin, version: 1 });
    expect(await importRecord(world, { id, origin, version: 2, title: 'There' })).toBe('updated');
    expect((await stored(world)).title).toBe('There');
  });

  test('does not overwrite edits of this service', async () => {
    const world = await coreWorld();
    await importRecord(world, { id, origin, version: 1 });
    await edit(world, { title: 'Here' });
    const there = { id, origin, version: 2, title: 'There' };
    expect(await importRecord(world, there)).toBe('edited_since_import');
  });

  for (const version of [2, 3, 9]) {
    test(`and edited there up to version ${version} counts as edited for its source`, async () => {
      const world = await coreWorld();
      await importRecord(world, { id, origin, version: 1 });
      const edited = { ...origin, version: version - 1 };
      await importRecord(
        world,
        { id, origin: edited, version, title: 'There' },
        { overwrite: true },
      );
      expect(await importRecord(world, { title: 'Changed source' })).toBe('edited_since_import');
    });
  }
});

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
