import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import type { JsonObject } from '../../../contracts/schemas/schema.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { createLanding } from '../../support/admin/admin-blocks.ts';
import { copyDataOf, hasCopy } from '../../support/admin/admin-copies.ts';
import { editItem, type, untilSaved } from '../../support/admin/edited-items.ts';
import { modelWorld, type ModelWorld } from '../../support/admin/model-world.ts';

const tides = { type: 'hero', id: 'a', heading: 'Tides' };
const quote = { type: 'quote', id: 'b', text: 'The sea is never still.' };
const pools = { type: 'hero', id: 'c', heading: 'Pools' };
const added = { type: 'quote', id: 'd', text: 'Their new block.' };

/** A page with these blocks, open in a form. */
const openPage = async (
  { cms }: ModelWorld,
  sections: readonly JsonObject[],
  status: 'draft' | 'published' = 'draft',
) => {
  const { id } = await createLanding(cms, sections);
  if (status === 'published') await cms.content.update(operator, id, { status });
  return { id, editing: await editItem(id) };
};

/** What somebody else saves. */
const writeTheirs = async ({ cms }: ModelWorld, id: string, sections: readonly JsonObject[]) => {
  await cms.content.update(operator, id, { data: { sections } });
};

describe('two people in one field of blocks', () => {
  test('keep what each of them changed, without a question', async () => {
    using world = await modelWorld();
    const { id, editing } = await openPage(world, [tides, quote, pools]);
    const mine = { ...tides, heading: 'My tides' };
    const theirs = { ...quote, text: 'Their text.' };
    type(editing, 'sections', [mine, quote, pools]);
    await writeTheirs(world, id, [pools, tides, theirs, added]);
    expect(await editing.save()).toBe(true);
    expect(editing.takenOver.value).toEqual(['data.sections']);
    const both = { sections: [pools, mine, theirs, added] };
    expect(await dataOf(world.cms, id)).toEqual(both);
    expect(editing.text.value.data).toEqual(both);
  });

  test('see which rule their changes break together, and keep what they wrote', async () => {
    using world = await modelWorld();
    const blocks = ['a', 'b', 'c', 'd', 'e'].map((block) => ({ ...quote, id: block }));
    const { id, editing } = await openPage(world, blocks, 'published');
    const mine = { type: 'hero', id: 'm', heading: 'My tides' };
    const theirs = { ...pools, id: 'f' };
    type(editing, 'sections', [...blocks, mine]);
    await editing.save();
    await writeTheirs(world, id, [...blocks, theirs]);
    expect(await editing.save('published')).toBe(false);
    expect([...editing.issues.value]).toEqual([
      ['data.sections', 'is invalid with both changes: must have at most 6 blocks'],
    ]);
    expect(await copyDataOf(world.cms, id)).toEqual({ sections: [...blocks, mine] });
    const [first, , ...others] = blocks;
    type(editing, 'sections', [first as JsonObject, ...others, mine]);
    expect(await editing.save('published')).toBe(true);
    expect(await dataOf(world.cms, id)).toEqual({ sections: [first, ...others, theirs, mine] });
  });
});

describe('two editors of one page, one of them without a connection,', () => {
  test('both keep what they wrote into two blocks of a published page', async () => {
    using world = await modelWorld();
    const { id, editing } = await openPage(world, [tides, quote, pools], 'published');
    const [tidesOfFirst, quoteOfFirst, poolsOfSecond] = [
      { ...tides, heading: 'Tides of the first' },
      { ...quote, text: 'Quoted by the first.' },
      { ...pools, heading: 'Pools of the second' },
    ];
    world.disconnect();
    type(editing, 'sections', [tides, quote, poolsOfSecond]);
    await editing.saveDraft();
    await writeTheirs(world, id, [tidesOfFirst, quote, pools]);
    const copy = { sections: [tidesOfFirst, quoteOfFirst, pools] };
    await world.cms.drafts.save(operator, id, { data: copy });
    await world.connect();
    await untilSaved(editing);
    const all = { sections: [tidesOfFirst, quoteOfFirst, poolsOfSecond] };
    expect(await copyDataOf(world.cms, id)).toEqual(all);
    expect(await editing.save('published')).toBe(true);
    expect(await dataOf(world.cms, id)).toEqual(all);
    expect(await hasCopy(world.cms, id)).toBe(false);
  });

  test('decide about a block that both wrote', async () => {
    using world = await modelWorld();
    const { id, editing } = await openPage(world, [tides, quote, pools]);
    const mine = { ...quote, text: 'Quoted by the second.' };
    const poolsOfSecond = { ...pools, heading: 'Pools of the second' };
    const tidesOfFirst = { ...tides, heading: 'Tides of the first' };
    const theirs = { ...quote, text: 'Quoted by the first.' };
    world.disconnect();
    type(editing, 'sections', [tides, mine, poolsOfSecond]);
    await editing.saveDraft();
    await writeTheirs(world, id, [tidesOfFirst, theirs, pools]);
    await world.connect();
    await expect
      .poll(() => editing.pending.value?.conflicts.map(({ path }) => path))
      .toEqual(['data.sections']);
    expect(editing.isDeciding.value).toBe(false);
    expect(await dataOf(world.cms, id)).toEqual({ sections: [tidesOfFirst, theirs, pools] });
    const decided = new Map([['data.sections', [tidesOfFirst, mine, poolsOfSecond]]]);
    expect(await editing.resolve(decided)).toBe(true);
    expect(await dataOf(world.cms, id)).toEqual({
      sections: [tidesOfFirst, mine, poolsOfSecond],
    });
  });
});
