import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blockOrder,
  blocksById,
  isSameJson,
  mergeBlocks,
  mergeStates,
  type BlockConflict,
  type Blocks,
  type Field,
  type ItemValues,
  type Json,
  type JsonObject,
  type Side,
  type Versions,
} from '../../core/vocabulary.ts';

type BlockVersions = Versions<Blocks>;

const mergeWith = (
  versions: BlockVersions,
  choices: ReadonlyMap<BlockConflict, Side> = new Map(),
) => mergeBlocks(versions, (conflict) => choices.get(conflict) ?? 'mine');

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
  const { blocks, conflicts } = mergeWith(versionsOf(...lists));
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
    expect(mergeTexts([], ['X'], ['Y'])).toEqual(['Y', 'X']);
  });

  test('puts a block behind the one that it follows on its side', () => {
    expect(mergeTexts(base, ['A', 'X', 'Y', 'B', 'C'], ['C', 'A', 'Z', 'B'])).toEqual([
      'C',
      'A',
      'Z',
      'X',
      'Y',
      'B',
    ]);
    // Where it was before the block that was removed.
    expect(mergeTexts(base, ['A', 'B', 'X', 'C'], ['A', 'C'])).toEqual(['A', 'X', 'C']);
  });

  test('puts what both added in one place one after the other, theirs first, whoever moved blocks', () => {
    const [mine, theirs] = [
      ['A', 'X', 'B', 'C'],
      ['A', 'Y', 'Z', 'B', 'C'],
    ];
    expect(mergeTexts(base, mine, theirs)).toEqual(['A', 'Y', 'Z', 'X', 'B', 'C']);
    expect(mergeTexts(base, ['C', ...mine.slice(0, 3)], theirs)).toEqual([
      'C',
      'A',
      'Y',
      'Z',
      'X',
      'B',
    ]);
    expect(mergeTexts(base, ['X', ...base], ['Y', ...base])).toEqual(['Y', 'X', 'A', 'B', 'C']);
    // The same block, added by both, is there once, where they have it.
    expect(mergeTexts(base, ['A', 'B', 'C', 'X'], ['X', 'A', 'B', 'C'])).toEqual([
      'X',
      'A',
      'B',
      'C',
    ]);
  });

  test('keeps both what one side moved and what the other one changed', () => {
    expect(mergeTexts(base, ['B', 'A', 'C'], ['A-theirs', 'B', 'C'])).toEqual([
      'B',
      'A-theirs',
      'C',
    ]);
    expect(mergeTexts(base, ['A-mine', 'B', 'C'], ['B', 'A', 'C'])).toEqual(['B', 'A-mine', 'C']);
  });

  test('removes a block that one side removed, although the other one moved it', () => {
    expect(mergeTexts(base, ['C', 'A', 'B'], ['A', 'B'])).toEqual(['A', 'B']);
  });

  test('asks about one that both added with the same id', () => {
    const { blocks, conflicts } = mergeWith(versionsOf([], ['X-mine'], ['X-theirs']));
    expect([textsOf(blocks), conflicts]).toEqual([['X-mine'], ['X']]);
  });

  test('can have as many blocks as an item', () => {
    const many = (name: string) => Array.from({ length: 25_000 }, (_, index) => `${name}${index}`);
    const [before, mine, theirs] = [many('a'), many('m'), many('t')];
    const merged = mergeTexts(before, [...before, ...mine], [...before, ...theirs]);
    expect(merged.join()).toBe([...before, ...theirs, ...mine].join());
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
    const { blocks, conflicts } = mergeWith(both);
    expect(conflicts).toEqual(['A', 'B']);
    expect(textsOf(blocks)).toEqual(['A-mine', 'C-theirs', 'D', 'B-mine']);
    const choices = new Map([
      ['A', 'theirs'],
      ['B', 'theirs'],
    ] as const);
    expect(textsOf(mergeWith(both, choices).blocks)).toEqual(['A-theirs', 'C-theirs', 'D']);
  });

  test('asks about the order if both moved blocks', () => {
    const both = versionsOf(base, ['B', 'A', 'C'], ['A', 'C', 'B']);
    const { blocks, conflicts } = mergeWith(both);
    expect(conflicts).toEqual([blockOrder]);
    expect(textsOf(blocks)).toEqual(['B', 'A', 'C']);
    const theirs = mergeWith(both, new Map([[blockOrder, 'theirs']]));
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
      const { blocks, conflicts } = mergeWith(versions);
      const merged = new Map(blocks.map((block) => [block['id'], block]));
      for (const id of ids) {
        const [before, my, their] = [base.get(id), mine.get(id), theirs.get(id)];
        if (isSameJson(my, before)) expect(merged.get(id)).toEqual(their);
        else if (isSameJson(their, before)) expect(merged.get(id)).toEqual(my);
        else expect(conflicts.includes(id)).toBe(!isSameJson(my, their));
      }
    });
  });

  test('gives each block once, and with its choice what that side has', () => {
    check((versions) => {
      const { blocks, conflicts } = mergeWith(versions);
      expect(blocksById(blocks)?.size).toBe(blocks.length);
      for (const side of ['mine', 'theirs'] as const) {
        const chosen = mergeWith(versions, new Map(conflicts.map((each) => [each, side])));
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
      expect(mergeWith({ base, mine, theirs: base })).toEqual({
        blocks: listOf(mine),
        conflicts: [],
      });
      expect(mergeWith({ base, mine: base, theirs: mine })).toEqual({
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
      const { blocks, conflicts } = mergeWith(versions);
      const merged = orderOf(blocksById(blocks)?.keys() ?? []);
      const isMoved = !isSameJson(my, before);
      if (!isMoved || isSameJson(my, their)) expect(merged).toEqual(their);
      else if (isSameJson(their, before)) expect(merged).toEqual(my);
      expect(conflicts.includes(blockOrder)).toBe(
        isMoved && !isSameJson(their, before) && !isSameJson(my, their),
      );
    });
  });
});

describe('a merge of an item with blocks', () => {
  const sections: Field = { type: 'blocks', blocks: {} };
  const nested: Field = { type: 'object', properties: { sections } };
  const schemaOf = () => ({ properties: { sections, nested } });
  const item = (title: string, value?: Json): ItemValues => ({
    title,
    slug: 'a',
    data: value === undefined ? {} : { sections: value },
  });
  const mergeItems = (base: ItemValues, mine: ItemValues, theirs: ItemValues, winner?: Side) =>
    mergeStates({ base, mine, theirs }, { winner, schemaOf });
  const versions = versionsOf(['A', 'B'], ['A-mine', 'B-mine'], ['A-theirs', 'B']);
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map((each) =>
    item('A', listOf(each)),
  ) as [ItemValues, ItemValues, ItemValues];

  test('has the changes of other blocks of one field, and of other members', () => {
    const one = { ...item('Mine', listOf(blocksOf('A-mine', 'B'))) };
    const other = { ...item('A', listOf(blocksOf('A', 'B-theirs'))), slug: 'b' };
    expect(mergeItems(base, one, other)).toEqual({
      merged: { ...item('Mine', listOf(blocksOf('A-mine', 'B-theirs'))), slug: 'b' },
      conflicts: [],
    });
  });

  test('names the blocks in conflict, and gives them to the winner', () => {
    const conflict = {
      path: 'data.sections',
      mine: mine.data['sections'],
      theirs: theirs.data['sections'],
      blocks: { versions, conflicts: ['A'] },
    };
    expect(mergeItems(base, mine, theirs, 'mine')).toEqual({ merged: mine, conflicts: [conflict] });
    const other = item('A', listOf(blocksOf('A-theirs', 'B-mine')));
    expect(mergeItems(base, mine, theirs)).toEqual({ merged: other, conflicts: [conflict] });
  });

  test('is that of whole fields without a schema, for other fields, and inside of an object', () => {
    const whole = {
      path: 'data.sections',
      mine: mine.data['sections'],
      theirs: theirs.data['sections'],
    };
    expect(mergeStates({ base, mine, theirs }).conflicts).toEqual([whole]);
    const other = { properties: { sections: nested } };
    expect(mergeStates({ base, mine, theirs }, { schemaOf: () => other }).conflicts).toEqual([
      whole,
    ]);
    const inside = (each: ItemValues) => ({ ...each, data: { nested: each.data } });
    expect(mergeItems(inside(base), inside(mine), inside(theirs)).conflicts).toEqual([
      { path: 'data.nested', mine: mine.data, theirs: theirs.data },
    ]);
  });

  test.each<[string, Json]>([
    ['has no id', [{ type: 'quote' }]],
    ['has an empty id', [{ type: 'quote', id: '' }]],
    ['has an id that is no text', [{ type: 'quote', id: 1 }]],
    ['has the id of another one', [{ id: 'A' }, { id: 'A' }]],
    ['is no object', ['A']],
    ['is not in a list', { id: 'A' }],
  ])('is that of the whole field if a block %s', (_, value) => {
    for (const [one, other] of [
      [mine, item('A', value)],
      [item('A', value), mine],
    ] as const) {
      const { conflicts } = mergeItems(base, one, other);
      expect(conflicts).toEqual([
        { path: 'data.sections', mine: one.data['sections'], theirs: other.data['sections'] },
      ]);
    }
    expect(mergeItems(item('A', value), mine, theirs).conflicts[0]).not.toHaveProperty('blocks');
  });

  test('takes a field without a value for one without blocks', () => {
    for (const none of [undefined, null]) {
      const begun = mergeItems(item('A', none), item('A', [{ id: 'X' }]), item('A', [{ id: 'Y' }]));
      expect(begun).toEqual({ merged: item('A', [{ id: 'Y' }, { id: 'X' }]), conflicts: [] });
      const removed = mergeItems(base, item('A', none), theirs);
      expect(removed.conflicts[0]?.blocks?.conflicts).toEqual(['A']);
      const gone = mergeItems(base, item('A', none), item('A', listOf(blocksOf('A', 'B', 'C'))));
      expect(gone).toEqual({ merged: item('A', listOf(blocksOf('C'))), conflicts: [] });
    }
  });

  test('takes the schema of the merged collection', () => {
    const moved = (collectionId: string, from: ItemValues) => ({ ...from, collectionId });
    const asked: string[] = [];
    const options = {
      schemaOf: ({ collectionId }: { readonly collectionId: string }) => {
        asked.push(collectionId);
        return collectionId === 'new' ? schemaOf() : undefined;
      },
    };
    const [from, one, other] = [moved('old', base), moved('new', mine), moved('old', theirs)];
    const { conflicts } = mergeStates({ base: from, mine: one, theirs: other }, options);
    expect(conflicts[0]?.blocks?.conflicts).toEqual(['A']);
    const back = mergeStates({ base: from, mine: moved('old', mine), theirs: other }, options);
    expect(back.conflicts[0]).not.toHaveProperty('blocks');
    expect(asked).toEqual(['new', 'old']);
  });

  test('is the other side if one side changed nothing, and a side if both changed the same', () => {
    check((any) => {
      const [one, other] = [item('A', listOf(any.base)), item('B', listOf(any.mine))];
      for (const sides of [
        [one, one, other],
        [one, other, one],
        [one, other, other],
      ] as const) {
        expect(mergeItems(...sides)).toEqual({ merged: other, conflicts: [] });
      }
    });
  });

  test('finds the same conflicts, whichever side is which', () => {
    check((any) => {
      const [from, one, other] = [any.base, any.mine, any.theirs].map((each) =>
        item('A', listOf(each)),
      ) as [ItemValues, ItemValues, ItemValues];
      const found = [mergeItems(from, one, other), mergeItems(from, other, one)].map(
        ({ conflicts }) =>
          conflicts.map(({ path, blocks }) => [path, new Set(blocks?.conflicts ?? [])]),
      );
      expect(found[0]).toEqual(found[1]);
    });
  });
});
