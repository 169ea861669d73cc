import { afterEach, expect, test, vi } from 'vitest';
import { operator, type PublishDraft } from '../../core/index.ts';
import { decodeJson, type JsonObject } from '../../core/vocabulary.ts';
import { blockSchema, blockWorld } from '../support/core/block-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { block, sections, shownBlocks } from '../support/core/merged-blocks.ts';

const [a, b, c] = [block('a'), block('b'), block('c')];

afterEach(() => {
  vi.useRealTimers();
});

/** A published item with the blocks a, b and c and a working copy, both of which have changed since. */
const outdatedCopy = async (copy: JsonObject, item: JsonObject) => {
  const world = await blockWorld();
  const { cms } = world;
  const { id } = await world.create(sections(a, b, c));
  await cms.content.update(operator, id, { status: 'published' });
  await cms.drafts.save(operator, id, { data: copy });
  const theirs = await cms.content.update(operator, id, { data: item });
  const publish = (command: PublishDraft = { blocks: true }) =>
    cms.drafts.publish(operator, id, command);
  const stored = () => world.ports.store.repositories.contents.findById(id);
  return { ...world, id, theirs, publish, stored };
};

test('a copy is published over other blocks of the item, and only with the option', async () => {
  const mine = { ...sections(c, block('a', 'mine'), b), mine: 1 };
  const theirs = { ...sections(a, block('b', 'theirs'), c, block('d')), theirs: 1 };
  const { publish, cms, id } = await outdatedCopy(mine, theirs);
  const { issues } = await rejectsWith('draft_outdated', publish({}));
  expect(issues?.map(({ path }) => path)).toEqual(['data.sections']);
  const item = await publish();
  expect(shownBlocks(item)).toEqual(['c', 'd', 'a-mine', 'b-theirs']);
  expect(decodeJson(item.data)).toMatchObject({ mine: 1, theirs: 1 });
  await rejectsWith('not_found', cms.drafts.get(operator, id));
});

test('blocks that both changed are named, and get the value of the side that the request names', async () => {
  const mine = sections(block('a', 'mine'), block('b', 'mine'), c);
  const theirs = sections(block('a', 'theirs'), b, block('c', 'theirs'));
  for (const [merge, first] of [
    ['mine', 'a-mine'],
    ['theirs', 'a-theirs'],
  ] as const) {
    const world = await outdatedCopy(mine, theirs);
    const { details, issues } = await rejectsWith('draft_outdated', world.publish());
    expect(details).toBe('Changed by both: data.sections (block a)');
    expect(issues).toEqual([{ path: 'data.sections', message: 'was changed by both' }]);
    const item = await world.publish({ merge, blocks: true });
    expect(shownBlocks(item)).toEqual([first, 'b-mine', 'c-theirs']);
  }
});

test('a copy that is valid, but not together with the item, is a conflict', async () => {
  const world = await outdatedCopy(
    sections(a, b, c, block('mine')),
    sections(a, b, c, block('theirs')),
  );
  const { publish, stored, theirs } = world;
  for (const merge of [undefined, 'mine', 'theirs'] as const) {
    const { details, issues } = await rejectsWith(
      'draft_outdated',
      publish({ merge, blocks: true }),
    );
    expect(details).toBe('Invalid with both changes: data.sections must have at most 4 blocks');
    expect(issues?.map(({ path }) => path)).toEqual(['data.sections']);
  }
  expect(await stored()).toEqual(theirs);
  // The whole field of one side is valid.
  expect(shownBlocks(await publish({ merge: 'mine' }))).toEqual(['a', 'b', 'c', 'mine']);
});

test('a copy that is invalid by itself is no conflict', async () => {
  const { cms, posts, publish } = await outdatedCopy(
    sections({ type: 'quote', id: 'a' }, b, c),
    sections(a, b, block('c', 'theirs')),
  );
  const { issues } = await rejectsWith('invalid_data', publish());
  expect(issues?.map(({ path }) => path)).toEqual(['data.sections.0.text']);
  const schema = { type: 'object', properties: { sections: { type: 'string' } } } as const;
  await cms.collections.update(operator, posts.name, { schema });
  // The field is none of blocks any more.
  await rejectsWith('draft_outdated', publish());
});

test('the schema is that of the collection to which the copy moves the item', async () => {
  const world = await outdatedCopy(
    sections(a, b, c),
    sections(a, block('b', 'theirs'), c, block('d')),
  );
  const { cms, id, posts, pages, publish } = world;
  const save = (collection: string, data: JsonObject) =>
    cms.drafts.save(operator, id, { collection, data });
  const mine = sections(block('a', 'mine'), b, c);
  await save(pages.name, mine);
  await rejectsWith('draft_outdated', publish());
  const short = { ...blockSchema.properties.sections, maxItems: 3 };
  const schema = { type: 'object', properties: { sections: short } } as const;
  await cms.collections.create(operator, { name: 'short', schema });
  await save('short', mine);
  const { details } = await rejectsWith('draft_outdated', publish());
  expect(details).toBe('Invalid with both changes: data.sections must have at most 3 blocks');
  await save(posts.name, mine);
  expect(shownBlocks(await publish())).toEqual(['a-mine', 'b-theirs', 'c', 'd']);
});

test('the schema is that of the collection to which others moved the item', async () => {
  const mine = sections(block('a', 'mine'), b, c);
  const { cms, id, pages, posts, publish } = await outdatedCopy(
    mine,
    sections(a, block('b', 'theirs'), c),
  );
  await cms.content.update(operator, id, { collection: pages.name });
  await rejectsWith('draft_outdated', publish());
  await cms.content.update(operator, id, { collection: posts.name });
  expect(shownBlocks(await publish())).toEqual(['a-mine', 'b-theirs', 'c']);
});

test('planned publications and changes of many items do not merge blocks', async () => {
  const mine = sections(block('a', 'mine'), b, c);
  const { cms, id, theirs, stored } = await outdatedCopy(mine, sections(a, block('b', 'x'), c));
  const command = { action: 'publish', ids: [id] } as const;
  const { results } = await cms.content.bulk(operator, command);
  expect(results).toMatchObject([{ outcome: 'failed', error: { code: 'draft_outdated' } }]);
  vi.useFakeTimers({ toFake: ['Date'] });
  const at = Date.now() + 1_000;
  await cms.schedule.plan(operator, id, { publishAt: at });
  vi.setSystemTime(at);
  await cms.schedule.runDue({ aborted: false });
  expect(await stored()).toEqual(theirs);
  const [planned] = await cms.schedule.list(operator, {});
  expect(planned).toMatchObject({ reason: expect.stringMatching(/^draft_outdated: /) });
});
