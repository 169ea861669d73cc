import { describe, expect, test } from 'vitest';
import { operator, type ContentRecord } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { coreWorld, type CoreWorld } from '../support/core-world.ts';
import { bringIn, stored } from '../support/imports.ts';

const edit = async (world: CoreWorld, change: object) =>
  world.cms.content.update(operator, (await stored(world)).id, change);

test('what is here already as it comes changes nothing', async () => {
  const world = await coreWorld();
  const full = { status: 'published', data: { a: [1, { b: 2 }] }, createdAt: 1_000 } as const;
  for (const fields of [{}, full]) {
    await bringIn(world, fields, { overwrite: true });
    const before = await stored(world);
    world.clock.advance(1_000);
    for (const overwrite of [false, true]) {
      expect(await bringIn(world, fields, { overwrite })).toBe('unchanged');
    }
    expect(await stored(world)).toEqual(before);
  }
});

test('a source that changed is followed as long as nobody edited here', async () => {
  const world = await coreWorld();
  await bringIn(world);
  const first = await stored(world);
  for (let version = 2; version < 5; version += 1) {
    world.clock.advance(1_000);
    expect(await bringIn(world, { title: `Title ${version}` })).toBe('updated');
    expect(await stored(world)).toMatchObject({
      id: first.id,
      title: `Title ${version}`,
      version,
      createdAt: first.createdAt,
      updatedAt: world.clock.now(),
    });
  }
});

test('a change keeps the author, takes the times that are given and never turns them back', async () => {
  const world = await coreWorld();
  const author = await world.person('author');
  const { id } = await world.write(author, { slug: 'slug', title: 'By hand' });
  const before = (await world.ports.contents.findById(id))!;
  const { email } = await world.cms.accounts.getOwn(await world.person('author'));
  const change = { author: email, title: 'A', createdAt: 1_000, updatedAt: 2_000 };
  await bringIn(world, change, { overwrite: true });
  const item = await stored(world);
  expect(item).toMatchObject({ id, authorId: author.userId, title: 'A', createdAt: 1_000 });
  expect(item.updatedAt).toBe(before.updatedAt);
  const later = { ...change, title: 'B', updatedAt: before.updatedAt + 7 };
  await bringIn(world, later, { overwrite: true });
  expect((await stored(world)).updatedAt).toBe(before.updatedAt + 7);
});

test('a time of creation that changed is a change', async () => {
  const world = await coreWorld();
  await bringIn(world);
  expect(await bringIn(world, { createdAt: 1_000 })).toBe('updated');
  expect((await stored(world)).createdAt).toBe(1_000);
});

test('an author takes over what had none', async () => {
  const world = await coreWorld();
  await bringIn(world);
  const author = await world.cms.accounts.getOwn(await world.person('author'));
  await bringIn(world, { title: 'New', author: author.email });
  expect((await stored(world)).authorId).toBe(author.id);
});

describe('what was edited here', () => {
  test('stays while the source is as it was', async () => {
    const world = await coreWorld();
    await bringIn(world);
    const edited = await edit(world, { title: 'Edited' });
    expect(await bringIn(world)).toBe('unchanged');
    expect(await stored(world)).toEqual(edited);
  });

  test('is not undone by a source that changed, unless it is told to overwrite', async () => {
    const world = await coreWorld();
    await bringIn(world);
    const edited = await edit(world, { title: 'Edited' });
    expect(await bringIn(world, { title: 'New' })).toBe('edited_since_import');
    expect(await stored(world)).toEqual(edited);
    expect(await bringIn(world, { title: 'New' }, { overwrite: true })).toBe('updated');
    expect(await stored(world)).toMatchObject({ title: 'New', version: edited.version + 1 });
    expect(await bringIn(world, { title: 'Newer' })).toBe('updated');
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
    test(`is not undone by a source that changed in ${JSON.stringify(change)}`, async () => {
      const world = await coreWorld();
      const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
      await bringIn(world, { id });
      await edit(world, { title: 'Edited' });
      expect(await bringIn(world, { id, ...change })).toBe('edited_since_import');
      expect(await bringIn(world, { id, ...change }, { overwrite: true })).toBe('updated');
    });
  }

  test('is undone by the same source when it is told to overwrite', async () => {
    const world = await coreWorld();
    await bringIn(world);
    await edit(world, { title: 'Edited', data: { a: 1 } });
    expect(await bringIn(world, {}, { overwrite: true })).toBe('updated');
    expect(await stored(world)).toMatchObject({ title: 'Title', data: '{}' });
  });

  test('and edited back counts as unchanged', async () => {
    const world = await coreWorld();
    await bringIn(world);
    await edit(world, { title: 'Edited' });
    await edit(world, { title: 'Title' });
    expect(await bringIn(world)).toBe('unchanged');
  });

  test('from the start was never imported, and is not undone either', async () => {
    const world = await coreWorld();
    await world.write(await world.person('author'), { slug: 'slug', title: 'Title' });
    expect(await bringIn(world)).toBe('unchanged');
    expect(await bringIn(world, { title: 'New' })).toBe('edited_since_import');
    expect(await bringIn(world, { title: 'New' }, { overwrite: true })).toBe('updated');
  });

  test('at the very moment of the import is not undone', async () => {
    const world = await coreWorld();
    await bringIn(world);
    const contents = altered(world.ports.contents, {
      replace: async (item, version) => {
        await edit(world, { title: 'Just now' });
        return world.ports.contents.replace(item, version);
      },
    });
    const cms = world.another({ ports: { contents } });
    expect(await bringIn({ cms }, { title: 'New' })).toBe('edited_since_import');
    expect((await stored(world)).title).toBe('Just now');
  });
});

describe('what came from an export', () => {
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';

  test('is not taken over by a file that means the same slug', async () => {
    const world = await coreWorld();
    await bringIn(world, { id, version: 3 }, { verbatim: true });
    expect(await bringIn(world, { title: 'Another' })).toBe('edited_since_import');
    expect(await bringIn(world, { id, title: 'Another' })).toBe('edited_since_import');
    expect(await bringIn(world, { id, title: 'New' }, { verbatim: true })).toBe('updated');
    expect(await stored(world)).toMatchObject({ title: 'New', version: 4 });
  });

  test('follows the next export, also where it had come from a file before', async () => {
    const world = await coreWorld();
    await bringIn(world, { id });
    expect(await bringIn(world, { id, title: 'New' }, { verbatim: true })).toBe('updated');
    expect(await bringIn(world, { id, title: 'Newer' }, { verbatim: true })).toBe('updated');
    await edit(world, { title: 'Edited' });
    const again = { id, title: 'Newest' };
    expect(await bringIn(world, again, { verbatim: true })).toBe('edited_since_import');
  });
});

describe('an item is known', () => {
  test('by its id, whatever its slug and collection have become', async () => {
    const world = await coreWorld();
    const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
    await bringIn(world, { id });
    const moved = { id: id.toUpperCase(), slug: 'new-slug', collection: 'pages' };
    expect(await bringIn(world, moved)).toBe('updated');
    expect(await stored(world, 'new-slug')).toMatchObject({ id, collectionId: world.pages.id });
    expect(await stored(world)).toBeUndefined();
  });

  test('without an id by its slug in its collection, and in no other', async () => {
    const world = await coreWorld();
    await bringIn(world);
    expect(await bringIn(world, { title: 'New' })).toBe('updated');
    expect(await bringIn(world, { collection: 'pages' })).toBe('slug_taken');
    const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
    expect(await bringIn(world, { id })).toBe('slug_taken');
    expect(await bringIn(world, { id, slug: 'other' })).toBe('created');
  });

  test('with an id, and keeps its slug from another', async () => {
    const world = await coreWorld();
    const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
    await bringIn(world, { id, slug: 'mine' });
    await bringIn(world, { slug: 'yours' });
    expect(await bringIn(world, { id, slug: 'yours' })).toBe('slug_taken');
    expect((await stored(world, 'mine')).id).toBe(id);
  });
});

describe('an exported item that had itself been imported', () => {
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
  const origin = { digest: 'of a file', version: 1 };

  test('brings edits from there along, though its source is the same', async () => {
    const world = await coreWorld();
    await bringIn(world, { id, origin, version: 1 });
    expect(await bringIn(world, { id, origin, version: 2, title: 'There' })).toBe('updated');
    expect((await stored(world)).title).toBe('There');
  });

  test('does not undo edits from here', async () => {
    const world = await coreWorld();
    await bringIn(world, { id, origin, version: 1 });
    await edit(world, { title: 'Here' });
    const there = { id, origin, version: 2, title: 'There' };
    expect(await bringIn(world, there)).toBe('edited_since_import');
  });

  for (const version of [2, 3, 9]) {
    test(`and edited there up to version ${version} counts as edited here for its source`, async () => {
      const world = await coreWorld();
      await bringIn(world, { id, origin, version: 1 });
      const edited = { ...origin, version: version - 1 };
      await bringIn(world, { id, origin: edited, version, title: 'There' }, { overwrite: true });
      expect(await bringIn(world, { title: 'Changed source' })).toBe('edited_since_import');
    });
  }
});
