import { expect, test } from 'vitest';
import { operator, type UserActor } from '../../core/index.ts';
import { memoryMailer } from '../support/mail/memory-mailer.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const mention = ({ userId }: UserActor): string => `@[${userId}]`;

const commentsWorld = async () => {
  const mailer = memoryMailer();
  const world = await coreWorld({ ports: { mailer }, publicUrl: 'https://cms.example.org' });
  const [viewer, author, editor] = [
    await world.person('viewer'),
    await world.person('author'),
    await world.person('editor'),
  ];
  const item = await world.write(author, { title: 'Tides' });
  return { ...world, mailer, viewer, author, editor, item };
};

const sentBy = async ({ cms }: CoreWorld, mailer: ReturnType<typeof memoryMailer>) => {
  mailer.attempts.splice(0);
  await cms.mail.deliver({ aborted: false });
  return mailer.attempts;
};

test('a comment changes nothing about the item', async () => {
  const { cms, viewer, editor, item, ports } = await commentsWorld();
  const stateOf = async () => [
    (await cms.content.readItem(viewer, { of: { id: item.id }, client: '' })).value,
    await ports.store.repositories.outbox.list(100),
  ];
  const before = await stateOf();
  const thread = await cms.comments.create(viewer, item.id, { text: `Why, ${mention(editor)}?` });
  await cms.comments.update(editor, item.id, thread.id, { resolved: true });
  await cms.comments.delete(viewer, item.id, thread.id);
  expect(await stateOf()).toEqual(before);
  expect(await cms.history.list(viewer, item.id, {})).toHaveLength(1);
});

test('a mention sends one mail with the title, the author, the text and a link', async () => {
  const world = await commentsWorld();
  const { cms, mailer, viewer, editor, item } = world;
  const text = `Is it right, ${mention(editor)}, or not, ${mention(editor)}?`;
  const { id } = await cms.comments.create(viewer, item.id, { text });
  const [mail, ...more] = await sentBy(world, mailer);
  expect(more).toEqual([]);
  expect(mail?.to).toBe('person3@example.org');
  expect(mail?.subject).toBe('person1 mentioned you: Tides');
  expect(mail?.text).toContain('Is it right, @person3, or not, @person3?');
  expect(mail?.text).toContain(`https://cms.example.org/admin/content/${item.id}?comment=${id}`);
});

test('nobody gets a mail for an own mention, for one that is known, or for a comment that is not stored', async () => {
  const world = await commentsWorld();
  const { cms, mailer, viewer, author, editor, item } = world;
  const text = `${mention(viewer)} ${mention(editor)}`;
  const { id } = await cms.comments.create(viewer, item.id, { text });
  expect((await sentBy(world, mailer)).map(({ to }) => to)).toEqual(['person3@example.org']);
  const edited = `${text} and ${mention(author)}`;
  await cms.comments.update(viewer, item.id, id, { text: edited });
  expect((await sentBy(world, mailer)).map(({ to }) => to)).toEqual(['person2@example.org']);
  await cms.comments.update(viewer, item.id, id, { text: edited });
  await rejectsWith(
    'invalid_input',
    cms.comments.create(viewer, item.id, { text: mention(editor), replyTo: item.id }),
  );
  expect(await sentBy(world, mailer)).toEqual([]);
});

test('whoever does not see the item cannot be mentioned, and an account that is not active neither', async () => {
  const { cms, viewer, author, editor, item, posts } = await commentsWorld();
  await cms.collections.update(operator, posts.name, { access: 'private' });
  await cms.users.setPermissions(operator, author.userId, [
    { collection: posts.name, role: 'viewer' },
  ]);
  await cms.comments.create(editor, item.id, { text: mention(author) });
  const text = `${mention(viewer)} ${mention(author)} @[${item.id}]`;
  const { issues } = await rejectsWith(
    'invalid_input',
    cms.comments.create(editor, item.id, { text }),
  );
  expect(issues?.map(({ path, message }) => `${path} ${message}`)).toEqual([
    `text mentions ${viewer.userId}, who may not see the content`,
    `text mentions ${item.id}, who may not see the content`,
  ]);
  await cms.users.update(operator, author.userId, { isActive: false });
  await rejectsWith(
    'invalid_input',
    cms.comments.create(editor, item.id, { text: mention(author) }),
  );
});

test('the closing of a collection hides comments and mentions at once', async () => {
  const { cms, viewer, editor, item, posts } = await commentsWorld();
  const { id } = await cms.comments.create(editor, item.id, { text: mention(viewer) });
  expect(await cms.comments.listMentions(viewer, {})).toHaveLength(1);
  await cms.collections.update(operator, posts.name, { access: 'private' });
  expect(await cms.comments.listMentions(viewer, {})).toEqual([]);
  await rejectsWith('not_found', cms.comments.list(viewer, item.id, {}));
  await rejectsWith('not_found', cms.comments.listPeople(viewer, item.id, {}));
  await rejectsWith('not_found', cms.comments.create(viewer, item.id, { text: 'x' }));
  await rejectsWith('not_found', cms.comments.update(viewer, item.id, id, { resolved: true }));
  await rejectsWith('not_found', cms.comments.delete(viewer, item.id, id));
  const { people } = await cms.comments.listPeople(editor, item.id, {});
  expect(people.map(({ name }) => name)).toEqual(['person3']);
});

test('only the author of a comment changes its text, also of admins', async () => {
  const { cms, viewer, editor, item, person } = await commentsWorld();
  const { id } = await cms.comments.create(viewer, item.id, { text: 'First' });
  for (const other of [editor, await person('admin'), operator]) {
    await rejectsWith('forbidden', cms.comments.update(other, item.id, id, { text: 'Other' }));
  }
  const { text } = await cms.comments.update(viewer, item.id, id, { text: 'Second' });
  expect(text).toBe('Second');
});

test('whoever edits only own items deletes only own comments', async () => {
  const { cms, viewer, author, editor, item, posts, person } = await commentsWorld();
  const granted = await person('viewer', [{ collectionId: posts.id, role: 'editor' }]);
  const lowered = await person('editor', [{ collectionId: posts.id, role: 'viewer' }]);
  const write = async (by: UserActor) => (await cms.comments.create(by, item.id, { text: 'x' })).id;
  // The author has created the item.
  for (const other of [author, lowered]) {
    await rejectsWith('forbidden', cms.comments.delete(other, item.id, await write(viewer)));
    await cms.comments.delete(other, item.id, await write(other));
  }
  for (const other of [granted, editor]) {
    await cms.comments.delete(other, item.id, await write(viewer));
  }
});

test('the audit has deletions of comments of others', async () => {
  const { cms, viewer, editor, item } = await commentsWorld();
  const write = async () => (await cms.comments.create(viewer, item.id, { text: 'x' })).id;
  await cms.comments.delete(viewer, item.id, await write());
  await cms.comments.delete(editor, item.id, await write());
  const { entries } = await cms.audit.list(operator, { action: 'comment.delete' });
  expect(entries.map(({ id, by, detail }) => [id, by.id, detail])).toEqual([
    [item.id, editor.userId, item.slug],
  ]);
});

test('replies have neither a place nor a resolution', async () => {
  const { cms, viewer, item } = await commentsWorld();
  const { id: replyTo } = await cms.comments.create(viewer, item.id, { text: 'x' });
  const place = { path: 'title' };
  await rejectsWith(
    'invalid_input',
    cms.comments.create(viewer, item.id, { text: 'x', replyTo, place }),
  );
  const reply = await cms.comments.create(viewer, item.id, { text: 'x', replyTo });
  await rejectsWith(
    'invalid_input',
    cms.comments.update(viewer, item.id, reply.id, { resolved: true }),
  );
  await rejectsWith('invalid_input', cms.comments.update(viewer, item.id, reply.id, {}));
});

test('a comment is found under its item only', async () => {
  const { cms, viewer, author, item, write } = await commentsWorld();
  const other = await write(author);
  const { id } = await cms.comments.create(viewer, item.id, { text: 'x' });
  await rejectsWith('not_found', cms.comments.update(viewer, other.id, id, { text: 'y' }));
  await rejectsWith('not_found', cms.comments.delete(viewer, other.id, id));
});

test('an item has at most 500 comments', async () => {
  const { cms, viewer, item } = await commentsWorld();
  for (let n = 0; n < 500; n += 1) await cms.comments.create(viewer, item.id, { text: `${n}` });
  await rejectsWith('too_many_comments', cms.comments.create(viewer, item.id, { text: 'x' }));
});

test('comments follow their item into the trash and back, and cannot be read there', async () => {
  const { cms, viewer, item, editor } = await commentsWorld();
  await cms.comments.create(viewer, item.id, { text: mention(editor) });
  await cms.content.delete(editor, item.id);
  await rejectsWith('not_found', cms.comments.list(viewer, item.id, {}));
  expect(await cms.comments.listMentions(editor, {})).toEqual([]);
  await cms.trash.restore(editor, item.id);
  expect(await cms.comments.list(viewer, item.id, {})).toHaveLength(1);
  expect(await cms.comments.listMentions(editor, {})).toHaveLength(1);
});
