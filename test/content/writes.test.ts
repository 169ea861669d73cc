import { expect, test } from 'vitest';
import { anonymous, isDomainError, operator, type TokenActor } from '../../core/index.ts';
import { contentStatuses, noId, type ContentStatus } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { expectVersion } from '../support/core/expected-version.ts';
import { readSources } from '../architecture/sources.ts';

const token: TokenActor = { kind: 'token', tokenId: 't', scope: 'all' };

test('a new item is a draft of version 1 with a slug from its title', async () => {
  const { cms, clock, person, posts } = await coreWorld();
  const author = await person('author');
  const item = await cms.content.create(author, {
    collectionId: posts.id,
    title: '  Hello, World  ',
  });
  expect(item).toMatchObject({
    title: 'Hello, World',
    slug: 'hello-world',
    status: 'draft',
    data: '{}',
    version: 1,
    authorId: author.userId,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
});

test('anonymous callers, tokens and viewers may not create, and do not learn which collections exist', async () => {
  const { cms, person, posts, ports } = await coreWorld();
  const viewer = await person('viewer');
  for (const collectionId of [posts.id, ports.ids.next(), 'nonsense']) {
    const command = { collectionId, title: 'x' };
    await rejectsWith('not_authenticated', cms.content.create(anonymous, command));
    await rejectsWith('token_read_only', cms.content.create(token, command));
    await rejectsWith('forbidden', cms.content.create(viewer, command));
  }
});

test('an item in an unknown or inactive collection is rejected', async () => {
  const { cms, person, write, posts, pages, ports } = await coreWorld();
  const admin = await person('admin');
  const item = await write(admin, { collectionId: pages.id });
  await cms.collections.update(admin, posts.name, { isActive: false });
  for (const collectionId of [ports.ids.next(), posts.id, 'x']) {
    const attempts = [
      cms.content.create(admin, { collectionId, title: 'x' }),
      cms.content.update(admin, item.id, { collectionId }),
    ];
    for (const attempt of attempts) {
      const { issues } = await rejectsWith('collection_not_found', attempt);
      const message = 'must name an active collection';
      expect(issues).toEqual([{ path: 'collectionId', message }]);
    }
  }
});

test('titles, slugs and data have limits', async () => {
  const { person, write } = await coreWorld();
  const author = await person('author');
  await rejectsWith('invalid_input', write(author, { title: '   ' }));
  await rejectsWith('invalid_input', write(author, { title: 'x'.repeat(501) }));
  await rejectsWith('invalid_text', write(author, { title: 'a\u0000b' }));
  await rejectsWith('invalid_text', write(author, { title: 'a\ud800b' }));
  await rejectsWith('invalid_slug', write(author, { slug: '!!!' }));
  await rejectsWith('invalid_slug', write(author, { slug: 'x'.repeat(201) }));
  await rejectsWith('invalid_text', write(author, { data: { a: { b: 'x\u0000' } } }));
  await rejectsWith('invalid_text', write(author, { data: { 'a\udfff': 1 } }));
  await rejectsWith('invalid_data', write(author, { data: { a: 'x'.repeat(2 * 1024 * 1024) } }));
  const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
  await write(author, { data: nested(31) as never });
  await rejectsWith('invalid_data', write(author, { data: nested(32) as never }));
  expect((await write(author, { title: '😀'.repeat(500), slug: 'ok' })).slug).toBe('ok');
});

test('an error has the same form regardless of where the mistake is', async () => {
  const { person, write } = await coreWorld();
  const author = await person('author');
  const textOf = async (fields: object): Promise<string> =>
    write(author, fields).then(
      () => 'none',
      (error: Error) => error.message,
    );
  const unstorable = 'must be valid Unicode text without NUL';
  expect(await textOf({ title: '\u0000' })).toBe(`title: ${unstorable}`);
  expect(await textOf({ data: { a: ['\u0000'] } })).toBe(`data.a.0: ${unstorable}`);
  expect(await textOf({ data: { '\u0000': 1 } })).toBe(`data: ${unstorable}`);
  expect(await textOf({ slug: '!' })).toBe('slug: must contain a letter or a digit');
});

test('a number that would be stored as null is rejected with its path', async () => {
  const { cms, person, write } = await coreWorld();
  const author = await person('author');
  const item = await write(author, { data: { a: Number.MAX_VALUE } });
  const data = { a: [1, { b: JSON.parse('-1e999') }] };
  for (const work of [write(author, { data }), cms.content.update(author, item.id, { data })]) {
    const { issues } = await rejectsWith('invalid_data', work);
    expect(issues?.map(({ path }) => path)).toEqual(['data.a.1.b']);
  }
});

test('a taken slug is rejected with a free alternative, whether given or generated', async () => {
  const { person, write } = await coreWorld();
  const author = await person('author');
  await write(author, { title: 'Same' });
  for (const fields of [{ title: 'Same' }, { title: 'Other', slug: 'Same!' }]) {
    const error = await write(author, fields).catch((reason: unknown) => reason);
    expect(isDomainError(error) && [error.code, error.details]).toEqual([
      'slug_taken',
      "'same-2' is free",
    ]);
  }
});

const allowed: readonly (readonly [ContentStatus, ContentStatus])[] = [
  ['draft', 'published'],
  ['draft', 'archived'],
  ['published', 'draft'],
  ['published', 'archived'],
  ['archived', 'draft'],
];

for (const from of contentStatuses) {
  for (const to of contentStatuses) {
    const fits = from === to || allowed.some(([a, b]) => a === from && b === to);
    test(`${from} content ${fits ? 'may' : 'may not'} become ${to}`, async () => {
      const { cms, person, write } = await coreWorld();
      const editor = await person('editor');
      const item = await write(editor, { status: from });
      const change = cms.content.update(editor, item.id, { status: to });
      if (fits) expect((await change).status).toBe(to);
      else await rejectsWith('invalid_transition', change);
    });
  }
}

test('an update changes the given members, increments the version and never turns back the time', async () => {
  const { cms, clock, person, write } = await coreWorld();
  const author = await person('author');
  const item = await write(author, { data: { a: 1, b: 2 } });
  clock.advance(-60_000);
  const updated = await cms.content.update(author, item.id, { data: { c: 3 } });
  expect(updated).toEqual({ ...item, data: '{"c":3}', version: 2 });
  clock.advance(120_000);
  expect((await cms.content.update(author, item.id, { title: 'New' })).updatedAt).toBe(clock.now());
});

test('an update that changes nothing writes nothing', async () => {
  const { cms, clock, person, write } = await coreWorld();
  const author = await person('author');
  const item = await write(author, { data: { a: 1 } });
  clock.advance(1_000);
  const same = { title: item.title, slug: item.slug, status: item.status, data: { a: 1 } };
  expect(await cms.content.update(author, item.id, same)).toEqual(item);
  expect(await cms.content.update(author, item.id, {})).toEqual(item);
});

test('expected versions are compared; without them the last write wins, and no write is lost', async () => {
  const { cms, person, write } = await coreWorld();
  const author = await person('author');
  const { id } = await write(author);
  await cms.content.update(author, id, { title: 'Two' }, expectVersion(1));
  await rejectsWith(
    'version_mismatch',
    cms.content.update(author, id, { title: 'Late' }, expectVersion(1)),
  );
  await rejectsWith(
    'version_mismatch',
    cms.content.update(author, id, { title: 'Late' }, expectVersion()),
  );
  await rejectsWith('version_mismatch', cms.content.delete(author, id, expectVersion(1)));
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => cms.content.update(author, id, { title: `T${n}` })),
  );
  expect((await cms.content.update(author, id, { status: 'published' })).version).toBe(23);
});

test('required fields are enforced for published items only', async () => {
  const { cms, person, posts, write } = await coreWorld();
  const admin = await person('admin');
  await cms.collections.update(admin, posts.name, {
    schema: { properties: { excerpt: { type: 'textarea' } }, required: ['excerpt'] },
  });
  const draft = await write(admin);
  await rejectsWith('invalid_data', cms.content.update(admin, draft.id, { status: 'published' }));
  await rejectsWith('invalid_data', write(admin, { status: 'published' }));
  await rejectsWith('invalid_data', write(admin, { data: { excerpt: 5 } }));
  await cms.content.update(admin, draft.id, {
    status: 'published',
    data: { excerpt: 'E', free: 1 },
  });
  await rejectsWith('invalid_data', cms.content.update(admin, draft.id, { data: {} }));
});

test('anonymous callers and tokens are rejected before anything is looked up', async () => {
  const { cms, ports } = await coreWorld();
  const id = ports.ids.next();
  await rejectsWith('not_authenticated', cms.content.update(anonymous, id, { title: 'x' }));
  await rejectsWith('not_authenticated', cms.content.delete(anonymous, id));
  await rejectsWith('token_read_only', cms.content.update(token, id, { title: 'x' }));
  await rejectsWith('token_read_only', cms.content.delete(token, id));
});

test('an item moves only to an active collection whose schema it matches', async () => {
  const { cms, person, write, pages } = await coreWorld();
  const editor = await person('editor');
  const item = await write(editor, { data: { size: 'large' } });
  const move = { collectionId: pages.id };
  const schema = { properties: { size: { type: 'number' } } };
  await cms.collections.update(operator, pages.name, { schema });
  await rejectsWith('invalid_data', cms.content.update(editor, item.id, move));
  await cms.collections.update(operator, pages.name, { schema: {}, isActive: false });
  await rejectsWith('collection_not_found', cms.content.update(editor, item.id, move));
  await cms.collections.update(operator, pages.name, { isActive: true });
  expect((await cms.content.update(editor, item.id, move)).version).toBe(2);
});

test('data is measured in bytes', async () => {
  const { person, write } = await coreWorld();
  const author = await person('author');
  const limit = 2 * 1024 * 1024;
  const overhead = '{"a":""}'.length;
  for (const [character, bytes] of [
    ['x', 1],
    ['é', 2],
    ['日', 3],
    ['😀', 4],
  ] as const) {
    const room = limit - overhead;
    const a = `${'x'.repeat(room % bytes)}${character.repeat(Math.floor(room / bytes))}`;
    await write(author, { data: { a } });
    await rejectsWith('invalid_data', write(author, { data: { a: `${a}x` } }));
  }
});

test('authors change and delete only their own items, editors all items', async () => {
  const { cms, person, write } = await coreWorld();
  const [author, other, editor] = [
    await person('author'),
    await person('author'),
    await person('editor'),
  ];
  const item = await write(author);
  await rejectsWith('forbidden', cms.content.update(other, item.id, { title: 'Mine' }));
  await rejectsWith('forbidden', cms.content.delete(other, item.id));
  await rejectsWith('not_authenticated', cms.content.update(anonymous, item.id, { title: 'x' }));
  await rejectsWith('token_read_only', cms.content.delete(token, item.id));
  await cms.content.update(author, item.id, { title: 'Still mine' });
  await cms.content.delete(editor, item.id);
  await rejectsWith('not_found', cms.content.delete(editor, item.id));
  await write(author, { slug: item.slug });
});

test('a caller without rights gets the same error for every change', async () => {
  const { cms, person, write } = await coreWorld();
  const [author, viewer] = [await person('author'), await person('viewer')];
  const { id } = await write(author);
  for (const change of [{ title: 'x' }, { title: ' ' }, { slug: '!' }, { collectionId: 'x' }]) {
    await rejectsWith('forbidden', cms.content.update(viewer, id, change));
    await rejectsWith('not_found', cms.content.update(viewer, noId, change));
  }
  await rejectsWith(
    'invalid_input',
    cms.content.update(author, id, { title: ' ' }, expectVersion(7)),
  );
});

test('moving an item requires rights in both collections', async () => {
  const { cms, person, posts, pages, write } = await coreWorld();
  const editor = await person('editor');
  const item = await write(editor);
  const move = { collectionId: pages.id };
  const hereOnly = await person('viewer', [{ collectionId: posts.id, role: 'editor' }]);
  await rejectsWith('forbidden', cms.content.update(hereOnly, item.id, move));
  const authorThere = await person('editor', [{ collectionId: pages.id, role: 'author' }]);
  await rejectsWith('forbidden', cms.content.update(authorThere, item.id, move));
  const thereOnly = await person('viewer', [{ collectionId: pages.id, role: 'editor' }]);
  await rejectsWith('forbidden', cms.content.update(thereOnly, item.id, move));
  expect((await cms.content.update(editor, item.id, move)).collectionId).toBe(pages.id);
  await rejectsWith(
    'collection_not_found',
    cms.content.update(editor, item.id, { collectionId: 'x' }),
  );
});

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

test('in the core, only the content writer writes content', () => {
  const writing = /\bstore\s*\.\s*commit\(/;
  const writers = readSources().filter(
    ({ path, text }) => path.startsWith('core/') && writing.test(text),
  );
  expect(writers.map(({ path }) => path)).toEqual(['core/content/content-writer.ts']);
});
