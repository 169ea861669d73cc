import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

const notActive = 'must name an active collection';

test('an item is created in the collection that its id, its name, or both name', async () => {
  const { cms, person, pages } = await coreWorld();
  const author = await person('author');
  const { id: collectionId, name: collection } = pages;
  const requests = [
    { collectionId },
    { collectionId: collectionId.toUpperCase() },
    { collection },
    { collectionId, collection },
  ];
  for (const [index, request] of requests.entries()) {
    const item = await cms.content.create(author, { ...request, title: `Item ${index}` });
    expect(item.collectionId).toBe(collectionId);
  }
});

test('a new item without a collection is rejected', async () => {
  const { cms, person } = await coreWorld();
  const work = cms.content.create(await person('author'), { title: 'x' });
  const { issues } = await rejectsWith('invalid_input', work);
  expect(issues).toEqual([{ path: 'collectionId', message: expect.stringContaining('required') }]);
});

test('an item is moved by the name of a collection; its own name changes nothing', async () => {
  const { cms, person, write, posts, pages } = await coreWorld();
  const author = await person('author');
  const item = await write(author);
  for (const request of [{ collection: posts.name }, { ...both(posts) }]) {
    expect(await cms.content.update(author, item.id, request)).toEqual(item);
  }
  const moved = await cms.content.update(author, item.id, { collection: pages.name });
  expect([moved.collectionId, moved.version]).toEqual([pages.id, 2]);
  const back = await cms.content.update(author, item.id, both(posts));
  expect([back.collectionId, back.version]).toEqual([posts.id, 3]);
  // An item can stay in a collection that was deactivated.
  await cms.collections.update(operator, posts.name, { isActive: false });
  const change = { collection: posts.name, title: 'Renamed' };
  expect((await cms.content.update(author, item.id, change)).title).toBe('Renamed');
});

const both = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  collectionId: id,
  collection: name,
});

test('an id and a name of different collections are rejected', async () => {
  const { cms, person, write, posts, pages } = await coreWorld();
  const admin = await person('admin');
  const item = await write(admin);
  const request = { collectionId: posts.id, collection: pages.name };
  for (const work of [
    cms.content.create(admin, { ...request, title: 'x' }),
    cms.content.update(admin, item.id, request),
    cms.content.update(admin, item.id, { collectionId: pages.id, collection: posts.name }),
  ]) {
    const { issues } = await rejectsWith('invalid_input', work);
    const message = 'must name the same collection as collectionId';
    expect(issues).toEqual([{ path: 'collection', message }]);
  }
});

test('an unknown or inactive collection is rejected with the member that names it', async () => {
  const { cms, person, write, posts, ports } = await coreWorld();
  const admin = await person('admin');
  const item = await write(admin);
  const hidden = await cms.collections.create(operator, { name: 'hidden', isActive: false });
  const requests = [
    [{ collection: 'nothing' }, 'collection'],
    [{ collection: posts.id }, 'collection'],
    [{ collection: 'BLOG-POSTS' }, 'collection'],
    [{ collection: hidden.name }, 'collection'],
    [{ collectionId: posts.id, collection: 'nothing' }, 'collection'],
    [{ collectionId: ports.ids.next(), collection: posts.name }, 'collectionId'],
    [both(hidden), 'collectionId'],
  ] as const;
  for (const [request, path] of requests) {
    for (const work of [
      cms.content.create(admin, { ...request, title: 'x' }),
      cms.content.update(admin, item.id, request),
    ]) {
      const { issues } = await rejectsWith('collection_not_found', work);
      expect([request, issues]).toEqual([request, [{ path, message: notActive }]]);
    }
  }
});

test('a name in place of the id is answered with the id, to callers who may read the collection', async () => {
  const { cms, person, write, posts, pages } = await coreWorld();
  const author = await person('author');
  const item = await write(author);
  const promoted = await person('viewer', [{ collectionId: pages.id, role: 'author' }]);
  const command = { collectionId: pages.name };
  for (const work of [
    cms.content.create(author, { ...command, title: 'x' }),
    cms.content.create(promoted, { ...command, title: 'x' }),
    cms.content.update(author, item.id, command),
    cms.content.update(author, item.id, { ...command, collection: posts.name }),
  ]) {
    const { issues, message } = await rejectsWith('collection_not_found', work);
    expect(issues).toEqual([{ path: 'collectionId', message: expect.any(String) }]);
    expect(message).toContain(`'${pages.name}' is a name`);
    expect(message).toContain(pages.id);
  }
});

test('a caller without rights cannot find out which collections exist', async () => {
  const { cms, person, posts } = await coreWorld();
  const viewer = await person('viewer');
  const lowered = await person('editor', [{ collectionId: posts.id, role: 'viewer' }]);
  const create = (actor: typeof viewer, request: object) =>
    cms.content.create(actor, { ...request, title: 'x' });
  for (const name of [posts.name, 'nothing']) {
    for (const request of [{ collectionId: name }, { collection: name }]) {
      const { issues } = await rejectsWith('forbidden', create(viewer, request));
      expect(issues).toBeUndefined();
    }
  }
  for (const request of [{ collectionId: posts.name }, { collection: posts.name }]) {
    await rejectsWith('forbidden', create(lowered, request));
  }
});
