import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksById, type Blocks } from '../../../adapters/admin/screens/editor/model/block-ids.ts';
import { isSame, type JsonObject } from '../../../adapters/admin/screens/editor/model/json-path.ts';
import { merge } from '../../../adapters/admin/screens/editor/model/merge.ts';
import {
  blockOrder,
  mergeBlocks,
  type BlockChoices,
  type BlockVersions,
} from '../../../adapters/admin/screens/editor/model/merge-blocks.ts';

/** A letter for each block, and a text after it: `A`, `B-changed`. */
const blocksOf = (...texts: readonly string[]): Blocks =>
  new Map(
    texts.map((text) => {
      const [id = '', words = ''] = text.split('-');
      return [id, { type: 'quote', id, words }];
    }),
  );

const textOf = ({ id, words }: JsonObject): string =>
  [id, words].flatMap((part) => (typeof part === 'string' && part !== '' ? [part] : [])).join('-');

const textsOf = (blocks: readonly JsonObject[]): readonly string[] => blocks.map(textOf);

const versionsOf = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): BlockVersions => ({
  base: blocksOf(...base),
  mine: blocksOf(...mine),
  theirs: blocksOf(...theirs),
});

const mergeTexts = (...lists: Parameters<typeof versionsOf>): readonly string[] => {
  const { blocks, conflicts } = mergeBlocks(versionsOf(...lists));
  expect(conflicts).toEqual([]);
  return textsOf(blocks);
};

describe('a merge of blocks', () => {
  const base = ['A', 'B', 'C'];

  test('takes over what one side changed, added or removed', () => {
    expect(mergeTexts(base, ['A-mine', 'B', 'C'], ['A', 'B', 'C-theirs'])).toEqual([
      'A-mine',
      'B',
      'C-theirs',
    ]);
    expect(mergeTexts(base, ['B', 'C'], ['A', 'B', 'C', 'D'])).toEqual(['B', 'C', 'D']);
    expect(mergeTexts([], ['X'], ['Y'])).toEqual(['X', 'Y']);
  });

  test('puts a block behind the one that it follows on its side', () => {
    expect(mergeTexts(base, ['A', 'X', 'Y', 'B', 'C'], ['C', 'A', 'Z', 'B'])).toEqual([
      'C',
      'A',
      'X',
      'Y',
      'Z',
      'B',
    ]);
    // Where it was before the block that was removed.
    expect(mergeTexts(base, ['A', 'B', 'X', 'C'], ['A', 'C'])).toEqual(['A', 'X', 'C']);
  });

  test('keeps the order of the side that moved blocks', () => {
    expect(mergeTexts(base, ['C', 'A', 'B'], ['A', 'B', 'C', 'D'])).toEqual(['C', 'D', 'A', 'B']);
    expect(mergeTexts(base, ['A', 'B', 'C', 'D'], ['C', 'A', 'B'])).toEqual(['C', 'D', 'A', 'B']);
    expect(mergeTexts(base, ['C', 'A', 'B'], ['C', 'A', 'B-theirs'])).toEqual([
      'C',
      'A',
      'B-theirs',
    ]);
  });

  test('asks about a block that both changed, and one that only one side still has', () => {
    const both = versionsOf(base, ['A-mine', 'C', 'B-mine'], ['A-theirs', 'C-theirs', 'D']);
    const { blocks, conflicts } = mergeBlocks(both);
    expect(conflicts).toEqual(['A', 'B']);
    expect(textsOf(blocks)).toEqual(['A-mine', 'C-theirs', 'B-mine', 'D']);
    const choices: BlockChoices = new Map([
      ['A', 'theirs'],
      ['B', 'theirs'],
    ]);
    expect(textsOf(mergeBlocks(both, choices).blocks)).toEqual(['A-theirs', 'C-theirs', 'D']);
  });

  test('asks about the order if both moved blocks', () => {
    const both = versionsOf(base, ['B', 'A', 'C'], ['A', 'C', 'B']);
    const { blocks, conflicts } = mergeBlocks(both);
    expect(conflicts).toEqual([blockOrder]);
    expect(textsOf(blocks)).toEqual(['B', 'A', 'C']);
    const theirs = mergeBlocks(both, new Map([[blockOrder, 'theirs']]));
    expect(textsOf(theirs.blocks)).toEqual(['A', 'C', 'B']);
  });
});

const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

/** Up to eight blocks with different ids and one of three texts each, in any order. */
const someBlocks = fc
  .uniqueArray(fc.constantFrom(...ids), { maxLength: 8 })
  .chain((chosen) => fc.tuple(...chosen.map((id) => fc.constantFrom(id, `${id}-x`, `${id}-y`))))
  .map((texts) => blocksOf(...texts));

const someVersions = fc.record({ base: someBlocks, mine: someBlocks, theirs: someBlocks });

const check = (property: (versions: BlockVersions) => void): void =>
  fc.assert(fc.property(someVersions, property), { numRuns: 500 });

const listOf = (blocks: Blocks): readonly JsonObject[] => [...blocks.values()];

describe('any merge of blocks', () => {
  test('keeps what one side did to a block that the other did not touch', () => {
    check((versions) => {
      const { base, mine, theirs } = versions;
      const { blocks, conflicts } = mergeBlocks(versions);
      const merged = new Map(blocks.map((block) => [block['id'], block]));
      for (const id of ids) {
        const [before, my, their] = [base.get(id), mine.get(id), theirs.get(id)];
        if (isSame(my, before)) expect(merged.get(id)).toEqual(their);
        else if (isSame(their, before)) expect(merged.get(id)).toEqual(my);
        else expect(conflicts.includes(id)).toBe(!isSame(my, their));
      }
    });
  });

  test('gives each block once, and with its choice what that side has', () => {
    check((versions) => {
      const { blocks, conflicts } = mergeBlocks(versions);
      expect(blocksById(blocks)?.size).toBe(blocks.length);
      for (const side of ['mine', 'theirs'] as const) {
        const chosen = mergeBlocks(versions, new Map(conflicts.map((each) => [each, side])));
        expect(chosen.conflicts).toEqual(conflicts);
        expect(blocksById(chosen.blocks)?.size).toBe(chosen.blocks.length);
        for (const id of conflicts) {
          if (id === blockOrder) continue;
          const block = chosen.blocks.find((each) => each['id'] === id);
          expect(block).toEqual(versions[side].get(id));
        }
      }
    });
  });

  test('is the other side if one side changed nothing', () => {
    check(({ base, mine }) => {
      expect(mergeBlocks({ base, mine, theirs: base })).toEqual({
        blocks: listOf(mine),
        conflicts: [],
      });
      expect(mergeBlocks({ base, mine: base, theirs: mine })).toEqual({
        blocks: listOf(mine),
        conflicts: [],
      });
    });
  });

  test('keeps the order of the blocks that a side moved, if only it did', () => {
    check((versions) => {
      const { base, mine, theirs } = versions;
      const isShared = (id: string): boolean => base.has(id) && mine.has(id) && theirs.has(id);
      const orderOf = (blocks: Iterable<string>) => [...blocks].filter(isShared);
      const [before, my, their] = [base, mine, theirs].map((each) => orderOf(each.keys()));
      const { blocks, conflicts } = mergeBlocks(versions);
      const merged = orderOf(blocksById(blocks)?.keys() ?? []);
      const isMoved = !isSame(my, before);
      if (!isMoved || isSame(my, their)) expect(merged).toEqual(their);
      else if (isSame(their, before)) expect(merged).toEqual(my);
      expect(conflicts.includes(blockOrder)).toBe(
        isMoved && !isSame(their, before) && !isSame(my, their),
      );
    });
  });
});

describe('a merge of an item with blocks', () => {
  const schema = { properties: { sections: { type: 'blocks', blocks: {} } } } as const;
  const item = (title: string, sections?: readonly JsonObject[]) => ({
    title,
    slug: 'a',
    data: sections === undefined ? {} : { sections },
  });

  test('is that of whole fields if no field was changed by both', () => {
    check(({ base, mine }) => {
      const before = item('A', listOf(base));
      const texts = [before, item('Mine', listOf(mine)), item('Theirs', listOf(base))] as const;
      expect(merge(...texts, schema)).toEqual(merge(...texts));
      const [, my, their] = texts;
      expect(merge(before, their, my, schema)).toEqual(merge(before, their, my));
    });
  });

  test('finds conflicts in blocks, and merges blocks without ids as a whole', () => {
    const versions = versionsOf(['A', 'B'], ['A-mine', 'B-mine'], ['A-theirs', 'B']);
    const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map((each) =>
      item('A', listOf(each)),
    ) as [ReturnType<typeof item>, ReturnType<typeof item>, ReturnType<typeof item>];
    const { text, conflicts } = merge(base, mine, theirs, schema);
    expect(conflicts).toMatchObject([{ name: 'data.sections', blocks: versions }]);
    expect(text).toEqual(mine);
    const old = item('A', [{ type: 'quote' }]);
    expect(merge(old, mine, theirs, schema).conflicts).toEqual([
      { name: 'data.sections', mine: mine.data.sections, theirs: theirs.data.sections },
    ]);
    // Both began the field.
    const begun = merge(item('A'), item('A', [{ id: 'X' }]), item('A', [{ id: 'Y' }]), schema);
    expect(begun).toEqual({ text: item('A', [{ id: 'X' }, { id: 'Y' }]), conflicts: [] });
  });
});
