import { expect, test } from 'vitest';
import { anonymous, operator, type Actor, type UserActor } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

const page = { limit: 1_000, offset: 0 };

const viewsWorld = async () => {
  const world = await coreWorld();
  const [viewer, author, editor, admin] = [
    await world.person('viewer'),
    await world.person('author'),
    await world.person('editor'),
    await world.person('admin'),
  ];
  const { savedViews } = world.cms;
  const save = (actor: UserActor, name: string, shared = false) =>
    savedViews.create(actor, { name, query: { status: 'draft' }, shared });
  const namesFor = async (actor: UserActor) =>
    (await savedViews.list(actor, page)).map(({ name }) => name);
  const auditOf = async () =>
    (await world.cms.audit.list(operator, { resource: 'view' })).entries
      .toReversed()
      .map(({ action, id, detail, by }) => [action, id, detail, by.id]);
  return { ...world, savedViews, viewer, author, editor, admin, save, namesFor, auditOf };
};

test('a view has the time of its creation, and of its last change', async () => {
  const { savedViews, viewer, save, clock } = await viewsWorld();
  const created = await save(viewer, 'Mine');
  expect(created.createdAt).toBe(clock.now());
  expect(created.updatedAt).toBe(created.createdAt);
  clock.advance(5_000);
  const changed = await savedViews.update(viewer, created.id, { query: { a: 'b' } });
  expect(changed).toEqual({
    ...created,
    query: { a: 'b' },
    updatedAt: created.createdAt + 5_000,
  });
  clock.advance(-10_000);
  const later = await savedViews.update(viewer, created.id, { name: 'Ours' });
  expect(later).toEqual({ ...changed, name: 'Ours' });
  expect(await savedViews.list(viewer, page)).toEqual([later]);
});

test('the private view of somebody else does not exist, for admins neither', async () => {
  const { savedViews, viewer, author, admin, save, namesFor } = await viewsWorld();
  const { id } = await save(author, 'Mine');
  for (const other of [viewer, admin]) {
    await rejectsWith('not_found', savedViews.update(other, id, { shared: true }));
    await rejectsWith('not_found', savedViews.delete(other, id));
    expect(await namesFor(other)).toEqual([]);
  }
  expect(await namesFor(author)).toEqual(['Mine']);
});

test('a shared view is listed for all, and changed by its owner and by admins only', async () => {
  const { savedViews, viewer, author, editor, admin, save, namesFor } = await viewsWorld();
  const { id } = await save(author, 'Ours', true);
  for (const other of [viewer, editor]) {
    expect(await namesFor(other)).toEqual(['Ours']);
    await rejectsWith('forbidden', savedViews.update(other, id, { name: 'Mine' }));
    await rejectsWith('forbidden', savedViews.delete(other, id));
  }
  const byAdmin = await savedViews.update(admin, id, { name: 'Of all' });
  expect(byAdmin.owner).toEqual({ id: author.userId, name: 'person2' });
  expect((await savedViews.update(author, id, { name: 'Of us' })).ownerId).toBe(author.userId);
  await savedViews.update(admin, id, { shared: false });
  await rejectsWith('not_found', savedViews.delete(admin, id));
  await savedViews.update(author, id, { shared: true });
  await savedViews.delete(admin, id);
  expect(await namesFor(author)).toEqual([]);
});

test('only who may edit content somewhere shares a view, and changes one that stays shared', async () => {
  const { savedViews, viewer, author, save, namesFor, posts, person } = await viewsWorld();
  await rejectsWith('forbidden', save(viewer, 'Ours', true));
  const own = await save(viewer, 'Mine');
  await rejectsWith('forbidden', savedViews.update(viewer, own.id, { shared: true }));
  const granted = await person('viewer', [{ collectionId: posts.id, role: 'author' }]);
  await save(granted, 'Ours', true);
  expect(await namesFor(viewer)).toEqual(['Mine', 'Ours']);

  const shared = await save(author, 'Theirs', true);
  const demoted: UserActor = { ...author, role: 'viewer' };
  await rejectsWith('forbidden', savedViews.update(demoted, shared.id, { name: 'Else' }));
  const hidden = await savedViews.update(demoted, shared.id, { name: 'Else', shared: false });
  expect([hidden.name, hidden.isShared]).toEqual(['Else', false]);
  await savedViews.delete(demoted, shared.id);
  expect(await namesFor(viewer)).toEqual(['Mine', 'Ours']);
});

test('callers without an account have no views', async () => {
  const { savedViews, author, save } = await viewsWorld();
  const { id } = await save(author, 'Ours', true);
  const token: Actor = { kind: 'token', tokenId: id, scope: 'all' };
  for (const [actor, code] of [
    [anonymous, 'not_authenticated'],
    [operator, 'not_authenticated'],
    [token, 'forbidden'],
  ] as const) {
    await rejectsWith(code, savedViews.list(actor, page));
    await rejectsWith(code, savedViews.create(actor, { name: 'x', query: {} }));
    await rejectsWith(code, savedViews.update(actor, id, { name: 'x' }));
    await rejectsWith(code, savedViews.delete(actor, id));
  }
});

test('private views go with the account, and an admin changes and deletes those that stay', async () => {
  const { cms, savedViews, viewer, author, admin, save, namesFor } = await viewsWorld();
  await save(author, 'Mine');
  const { id } = await save(author, 'Ours', true);
  await cms.users.delete(operator, author.userId);
  const [left, ...more] = await savedViews.list(viewer, page);
  expect(more).toEqual([]);
  expect(left).toMatchObject({ name: 'Ours', isShared: true });
  expect([left?.owner, left?.ownerId]).toEqual([undefined, undefined]);
  await rejectsWith('invalid_input', savedViews.update(admin, id, { shared: false }));
  await savedViews.update(admin, id, { name: 'Of all' });
  expect(await namesFor(viewer)).toEqual(['Of all']);
  await savedViews.delete(admin, id);
  expect(await namesFor(viewer)).toEqual([]);
  await rejectsWith('not_found', save(author, 'Late'));
});

test('a user has up to 200 views, private and shared, also with concurrent requests', async () => {
  const { savedViews, author, viewer, save } = await viewsWorld();
  for (let n = 0; n < 198; n += 1) await save(author, `View ${n}`, n % 2 === 0);
  const late = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => save(author, name)));
  expect(late.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await rejectsWith('too_many_views', save(author, 'One more'));
  await save(viewer, 'Of somebody else');
  const [first] = await savedViews.list(author, page);
  await savedViews.delete(author, first!.id);
  await save(author, 'In its place');
  await rejectsWith('too_many_views', save(author, 'One more'));
});

test('the bounds of names and queries', async () => {
  const { savedViews, viewer } = await viewsWorld();
  const create = (name: string, query: Readonly<Record<string, string>> = {}) =>
    savedViews.create(viewer, { name, query });
  const members = (count: number, length = 1) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, 'x'.repeat(length)]));
  /** Its JSON has this many bytes. */
  const ofBytes = (bytes: number) => {
    const query = { ...members(8, 1_000), rest: '' };
    const left = bytes - JSON.stringify(query).length;
    return { ...query, rest: 'x'.repeat(left) };
  };
  for (const query of [
    members(30),
    { ['k'.repeat(60)]: '\u{1F600}'.repeat(1_000), ['\u{1F600}'.repeat(60)]: '' },
    ofBytes(8_192),
    JSON.parse('{"__proto__":"x"}') as Readonly<Record<string, string>>,
  ]) {
    const { id } = await create(' \u{1F469}\u200D\u{1F680} ', query);
    const stored = (await savedViews.list(viewer, page)).find((view) => view.id === id);
    expect(JSON.stringify(stored?.query)).toBe(JSON.stringify(query));
    expect(stored?.name).toBe('\u{1F469}\u200D\u{1F680}');
  }
  await create('\u{1F600}'.repeat(80));
  for (const name of ['', ' \t ', 'x'.repeat(81), 'a\tb', 'a\u0085b', 'a\u007Fb']) {
    await rejectsWith('invalid_input', create(name));
  }
  for (const query of [
    members(31),
    { '': 'x' },
    { ['k'.repeat(61)]: 'x' },
    { a: 'x'.repeat(1_001) },
    ofBytes(8_193),
    { a: '\u{FFFD}'.repeat(1_000), b: '\u{FFFD}'.repeat(1_000), c: '\u{FFFD}'.repeat(1_000) },
  ]) {
    const { issues } = await rejectsWith('invalid_input', create('x', query));
    expect(issues?.map(({ path }) => path)).toEqual(['query']);
  }
  await rejectsWith('invalid_text', create('a\0b'));
  for (const text of ['\0', '\uD800']) {
    await rejectsWith('invalid_text', create('x', { [text]: 'x' }));
    await rejectsWith('invalid_text', create('x', { x: text }));
  }
  const { id } = await create('Fine');
  await rejectsWith('invalid_input', savedViews.update(viewer, id, { name: ' ' }));
  await rejectsWith('invalid_input', savedViews.update(viewer, id, { query: members(31) }));
});

test('the audit has what is done to shared views', async () => {
  const { savedViews, author, admin, save, auditOf } = await viewsWorld();
  const hidden = await save(author, 'Mine');
  await savedViews.update(author, hidden.id, { name: 'Mine still' });
  await savedViews.delete(author, hidden.id);
  expect(await auditOf()).toEqual([]);
  const { id } = await save(author, 'Mine');
  await savedViews.update(author, id, { shared: true });
  await savedViews.update(author, id, { name: 'Ours' });
  await savedViews.update(admin, id, { name: 'Again', shared: false });
  const other = await save(author, 'Of all', true);
  await savedViews.delete(admin, other.id);
  expect(await auditOf()).toEqual([
    ['view.update', id, 'Mine', author.userId],
    ['view.update', id, 'Ours', author.userId],
    ['view.update', id, 'Ours', admin.userId],
    ['view.create', other.id, 'Of all', author.userId],
    ['view.delete', other.id, 'Of all', admin.userId],
  ]);
});
