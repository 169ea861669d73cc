import { expect, test } from 'vitest';
import {
  anonymous,
  contentStatuses,
  isDomainError,
  operator,
  type ContentStatus,
  type TokenActor,
} from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { expectVersion } from '../support/core/expected-version.ts';

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
