import { describe, expect, test } from 'vitest';
import { operator, type DomainEvent } from '../../core/index.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { chunks, mediaWorld, picture } from '../support/media/media-world.ts';
import { expectVersion } from '../support/core/expected-version.ts';

const listening = async (listener?: (event: DomainEvent) => Promise<void>) => {
  const received: DomainEvent[] = [];
  const world = await mediaWorld({
    onEvent: async (event) => {
      received.push(event);
      await listener?.(event);
    },
  });
  /** The events since the last call. */
  const news = (): readonly DomainEvent[] => received.splice(0);
  return { ...world, news };
};

describe('events are delivered for', () => {
  test('content', async () => {
    const { cms, write, person, news } = await listening();
    const before = await write(await person('author'));
    expect(news()).toEqual([{ type: 'content.created', item: before }]);
    const item = await cms.content.update(operator, before.id, { title: 'New' });
    expect(news()).toEqual([{ type: 'content.updated', before, item }]);
    await cms.content.update(operator, before.id, { title: 'New' });
    expect(news()).toEqual([]);
    await cms.content.delete(operator, item.id);
    expect(news()).toEqual([{ type: 'content.deleted', item }]);
  });

  test('collections', async () => {
    const { cms, news } = await listening();
    const before = await cms.collections.create(operator, { name: 'news' });
    expect(news()).toEqual([{ type: 'collection.created', collection: before }]);
    const collection = await cms.collections.update(operator, 'news', { isActive: false });
    expect(news()).toEqual([{ type: 'collection.updated', before, collection }]);
    await cms.collections.delete(operator, 'news');
    expect(news()).toEqual([{ type: 'collection.deleted', collection }]);
  });

  test('media', async () => {
    const { cms, upload, news } = await listening();
    const file = await upload(operator);
    expect(news()).toEqual([{ type: 'media.uploaded', file }]);
    await cms.media.delete(operator, file.id);
    expect(news()).toEqual([{ type: 'media.deleted', file }]);
  });

  test('users, without their hashes', async () => {
    const { cms, news } = await listening();
    const account = { email: 'ada@example.org', password: goodPassword };
    const { user } = await cms.users.create(operator, account);
    expect(news()).toEqual([{ type: 'user.registered', user }]);
    const { token } = await cms.accounts.logIn({ ...account, client: 'c' });
    const actor = await cms.accounts.authenticate(token);
    const change = { currentPassword: goodPassword, newPassword: 'another password' };
    const changed = [
      (await cms.users.update(operator, user.id, { firstName: 'Ada' })).user,
      (await cms.accounts.updateOwn(actor, { lastName: 'Lovelace' })).user,
      await cms.accounts.changeOwnPassword(actor, change),
      (await cms.users.setPermissions(operator, user.id, [])).user,
    ];
    const changes = news();
    expect(changes).toEqual(changed.map((profile) => ({ type: 'user.changed', user: profile })));
    await cms.users.delete(operator, user.id);
    changes
      .concat(news())
      .forEach((event) => expect(event).not.toHaveProperty('user.passwordHash'));
  });

  test('imports, for what they wrote', async () => {
    const { cms, posts, news } = await listening();
    const records = [{ collection: posts.name, title: 'T', slug: 's' }];
    const typesOf = (): readonly string[] => news().map(({ type }) => type);
    await cms.transfer.importContent(operator, { records });
    await cms.transfer.importContent(operator, { records });
    await cms.transfer.importContent(operator, { records: [{ ...records[0]!, title: 'U' }] });
    const clash = { collection: posts.name, title: 'V', slug: 'v' };
    await cms.transfer.importContent(operator, { records: [clash, { ...clash, title: 'W' }] });
    const expected = ['content.created', 'content.updated', 'content.created'];
    expect(typesOf()).toEqual(expected);
    const collection = { ...posts, schema: {}, description: 'New' };
    await cms.transfer.importCollections(operator, [collection]);
    await cms.transfer.importCollections(operator, [collection]);
    const other = { ...collection, id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', name: 'other' };
    await cms.transfer.importCollections(operator, [other]);
    expect(typesOf()).toEqual(['collection.updated', 'collection.created']);
    const file = { id: other.id, originalName: 'a.png' };
    await cms.transfer.importMedia(operator, file, () => chunks(picture));
    await cms.transfer.importMedia(operator, file, () => chunks(picture));
    expect(typesOf()).toEqual(['media.uploaded']);
  });
});

test('an event is delivered after the commit', async () => {
  const seen: unknown[] = [];
  const { cms, write, person, upload, ports } = await listening(async (event) => {
    if ('item' in event) seen.push(await ports.store.repositories.contents.findById(event.item.id));
    if ('file' in event) seen.push(await ports.store.repositories.media.findById(event.file.id));
  });
  const item = await write(await person('author'));
  const file = await upload(operator);
  await cms.content.delete(operator, item.id);
  await cms.media.delete(operator, file.id);
  expect(seen).toEqual([item, file, undefined, undefined]);
});

test('a failed write delivers no event', async () => {
  const { cms, write, person, upload, news } = await listening();
  const author = await person('author');
  const item = await write(author, { slug: 'taken' });
  news();
  await rejectsWith('slug_taken', write(author, { slug: 'taken' }));
  await rejectsWith(
    'version_mismatch',
    cms.content.update(author, item.id, { title: 'x' }, expectVersion(9)),
  );
  await rejectsWith('invalid_folder', upload(author, { folder: () => '..' }));
  await rejectsWith('collection_name_taken', cms.collections.create(operator, { name: 'pages' }));
  await rejectsWith('collection_not_empty', cms.collections.delete(operator, 'blog-posts'));
  expect(news()).toEqual([]);
});

test('a listener that throws is logged and does not affect the operation', async () => {
  const { cms, write, person, upload, log } = await listening(() =>
    Promise.reject(new Error('broken listener')),
  );
  const item = await write(await person('author'));
  await cms.content.update(operator, item.id, { title: 'New' });
  await cms.content.delete(operator, item.id);
  const file = await upload(operator);
  expect((await cms.media.get(operator, file.id)).state).toBe('ready');
  const types = ['content.created', 'content.updated', 'content.deleted', 'media.uploaded'];
  expect(log.entries.map(({ level, fields }) => [level, fields['event']])).toEqual(
    types.map((type) => ['error', type]),
  );
});
