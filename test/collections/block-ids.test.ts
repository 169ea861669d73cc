import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { decodeJson, type Json, type JsonObject } from '../../core/vocabulary.ts';
import { blocksOf, blockWorld } from '../support/core/block-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { dataOf, hook, writing } from '../support/core/hook-world.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const quote = (text: string, rest: JsonObject = {}) => ({ type: 'quote', text, ...rest });
const anId: Json = expect.stringMatching(uuid);
const withoutIds = (blocks: readonly JsonObject[]): JsonObject[] =>
  blocks.map(({ id: _, ...rest }) => rest);

describe('the service gives ids', () => {
  test('to new blocks without one, at every depth, and keeps the others', async () => {
    const { create } = await blockWorld();
    const item = await create({
      first: 1,
      sections: [
        quote('A'),
        quote('B', { id: 'mine' }),
        { id: null, type: 'quote' },
        { type: 'quote', id: '' },
      ],
      aside: { parts: [{ type: 'note' }], other: [{ type: 'note' }] },
      chapters: [{ parts: [{ type: 'note', id: 'n' }] }, {}, { parts: [{ type: 'note' }] }],
      last: [{ type: 'quote' }],
    });
    expect(decodeJson(item.data)).toEqual({
      first: 1,
      sections: [
        { type: 'quote', id: anId, text: 'A' },
        { type: 'quote', id: 'mine', text: 'B' },
        { type: 'quote', id: anId },
        { type: 'quote', id: anId },
      ],
      aside: { parts: [{ type: 'note', id: anId }], other: [{ type: 'note' }] },
      chapters: [
        { parts: [{ type: 'note', id: 'n' }] },
        {},
        { parts: [{ type: 'note', id: anId }] },
      ],
      last: [{ type: 'quote' }],
    });
    expect(new Set(blocksOf(item).map(({ id }) => id)).size).toBe(4);
    expect(item.data).toMatch(
      /^\{"first":1,"sections":\[\{"type":"quote","id":"[^"]+","text":"A"\}/,
    );
  });

  test('and leaves the text of data alone in which no block lacks one', async () => {
    const { create } = await blockWorld();
    const data = { sections: [{ text: 'A', id: 'a', type: 'quote' }], '1': 2 };
    expect((await create(data)).data).toBe(JSON.stringify(data));
  });

  test('to the blocks of an update, but keeps that of an equal block that is stored', async () => {
    const { cms, create } = await blockWorld();
    const blocks = [quote('A'), quote('B'), quote('B')];
    const item = await create({ sections: blocks });
    const [a, b, c] = blocksOf(item).map(({ id }) => id);
    const update = (sections: JsonObject[]) =>
      cms.content.update(operator, item.id, { data: { sections } });
    expect(await update(blocks)).toEqual(item);
    const later = await update([quote('New'), quote('B'), quote('C', { id: 'own' }), quote('B')]);
    expect(blocksOf(later)).toEqual([
      quote('New', { id: anId }),
      quote('B', { id: b! }),
      quote('C', { id: 'own' }),
      quote('B', { id: c! }),
    ]);
    expect([a, b, c]).not.toContain(blocksOf(later)[0]?.id);
  });

  test('and gives no block the id that another one sends', async () => {
    const { cms, create } = await blockWorld();
    const item = await create({ sections: [quote('A', { id: 'a' })] });
    const later = await cms.content.update(operator, item.id, {
      data: { sections: [quote('A'), quote('New', { id: 'a' })] },
    });
    expect(blocksOf(later)).toEqual([quote('A', { id: anId }), quote('New', { id: 'a' })]);
  });

  test('to blocks in a working copy, which publishing keeps', async () => {
    const { cms, create } = await blockWorld();
    const item = await create({ sections: [quote('A')] });
    await cms.content.update(operator, item.id, { status: 'published' });
    const [kept] = blocksOf(item);
    const sections = [quote('New'), quote('A')];
    const copy = await cms.drafts.save(operator, item.id, { data: { sections } });
    expect(blocksOf(copy)).toEqual([quote('New', { id: anId }), kept]);
    expect(await cms.drafts.save(operator, item.id, { data: { sections } })).toEqual(copy);
    expect((await cms.drafts.publish(operator, item.id, {})).data).toBe(copy.data);
  });

  test('to the blocks of a hook', async () => {
    const { create } = await blockWorld({
      hooks: [
        hook(writing, (attempt) => {
          const { sections } = dataOf(attempt) as { sections: JsonObject[] };
          return { replace: { data: { sections: [...withoutIds(sections), quote('Hook')] } } };
        }),
      ],
    });
    const item = await create({ sections: [quote('A', { id: 'a' })] });
    expect(blocksOf(item)).toEqual([quote('A', { id: 'a' }), quote('Hook', { id: anId })]);
  });

  test('to imported blocks, once', async () => {
    const { cms, posts, ports } = await blockWorld();
    const records = [
      {
        collection: posts.name,
        title: 'A',
        slug: 'a',
        data: { sections: [quote('A'), quote('B')] },
      },
    ];
    const run = async () =>
      (await cms.transfer.importContent(operator, { records, overwrite: true }))[0]!.outcome;
    const stored = async () =>
      (await ports.store.repositories.contents.listAfter(undefined, 10))[0]!;
    expect(await run()).toBe('created');
    const item = await stored();
    expect(blocksOf(item)).toEqual([quote('A', { id: anId }), quote('B', { id: anId })]);
    expect(await run()).toBe('unchanged');
    expect(await stored()).toEqual(item);
  });

  test('to no block of an export, which is restored as it is', async () => {
    const { cms, posts, ports } = await blockWorld();
    const data = { sections: [quote('A')] };
    const records = [{ collection: posts.name, title: 'A', data }];
    await cms.transfer.importContent(operator, { records, verbatim: true });
    const [item] = await ports.store.repositories.contents.listAfter(undefined, 10);
    expect(decodeJson(item!.data)).toEqual(data);
  });

  test('to the blocks of a version from before the field had blocks, when it is restored', async () => {
    const { cms, posts } = await blockWorld();
    const blockSchema = (await cms.collections.get(operator, posts.name)).schema;
    const setSchema = (schema: object) =>
      cms.collections.update(operator, posts.name, { schema: schema as JsonObject });
    await setSchema({ properties: { sections: { type: 'json' } } });
    const { id } = await cms.content.create(operator, {
      collectionId: posts.id,
      title: 'A',
      data: { sections: [quote('A')] },
    });
    const published = { data: { sections: [] }, status: 'published' } as const;
    await cms.content.update(operator, id, published);
    await setSchema(blockSchema);
    const copy = await cms.drafts.restore(operator, id, { version: 1 });
    expect(blocksOf(copy)).toEqual([quote('A', { id: anId })]);
    expect(await cms.drafts.restore(operator, id, { version: 1 })).toEqual(copy);
    const item = await cms.history.restore(operator, id, { version: 1 });
    expect(blocksOf(item)).toEqual([quote('A', { id: anId })]);
    expect(await cms.history.restore(operator, id, { version: 1 })).toEqual(item);
  });
});

test('a block keeps its id through updates of its fields', async () => {
  const { cms, create } = await blockWorld();
  const item = await create({ sections: [quote('A'), quote('B')] });
  const sections = blocksOf(item).map((block, index) => ({ ...block, text: `New ${index}` }));
  const later = await cms.content.update(operator, item.id, { data: { sections } });
  expect(blocksOf(later)).toEqual(sections);
});

test('data that is too large with the ids of its blocks is rejected', async () => {
  const { cms, posts } = await blockWorld();
  const { schema } = await cms.collections.get(operator, posts.name);
  const { maxItems: _, ...sections } = schema.properties['sections']!;
  await cms.collections.update(operator, posts.name, {
    schema: { properties: { sections } } as unknown as JsonObject,
  });
  const data = { sections: Array.from({ length: 50_000 }, () => ({ type: 'quote' })) };
  await rejectsWith(
    'invalid_data',
    cms.content.create(operator, { collectionId: posts.id, title: 'A', data }),
  );
});

describe('an import that fits data', () => {
  test('keeps the blocks that a field knows, and converts their fields', async () => {
    const { cms, posts, ports } = await blockWorld();
    const data = {
      sections: [
        { type: 'hero', id: 7, heading: 5, facts: { year: '1987' } },
        { type: 'gone', id: 'g' },
        'text',
        quote('A', { id: '7' }),
        quote('B', { id: 'b' }),
      ],
    };
    const [outcome] = await cms.transfer.importContent(operator, {
      records: [{ collection: posts.name, title: 'A', data }],
      fitData: true,
    });
    const [item] = await ports.store.repositories.contents.listAfter(undefined, 10);
    expect(blocksOf(item!)).toEqual([
      { type: 'hero', id: '7', heading: '5', facts: { year: 1987 } },
      quote('A', { id: anId }),
      quote('B', { id: 'b' }),
    ]);
    expect(outcome).toMatchObject({
      outcome: 'created',
      changes: [
        { path: 'data.sections.0.heading', kind: 'converted' },
        { path: 'data.sections.0.facts.year', kind: 'converted' },
        { path: 'data.sections.1', kind: 'left_out', message: 'must be one of hero, quote' },
        { path: 'data.sections.2', kind: 'left_out' },
        { path: 'data.sections.3.id', kind: 'left_out' },
      ],
    });
  });

  test.each([
    [quote('A', { id: 'a' }), [quote('A', { id: 'a' })], 'converted'],
    [false, undefined, 'guessed'],
    ['text', undefined, 'left_out'],
    [
      Array.from({ length: 5 }, (_, index) => quote('A', { id: `${index}` })),
      undefined,
      'left_out',
    ],
  ] as const)('stores %j as %j', async (sections, expected, kind) => {
    const { cms, posts, ports } = await blockWorld();
    const [outcome] = await cms.transfer.importContent(operator, {
      records: [{ collection: posts.name, title: 'A', data: { sections } }],
      fitData: true,
    });
    const [item] = await ports.store.repositories.contents.listAfter(undefined, 10);
    expect(decodeJson(item!.data)['sections']).toEqual(expected);
    expect(outcome).toMatchObject({ changes: [{ path: 'data.sections', kind }] });
  });
});
