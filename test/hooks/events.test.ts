import { describe, expect, test } from 'vitest';
import { operator, type DomainEvent } from '../../core/index.ts';
import type { Collection, ContentItem } from '../../core/vocabulary.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { chunks, mediaWorld, picture } from '../support/media/media-world.ts';
import { expectVersion } from '../support/core/expected-version.ts';
import { tellEvents } from '../support/core/tell-events.ts';

const listening = async () => {
  const received: DomainEvent[] = [];
  const world = await mediaWorld({ onEvent: (event) => void received.push(event) });
  /** The events since the last call. */
  const news = async (): Promise<readonly DomainEvent[]> => {
    await tellEvents(world.cms);
    return received.splice(0);
  };
  return { ...world, news };
};

/** What an event and the history say about an item. */
const stateOf = ({ id, version, status, slug, collectionId, title, data }: ContentItem) => ({
  id,
  version,
  status,
  slug,
  collectionId,
  title,
  data,
});

describe('events are told for', () => {
  test('content', async () => {
    const { cms, write, person, news } = await listening();
    const before = await write(await person('author'));
    expect(await news()).toEqual([{ type: 'content.created', item: before }]);
    const item = await cms.content.update(operator, before.id, { title: 'New' });
    expect(await news()).toEqual([{ type: 'content.updated', before: stateOf(before), item }]);
    await cms.content.update(operator, before.id, { title: 'New' });
    expect(await news()).toEqual([]);
    await cms.content.delete(operator, item.id);
    expect(await news()).toEqual([{ type: 'content.deleted', item }]);
    const restored = await cms.trash.restore(operator, item.id);
    expect(await news()).toEqual([{ type: 'content.created', item: restored }]);
  });

  test('states that are not the newest any more, as far as the history has them', async () => {
    const { cms, write, person, news } = await listening();
    const first = await write(await person('author'), { data: { a: 1 } });
    const second = await cms.content.update(operator, first.id, { data: { a: 2 } });
    const third = await cms.content.update(operator, first.id, { slug: 'moved' });
    expect(await news()).toEqual([
      { type: 'content.created', item: stateOf(first) },
      { type: 'content.updated', before: stateOf(first), item: stateOf(second) },
      { type: 'content.updated', before: stateOf(second), item: third },
    ]);
    await cms.content.delete(operator, first.id);
    await cms.trash.delete(operator, first.id);
    const { data: _, ...outline } = stateOf(third);
    expect(await news()).toEqual([{ type: 'content.deleted', item: outline }]);
  });

  test('collections', async () => {
    const { cms, news } = await listening();
    const outlineOf = ({ id, name, isActive, version }: Collection) => ({
      id,
      name,
      isActive,
      version,
    });
    const before = await cms.collections.create(operator, { name: 'news' });
    expect(await news()).toEqual([{ type: 'collection.created', collection: before }]);
    const collection = await cms.collections.update(operator, 'news', { isActive: false });
    expect(await news()).toEqual([
      { type: 'collection.updated', before: outlineOf(before), collection },
    ]);
    await cms.collections.delete(operator, 'news');
    expect(await news()).toEqual([
      { type: 'collection.deleted', collection: outlineOf(collection) },
    ]);
  });

  test('media', async () => {
    const { cms, upload, news } = await listening();
    const file = await upload(operator);
    expect(await news()).toEqual([{ type: 'media.uploaded', file }]);
    await cms.media.update(operator, file.id, { alt: 'Tides' });
    expect(await news()).toEqual([]);
    await cms.media.delete(operator, file.id);
    const { id, filename, key } = file;
    expect(await news()).toEqual([{ type: 'media.deleted', file: { id, filename, key } }]);
  });

  test('users, without their hashes', async () => {
    const { cms, news } = await listening();
    const account = { email: 'ada@example.org', password: goodPassword };
    const { user } = await cms.users.create(operator, account);
    expect(await news()).toEqual([{ type: 'user.registered', user }]);
    const { token } = await cms.accounts.logIn({ ...account, client: 'c' });
    const actor = await cms.accounts.authenticate(token);
    const change = { currentPassword: goodPassword, newPassword: 'another password' };
    const changed = [
      (await cms.users.update(operator, user.id, { firstName: 'Ada' })).user,
      (await cms.accounts.updateOwn(actor, { lastName: 'Lovelace' })).user,
      await cms.accounts.changeOwnPassword(actor, change),
      (await cms.users.setPermissions(operator, user.id, [])).user,
    ];
    const changes = await news();
    expect(changes).toEqual(changed.map((profile) => ({ type: 'user.changed', user: profile })));
    await cms.users.delete(operator, user.id);
    changes
      .concat(await news())
      .forEach((event) => expect(event).not.toHaveProperty('user.passwordHash'));
  });

  test('imports, for what they wrote', async () => {
    const { cms, posts, news } = await listening();
    const records = [{ collection: posts.name, title: 'T', slug: 's' }];
    const typesOf = async (): Promise<readonly string[]> => (await news()).map(({ type }) => type);
    await cms.transfer.importContent(operator, { records });
    await cms.transfer.importContent(operator, { records });
    await cms.transfer.importContent(operator, { records: [{ ...records[0]!, title: 'U' }] });
    const clash = { collection: posts.name, title: 'V', slug: 'v' };
    await cms.transfer.importContent(operator, { records: [clash, { ...clash, title: 'W' }] });
    const expected = ['content.created', 'content.updated', 'content.created'];
    expect(await typesOf()).toEqual(expected);
    const collection = { ...posts, schema: {}, description: 'New' };
    await cms.transfer.importCollections(operator, [collection]);
    await cms.transfer.importCollections(operator, [collection]);
    const other = { ...collection, id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', name: 'other' };
    await cms.transfer.importCollections(operator, [other]);
    expect(await typesOf()).toEqual(['collection.updated', 'collection.created']);
    const file = { id: other.id, originalName: 'a.png' };
    await cms.transfer.importMedia(operator, file, () => chunks(picture));
    await cms.transfer.importMedia(operator, file, () => chunks(picture));
    expect(await typesOf()).toEqual(['media.uploaded']);
  });
});

test('a failed write has no event', async () => {
  const { cms, write, person, upload, news } = await listening();
  const author = await person('author');
  const item = await write(author, { slug: 'taken' });
  await news();
  await rejectsWith('slug_taken', write(author, { slug: 'taken' }));
  await rejectsWith(
    'version_mismatch',
    cms.content.update(author, item.id, { title: 'x' }, expectVersion(9)),
  );
  await rejectsWith('invalid_folder', upload(author, { folder: () => '..' }));
  await rejectsWith('collection_name_taken', cms.collections.create(operator, { name: 'pages' }));
  await rejectsWith('collection_not_empty', cms.collections.delete(operator, 'blog-posts'));
  expect(await news()).toEqual([]);
});
