import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { itemTemplateLimits, titleMaxLength, type ItemTemplate } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

const schema = {
  properties: {
    text: { type: 'markdown' },
    rating: { type: 'number' },
    next: { type: 'reference', collection: 'blog-posts', onDelete: 'refuse' },
  },
  required: ['text'],
};

const review: ItemTemplate = { name: 'Review', title: 'Review of', data: { text: '## Verdict' } };

const templateWorld = async (templates: readonly ItemTemplate[] = [review]) => {
  const world = await coreWorld();
  await world.cms.collections.update(operator, world.posts.name, { schema, templates });
  const update = (command: Parameters<typeof world.cms.collections.update>[2]) =>
    world.cms.collections.update(operator, world.posts.name, command);
  const read = async () => (await world.cms.collections.get(operator, world.posts.name)).templates;
  return { ...world, update, read };
};

describe('templates', () => {
  test('are kept in their order, with trimmed names and titles', async () => {
    const { read } = await templateWorld([
      { name: '  Zoo ', title: ' At the zoo  ', data: { rating: 'much', text: null } },
      { name: 'zoo', title: '  ', data: {} },
    ]);
    expect(JSON.stringify(await read())).toBe(
      '[{"name":"Zoo","title":"At the zoo","data":{"rating":"much","text":null}},{"name":"zoo","data":{}}]',
    );
  });

  test('of a new collection are stored with it, and fit its schema', async () => {
    const { cms } = await coreWorld();
    const { create, get } = cms.collections;
    const { templates } = await create(operator, { name: 'reviews', schema, templates: [review] });
    expect(templates).toEqual([review]);
    expect((await get(operator, 'reviews')).templates).toEqual([review]);
    const error = await rejectsWith(
      'invalid_input',
      create(operator, { name: 'others', templates: [review] }),
    );
    expect(error.issues).toEqual([
      { path: 'templates.0.data.text', message: 'must be a field of the collection' },
    ]);
    expect((await create(operator, { name: 'none', templates: [] })).templates).toBeUndefined();
  });

  test('stay unless they are given, and an empty list removes them', async () => {
    const { update, read } = await templateWorld();
    await update({ description: 'New' });
    expect(await read()).toEqual([review]);
    const other = { name: 'Other', data: { rating: 5 } };
    await update({ templates: [other] });
    expect(await read()).toEqual([other]);
    await update({ templates: [] });
    expect(await read()).toBeUndefined();
  });

  test('lose the values of fields that a new schema does not have', async () => {
    const { update, read } = await templateWorld([
      review,
      { name: 'Both', data: { rating: 4, text: 'Good' } },
    ]);
    await update({ schema: { properties: { rating: { type: 'string' } } } });
    expect(await read()).toEqual([
      { name: 'Review', title: 'Review of', data: {} },
      { name: 'Both', data: { rating: 4 } },
    ]);
    await update({ schema });
    expect(await read()).toMatchObject([{ data: {} }, { data: { rating: 4 } }]);
  });

  test('follow a field to another name if the update has both', async () => {
    const { update, read } = await templateWorld();
    const renamed = [{ ...review, data: { body: '## Verdict' } }];
    const command = { schema: { properties: { body: { type: 'markdown' } } }, templates: renamed };
    await update(command);
    expect(await read()).toEqual(renamed);
    const error = await rejectsWith('invalid_input', update({ ...command, templates: [review] }));
    expect(error.issues).toMatchObject([{ path: 'templates.0.data.text' }]);
    expect(await read()).toEqual(renamed);
  });

  test('count as no reference, and prevent no deletion', async () => {
    const { cms, write, person, posts, update } = await templateWorld();
    const { id } = await write(await person('editor'), {
      data: { text: 'One' },
      status: 'published',
    });
    await update({ templates: [{ name: 'Sequel', data: { next: id } }] });
    const found = await cms.references.listReferrers(operator, { id, client: 'test' });
    expect(found.referrers).toEqual([]);
    await cms.content.delete(operator, id);
    expect((await cms.collections.get(operator, posts.name)).templates).toMatchObject([
      { data: { next: id } },
    ]);
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `Template ${n}`, data: {} }));
  let deep: ItemTemplate['data'] = {};
  for (let level = 0; level < 40; level += 1) deep = { text: deep };

  /** The length of the JSON of one template with this text. */
  const bytesAround = JSON.stringify([{ name: 'a', data: { text: '' } }]).length;
  const filled = (bytes: number) => [
    { name: 'a', data: { text: 'x'.repeat(bytes - bytesAround) } },
  ];

  test('can use the limits up', async () => {
    const { name, bytes, count } = itemTemplateLimits;
    const { update } = await templateWorld();
    await update({ templates: many(count) });
    await update({
      templates: [{ name: '🦀'.repeat(name), title: 'x'.repeat(titleMaxLength), data: {} }],
    });
    expect((await update({ templates: filled(bytes) })).templates).toEqual(filled(bytes));
  });

  test.each<readonly [string, readonly ItemTemplate[], readonly string[]]>([
    ['an empty name', [{ name: ' ', data: {} }], ['templates.0.name']],
    ['a long name', [{ name: 'x'.repeat(81), data: {} }], ['templates.0.name']],
    ['a name with NUL', [{ name: 'a\0', data: {} }], ['templates.0.name']],
    ['a long title', [{ name: 'a', title: 'x'.repeat(501), data: {} }], ['templates.0.title']],
    [
      'names that are the same when they are trimmed',
      [review, { name: ' Review', data: {} }],
      ['templates.1.name'],
    ],
    [
      'unknown fields, each of them',
      [review, { name: 'b', data: { text: '', toString: 1, odd: 2 } }],
      ['templates.1.data.toString', 'templates.1.data.odd'],
    ],
    ['too many', many(21), ['templates']],
    ['too much data', filled(itemTemplateLimits.bytes + 1), ['templates']],
    [
      'data that is too deep',
      [{ name: 'a', data: deep }],
      [`templates.0.data${'.text'.repeat(32)}`],
    ],
    [
      'data with a lone surrogate',
      [{ name: 'a', data: { text: ['\ud800'] } }],
      ['templates.0.data.text.0'],
    ],
    [
      'a number that JSON does not have',
      [{ name: 'a', data: { rating: Infinity } }],
      ['templates.0.data.rating'],
    ],
    [
      'several mistakes at once',
      [
        { name: '', data: {} },
        { name: 'a', title: 'x'.repeat(501), data: {} },
      ],
      ['templates.0.name', 'templates.1.title'],
    ],
  ])('with %s are rejected with their paths, and change nothing', async (_, templates, paths) => {
    const { update, read } = await templateWorld();
    const error = await rejectsWith('invalid_input', update({ templates, description: 'New' }));
    expect(error.issues?.map(({ path }) => path)).toEqual(paths);
    expect(await read()).toEqual([review]);
  });
});

test('an icon stays unless it is given, and null removes it', async () => {
  const { update } = await templateWorld();
  expect((await update({ icon: 'leaf' })).icon).toBe('leaf');
  expect((await update({ description: 'New' })).icon).toBe('leaf');
  expect((await update({ icon: null })).icon).toBeUndefined();
});
