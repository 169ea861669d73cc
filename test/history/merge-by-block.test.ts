import { expect, test } from 'vitest';
import { operator, type UpdateContent } from '../../core/index.ts';
import { decodeJson, type ContentItem } from '../../core/vocabulary.ts';
import { blockSchema, blockWorld } from '../support/core/block-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { block, sections, shownBlocks } from '../support/core/merged-blocks.ts';

const [a, b, c] = [block('a'), block('b'), block('c')];

/** A draft with the blocks a, b and c, that others have changed since. */
const mergingWorld = async () => {
  const world = await blockWorld();
  const { cms } = world;
  const item = await world.create(sections(a, b, c));
  const isExpected = (stored: ContentItem) => JSON.stringify(stored) === JSON.stringify(item);
  const merge = (command: UpdateContent, blocks = true) =>
    cms.history.merge(operator, item.id, command, { version: item.version, isExpected, blocks });
  const change = (command: UpdateContent) => cms.content.update(operator, item.id, command);
  return { ...world, item, merge, change };
};

test('changes of other blocks of one field are merged, and only with the option', async () => {
  const { merge, change } = await mergingWorld();
  await change({ data: sections(a, block('b', 'theirs'), c, block('d')), title: 'Ebb' });
  const command = { data: { ...sections(c, block('a', 'mine'), b), body: 'mine' } };
  const { issues } = await rejectsWith('version_mismatch', merge(command, false));
  expect(issues?.map(({ path }) => path)).toEqual(['data.sections']);
  const { item, isMerged } = await merge(command);
  expect(isMerged).toBe(true);
  expect([item.title, decodeJson(item.data)['body'], shownBlocks(item)]).toEqual([
    'Ebb',
    'mine',
    ['c', 'd', 'a-mine', 'b-theirs'],
  ]);
});

test('blocks that both changed, and the order, are named beside their field', async () => {
  const { item, merge, change, cms } = await mergingWorld();
  await change({ title: 'Ebb', data: sections(b, block('a', 'theirs'), c) });
  const mine = { title: 'Flood', data: sections(block('a', 'mine'), c, b) };
  const { details, issues } = await rejectsWith('version_mismatch', merge(mine));
  expect(details).toBe('Changed by both: title, data.sections (block a, the order of the blocks)');
  expect(issues).toEqual(
    ['title', 'data.sections'].map((path) => ({ path, message: 'was changed by both' })),
  );
  expect(await cms.history.list(operator, item.id, {})).toHaveLength(2);
  await change({ data: sections(block('a', 'theirs'), block('c', 'theirs')) });
  const changed = { data: sections(block('a', 'mine'), block('b', 'mine'), c) };
  const second = await rejectsWith('version_mismatch', merge(changed));
  expect(second.details).toBe('Changed by both: data.sections (blocks a b)');
});

test('an error names a limited number of blocks', async () => {
  const { cms, posts, create } = await blockWorld();
  const schema = {
    type: 'object',
    properties: { sections: { ...blockSchema.properties.sections, maxItems: 100 } },
  };
  await cms.collections.update(operator, posts.name, { schema });
  const many = (words: string) =>
    sections(...Array.from({ length: 25 }, (_, index) => block(`b${index}`, words)));
  const { id, version } = await create(many('stored'));
  await cms.content.update(operator, id, { data: many('theirs') });
  const isExpected = (item: ContentItem) => item.version === version;
  const base = { version, isExpected, blocks: true };
  const { details } = await rejectsWith(
    'version_mismatch',
    cms.history.merge(operator, id, { data: many('mine') }, base),
  );
  expect(details).toMatch(/^Changed by both: data\.sections \(blocks b0 b1 .* b19, and 5 more\)$/);
});

test('a new block needs no id', async () => {
  const { merge, change } = await mergingWorld();
  await change({ data: sections(a, block('b', 'theirs'), c) });
  const { item } = await merge({
    data: sections({ type: 'quote', text: 'a' }, { type: 'quote', text: 'new' }, b, c),
  });
  const [first, second, ...others] = shownBlocks(item);
  expect([first, others]).toEqual(['a', ['b-theirs', 'c']]);
  expect(second).toMatch(/^[0-9a-f-]{36}-new$/);
});

test('valid changes that are invalid together are a conflict, and nothing is written', async () => {
  const { item, merge, change, cms } = await mergingWorld();
  await change({ data: sections(a, b, c, block('d')) });
  const { details, issues } = await rejectsWith(
    'version_mismatch',
    merge({ data: sections(a, b, c, block('e')) }),
  );
  expect(details).toBe('Invalid with both changes: data.sections must have at most 4 blocks');
  expect(issues).toEqual([
    {
      path: 'data.sections',
      message: 'is invalid with both changes: must have at most 4 blocks',
    },
  ]);
  expect(await cms.history.list(operator, item.id, {})).toHaveLength(2);
  // One of them was removed by the other side.
  await change({ data: sections(b, c, block('d')) });
  expect(shownBlocks((await merge({ data: sections(a, b, c, block('e')) })).item)).toEqual([
    'b',
    'c',
    'd',
    'e',
  ]);
});

test('data that is too large only when it is merged is a conflict', async () => {
  const { merge, change } = await mergingWorld();
  const half = 'x'.repeat(1_100_000);
  await change({ data: { ...sections(a, b, c), theirs: half } });
  const command = { data: { ...sections(a, b, c), mine: half } };
  const { details, issues } = await rejectsWith('version_mismatch', merge(command));
  expect(details).toBe('Invalid with both changes: data must be at most 2097152 bytes of JSON');
  expect(issues?.map(({ path }) => path)).toEqual(['data']);
  await rejectsWith('invalid_data', merge(command, false));
});

test('data that is invalid without the merge is a mistake of the caller', async () => {
  const { merge, change } = await mergingWorld();
  await change({ title: 'Ebb', data: sections(a, b, c, block('d')) });
  const wrong = { type: 'quote', id: 'a', text: 1 };
  const { issues } = await rejectsWith('invalid_data', merge({ data: sections(wrong, b, c) }));
  expect(issues?.map(({ path }) => path)).toEqual(['data.sections.0.text']);
  const many = sections(a, b, c, block('e'), block('f'));
  await rejectsWith('invalid_data', merge({ data: many }));
});

test('a required field that both empty together is a conflict once the item is published', async () => {
  const { merge, change, cms, posts } = await mergingWorld();
  const schema = { ...blockSchema, required: ['sections'] };
  await cms.collections.update(operator, posts.name, { schema });
  await change({ data: sections(a) });
  const { details } = await rejectsWith(
    'version_mismatch',
    merge({ status: 'published', data: sections(b, c) }),
  );
  expect(details).toBe(
    'Invalid with both changes: data.sections is required for published content',
  );
  expect(shownBlocks((await merge({ data: sections(b, c) })).item)).toEqual([]);
});

test('the path of a mistake inside of a block is the field', async () => {
  const { merge, change } = await mergingWorld();
  await change({ status: 'published', data: sections(a, block('b', 'theirs'), c) });
  // A draft may lack what is required.
  const data = sections(a, b, c, { type: 'hero', id: 'd' });
  const { issues } = await rejectsWith('version_mismatch', merge({ data }));
  const message =
    'is invalid with both changes: data.sections.3.heading is required for published content';
  expect(issues).toEqual([{ path: 'data.sections', message }]);
});

test('the schema is that of the collection that the item has now, or of the target of a move', async () => {
  const { merge, change, cms, posts, pages } = await mergingWorld();
  const mine = { data: sections(block('a', 'mine'), b, c) };
  // Somebody has moved the item to a collection in which the field is none of blocks.
  await change({ collectionId: pages.id, data: sections(a, block('b', 'theirs'), c) });
  for (const collection of [undefined, posts.name, pages.name]) {
    await rejectsWith('version_mismatch', merge({ ...mine, collection }));
  }
  await change({ collection: posts.name });
  await rejectsWith('version_mismatch', merge({ ...mine, collection: pages.name }));
  expect(shownBlocks((await merge(mine)).item)).toEqual(['a-mine', 'b-theirs', 'c']);

  const short = { ...blockSchema.properties.sections, maxItems: 3 };
  await cms.collections.create(operator, {
    name: 'short',
    schema: { type: 'object', properties: { sections: short } },
  });
  await change({ data: sections(a, b, c, block('d')) });
  const { issues } = await rejectsWith('version_mismatch', merge({ collection: 'short' }));
  expect(issues?.map(({ path }) => path)).toEqual(['data.sections']);
  await change({ data: sections(a, block('d')) });
  const { item } = await merge({ ...mine, data: sections(a, c, b), collection: 'short' });
  expect(shownBlocks(item)).toEqual(['a', 'd']);
});

test('who may not move an item learns nothing of the rules of the target', async () => {
  const { item, change, cms, pages, person } = await mergingWorld();
  const schema = { type: 'object', properties: { sections: { type: 'string' } } } as const;
  await cms.collections.update(operator, pages.name, { schema });
  await change({ title: 'Ebb' });
  const limited = await person('editor', [{ collectionId: pages.id, role: 'viewer' }]);
  const isExpected = ({ version }: ContentItem) => version === item.version;
  const base = { version: item.version, isExpected, blocks: true };
  await rejectsWith(
    'forbidden',
    cms.history.merge(limited, item.id, { collection: pages.name }, base),
  );
});
