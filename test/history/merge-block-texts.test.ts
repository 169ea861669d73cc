import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blockOrder,
  mergeBlocks,
  mergeStates,
  type Field,
  type ItemValues,
  type Json,
  type JsonObject,
  type MergeConflict,
} from '../../core/vocabulary.ts';

const sections: Field = {
  type: 'blocks',
  blocks: {
    text: {
      properties: {
        heading: { type: 'string' },
        body: { type: 'markdown' },
        aside: { type: 'richtext' },
        notes: { type: 'textarea' },
      },
    },
    quote: { properties: { body: { type: 'string' } } },
  },
};
const nested: Field = { type: 'object', properties: { sections } };
const schemaOf = () => ({ properties: { sections, nested } });

type List = readonly JsonObject[];

const item = (blocks: List): ItemValues => ({ title: 'A', slug: 'a', data: { sections: blocks } });

const mergeItems = (base: List, mine: List, theirs: List, paragraphs = true) =>
  mergeStates(
    { base: item(base), mine: item(mine), theirs: item(theirs) },
    { winner: 'mine', schemaOf, paragraphs },
  );

/** The merged blocks; fails if there is something to decide. */
const merge = (...lists: readonly [List, List, List]): Json | undefined => {
  const { merged, conflicts } = mergeItems(...lists);
  expect(conflicts).toEqual([]);
  return merged.data['sections'];
};

/** The blocks in conflict, and both versions of the first one. */
const conflictOf = (base: List, mine: List, theirs: List, paragraphs?: boolean) => {
  const { conflicts } = mergeItems(base, mine, theirs, paragraphs);
  const { blocks } = conflicts[0] as MergeConflict;
  const [id] = blocks?.conflicts ?? [];
  if (blocks === undefined || typeof id !== 'string') throw new Error('No block is in conflict.');
  const { versions } = blocks;
  return { ids: blocks.conflicts, mine: versions.mine.get(id), theirs: versions.theirs.get(id) };
};

const text = (...paragraphs: readonly string[]): string => paragraphs.join('\n\n');

const block = (body: string, others: JsonObject = {}): JsonObject => ({
  type: 'text',
  id: 'a',
  heading: 'Tides',
  body,
  ...others,
});

describe('a merge of the texts of blocks', () => {
  const base = block(text('One', 'Two', 'Three'));

  test('has the changes of different paragraphs of one block', () => {
    const mine = block(text('One, mine', 'Two', 'Three'));
    const theirs = block(text('One', 'Two', 'Three, theirs', 'Four'));
    expect(merge([base], [mine], [theirs])).toEqual([
      block(text('One, mine', 'Two', 'Three, theirs', 'Four')),
    ]);
  });

  test('has the changes of two texts of one block, also of one that one side added or removed', () => {
    const aside = '<p>One</p><p>Two</p>';
    const both = block('One', { aside });
    expect(
      merge(
        [both],
        [block('Mine', { aside: aside.replace('One', 'Mine') })],
        [block('One', { aside: aside.replace('Two', 'Theirs') })],
      ),
    ).toEqual([block('Mine', { aside: '<p>Mine</p><p>Theirs</p>' })]);
    expect(merge([block('One')], [both], [block('Theirs')])).toEqual([block('Theirs', { aside })]);
    const merged = merge([both], [block('One')], [block('Theirs', { aside })]);
    expect(merged).toEqual([block('Theirs')]);
    // An absent value is no member.
    expect(Object.keys((merged as List)[0] ?? {})).toEqual(['type', 'id', 'heading', 'body']);
  });

  test('has them in a block that one side moved, beside one that it added', () => {
    const other = { type: 'quote', id: 'b', body: 'Q' };
    const added = { type: 'quote', id: 'c', body: 'New' };
    expect(
      merge(
        [base, other],
        [other, added, block(text('One, mine', 'Two', 'Three'))],
        [block(text('One', 'Two', 'Three, theirs')), other],
      ),
    ).toEqual([other, added, block(text('One, mine', 'Two', 'Three, theirs'))]);
  });

  test('has what only one side changed outside of the texts, as one value', () => {
    const mine = block(text('One, mine', 'Two', 'Three'), { heading: 'Mine', notes: 'Mine' });
    expect(merge([base], [mine], [block(text('One', 'Two', 'Theirs'))])).toEqual([
      block(text('One, mine', 'Two', 'Theirs'), { heading: 'Mine', notes: 'Mine' }),
    ]);
    // Each of two other members was changed by one side: a section that nobody has read.
    expect(
      conflictOf(
        [base],
        [block(text('Mine', 'Two', 'Three'), { heading: 'Mine' })],
        [block(text('One', 'Two', 'Theirs'), { notes: 'Theirs' })],
      ),
    ).toEqual({
      ids: ['a'],
      mine: block(text('Mine', 'Two', 'Theirs'), { heading: 'Mine' }),
      theirs: block(text('Mine', 'Two', 'Theirs'), { notes: 'Theirs' }),
    });
  });

  test('asks only about the paragraph that both changed, with the other changes in both versions', () => {
    const mine = block(text('One, mine', 'Two, mine', 'Three'));
    const theirs = block(text('One', 'Two, theirs', 'Three, theirs'));
    const { ids, ...sides } = conflictOf([base], [mine], [theirs]);
    expect(ids).toEqual(['a']);
    expect(sides).toEqual({
      mine: block(text('One, mine', 'Two, mine', 'Three, theirs')),
      theirs: block(text('One, mine', 'Two, theirs', 'Three, theirs')),
    });
    // A decision is made between these versions.
    const { conflicts, merged } = mergeItems([base], [mine], [theirs]);
    const versions = conflicts[0]?.blocks?.versions;
    expect(merged.data['sections']).toEqual([sides.mine]);
    expect(versions && mergeBlocks(versions, () => 'theirs').blocks).toEqual([sides.theirs]);
  });

  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      'a text of a type without paragraphs',
      block('', { notes: text('One', 'Two') }),
      block('', { notes: text('Mine', 'Two') }),
      block('', { notes: text('One', 'Theirs') }),
    ],
    [
      'a block whose type one side changed',
      base,
      { ...block(text('Mine', 'Two', 'Three')), type: 'quote' },
      block(text('One', 'Two', 'Theirs')),
    ],
    [
      'a block of another type, with a field of the same name',
      { ...base, type: 'quote' },
      { ...block(text('Mine', 'Two', 'Three')), type: 'quote' },
      { ...block(text('One', 'Two', 'Theirs')), type: 'quote' },
    ],
    [
      'a block of an unknown type',
      { ...base, type: 'constructor' },
      { ...block(text('Mine', 'Two', 'Three')), type: 'constructor' },
      { ...block(text('One', 'Two', 'Theirs')), type: 'constructor' },
    ],
    [
      'a value that is no text',
      base,
      { ...base, body: ['Mine'] },
      block(text('One', 'Two', 'Theirs')),
    ],
  ])('is that of the whole block for %s', (_, from, mine, theirs) => {
    expect(conflictOf([from], [mine], [theirs])).toEqual({ ids: ['a'], mine, theirs });
  });

  test('is that of whole blocks unless it is asked for, and inside of an object', () => {
    const mine = block(text('Mine', 'Two', 'Three'));
    const theirs = block(text('One', 'Two', 'Theirs'));
    expect(conflictOf([base], [mine], [theirs], false)).toEqual({ ids: ['a'], mine, theirs });
    const inside = (each: JsonObject): ItemValues => ({
      ...item([]),
      data: { nested: { sections: [each] } },
    });
    expect(
      mergeStates(
        { base: inside(base), mine: inside(mine), theirs: inside(theirs) },
        { schemaOf, paragraphs: true },
      ).conflicts,
    ).toEqual([
      { path: 'data.nested', mine: { sections: [mine] }, theirs: { sections: [theirs] } },
    ]);
  });

  test('leaves a block that one side removed and the other changed to a decision', () => {
    const theirs = block(text('One', 'Two', 'Theirs'));
    expect(conflictOf([base], [], [theirs])).toEqual({ ids: ['a'], mine: undefined, theirs });
  });
});

type Edit = 'change' | 'add' | 'remove';

interface Person {
  readonly name: 'mine' | 'theirs';
  /** What the person does with each paragraph, by the numbers of the block and the paragraph. */
  readonly edits: ReadonlyMap<string, Edit>;
}

/** The number of paragraphs of each block. */
type Shape = readonly number[];

const place = (at: number, paragraph: number): string => `${at}.${paragraph}`;

/** A word that stands in one place only. */
const wordOf = (name: string, at: number, paragraph: number): string =>
  `${name}${at}x${paragraph}x`;

const paragraphsOf = (at: number, count: number, { name, edits }: Person): readonly string[] =>
  Array.from({ length: count }, (_, paragraph) => {
    const word = wordOf('base', at, paragraph);
    const own = wordOf(name, at, paragraph);
    const edit = edits.get(place(at, paragraph));
    if (edit === 'remove') return [];
    if (edit === 'change') return [`${word} ${own}`];
    return edit === 'add' ? [word, own] : [word];
  }).flat();

const write = (shape: Shape, person: Person): List =>
  shape.map((count, at) => ({
    type: 'text',
    id: `block${at}`,
    heading: `Block ${at}`,
    body: paragraphsOf(at, count, person)
      .map((paragraph) => `${paragraph}\n\n`)
      .join(''),
  }));

const nobody: Person = { name: 'mine', edits: new Map() };

/** Which of two people does what with a paragraph; one of the two at most. */
const edits = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constantFrom<Person['name']>('mine', 'theirs'),
      edit: fc.constantFrom<Edit>('change', 'add', 'remove'),
    }),
  },
);

const pages = fc.array(fc.array(edits, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 4,
});

const personIn =
  (page: readonly (readonly ({ name: string; edit: Edit } | undefined)[])[]) =>
  (name: Person['name']): Person => ({
    name,
    edits: new Map(
      page.flatMap((paragraphs, at) =>
        paragraphs.flatMap((each, paragraph) =>
          each?.name === name ? [[place(at, paragraph), each.edit] as const] : [],
        ),
      ),
    ),
  });

const bodyOf = ({ body }: JsonObject): string => (typeof body === 'string' ? body : '');

const bodiesOf = (blocks: Iterable<JsonObject>): string => Array.from(blocks, bodyOf).join('');

describe('two people who change the texts of the blocks of a page', () => {
  test('lose no word while they change different paragraphs, and nobody is asked', () => {
    let together = 0;
    fc.assert(
      fc.property(pages, fc.boolean(), (page, isTurned) => {
        const shape = page.map((paragraphs) => paragraphs.length);
        const person = personIn(page);
        const [mine, theirs] = [person('mine'), person('theirs')];
        const [mineBlocks, theirBlocks] = [write(shape, mine), write(shape, theirs)];
        // One of them may also move the blocks.
        const moved = isTurned ? mineBlocks.toReversed() : mineBlocks;
        const both: Person = { ...mine, edits: new Map([...mine.edits, ...theirs.edits]) };
        const merged = merge(write(shape, nobody), moved, theirBlocks);
        const expected = write(shape, both).map((each) => ({
          ...each,
          body: bodyOf(each).replaceAll(/mine(\d+)x(\d+)x/g, (word, at, paragraph) =>
            theirs.edits.has(`${at}.${paragraph}`) ? `theirs${at}x${paragraph}x` : word,
          ),
        }));
        expect(merged).toEqual(isTurned ? expected.toReversed() : expected);
        const isShared = page.some((paragraphs) =>
          ['mine', 'theirs'].every((name) => paragraphs.some((each) => each?.name === name)),
        );
        if (isShared) together += 1;
      }),
      { numRuns: 500 },
    );
    expect(together).toBeGreaterThan(100);
  });

  test('are asked with both versions where they changed one paragraph, and nothing else is lost', () => {
    fc.assert(
      fc.property(pages, fc.nat(), fc.nat(), (page, blockSeed, paragraphSeed) => {
        const shape = page.map((paragraphs) => paragraphs.length);
        const at = blockSeed % shape.length;
        const paragraph = paragraphSeed % (shape[at] ?? 1);
        // Changes that touch each other are one: between those of the block, something stays as it was.
        const apart = page.map((paragraphs, index) =>
          index === at
            ? paragraphs.map((each, other) => ((other - paragraph) % 2 === 0 ? each : undefined))
            : paragraphs,
        );
        const person = personIn(apart);
        const withChange = ({ name, edits: own }: Person): Person => ({
          name,
          edits: new Map(own).set(place(at, paragraph), 'change'),
        });
        const [mine, theirs] = [withChange(person('mine')), withChange(person('theirs'))];
        const { conflicts } = mergeItems(
          write(shape, nobody),
          write(shape, mine),
          write(shape, theirs),
        );
        expect(conflicts).toHaveLength(1);
        const blocks = conflicts[0]?.blocks;
        expect(blocks?.conflicts).toEqual([`block${at}`]);
        expect(blocks?.conflicts).not.toContain(blockOrder);
        for (const [side, other] of [
          [mine, theirs],
          [theirs, mine],
        ] as const) {
          const decided = blocks && mergeBlocks(blocks.versions, () => side.name).blocks;
          expect(decided?.[at]).toEqual(blocks?.versions[side.name].get(`block${at}`));
          const shown = bodiesOf(decided ?? []);
          expect(shown).toContain(wordOf(side.name, at, paragraph));
          expect(shown).not.toContain(wordOf(other.name, at, paragraph));
          for (const [key, edit] of [...mine.edits, ...theirs.edits]) {
            const [block = 0, number = 0] = key.split('.').map(Number);
            if (edit === 'remove' || key === place(at, paragraph)) continue;
            const { name } = mine.edits.has(key) ? mine : theirs;
            expect(shown).toContain(wordOf(name, block, number));
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
