import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mergeStates,
  type FieldType,
  type ItemValues,
  type MergedValues,
} from '../../core/vocabulary.ts';

const item = (text: string): ItemValues => ({ title: 'A', slug: 'a', data: { text } });

const mergeItems = (
  base: string,
  mine: string,
  theirs: string,
  { type = 'markdown', paragraphs = true }: { type?: FieldType; paragraphs?: boolean } = {},
): MergedValues<ItemValues> =>
  mergeStates(
    { base: item(base), mine: item(mine), theirs: item(theirs) },
    { winner: 'mine', paragraphs, schemaOf: () => ({ properties: { text: { type } } }) },
  );

type Options = Parameters<typeof mergeItems>[3];

/** The merged text, or both versions of it if there is something to decide. */
const merge = (base: string, mine: string, theirs: string, options?: Options) => {
  const { merged, conflicts } = mergeItems(base, mine, theirs, options);
  const [conflict] = conflicts;
  return conflict === undefined
    ? merged.data['text']
    : { mine: conflict.mine, theirs: conflict.theirs };
};

const mergeHtml = (base: string, mine: string, theirs: string) =>
  merge(base, mine, theirs, { type: 'richtext' });

const text = (...paragraphs: readonly string[]): string => paragraphs.join('\n\n');

describe('a merge of two changes of a text', () => {
  const base = text('One', 'Two', 'Three');

  test('has the changes of different paragraphs, also of neighbours', () => {
    expect(
      merge(base, text('One, mine', 'Two', 'Three'), text('One', 'Two', 'Three, theirs')),
    ).toBe(text('One, mine', 'Two', 'Three, theirs'));
    expect(
      merge(base, text('One, mine', 'Two', 'Three'), text('One', 'Two, theirs', 'Three')),
    ).toBe(text('One, mine', 'Two, theirs', 'Three'));
  });

  test('has what one side added, beside what the other one changed', () => {
    const more = text('One', 'Two', 'New', 'Three');
    expect(merge(base, more, text('One', 'Two, theirs', 'Three, theirs'))).toBe(
      text('One', 'Two, theirs', 'New', 'Three, theirs'),
    );
    // At the end, where nothing follows the last paragraph.
    expect(merge(base, text(base, 'Four'), text('One', 'Two', 'Three, theirs'))).toBe(
      text('One', 'Two', 'Three, theirs', 'Four'),
    );
    expect(merge(`${base}\n`, `${text(base, 'Four')}\n`, `${base}, theirs\n`)).toBe(
      `${base}, theirs\n\nFour\n`,
    );
    expect(merge(base, text('Zero', base), text('One, theirs', 'Two', 'Three'))).toBe(
      text('Zero', 'One, theirs', 'Two', 'Three'),
    );
  });

  test('has both additions in different places, and what one side removed', () => {
    expect(merge(base, text('One', 'A', 'Two', 'Three'), text('One', 'Two', 'B', 'Three'))).toBe(
      text('One', 'A', 'Two', 'B', 'Three'),
    );
    expect(merge(base, text('One', 'Three'), text('One', 'Two', 'Three, theirs'))).toBe(
      text('One', 'Three, theirs'),
    );
  });

  test('has a change once that both made', () => {
    const both = text('One', 'Two, both', 'Three');
    expect(merge(base, text(both, 'Mine'), text('Theirs', both))).toBe(
      text('Theirs', both, 'Mine'),
    );
  });

  test('asks only about the paragraph that both changed', () => {
    expect(
      merge(
        base,
        text('One, mine', 'Two, mine', 'Three'),
        text('One', 'Two, theirs', 'Three, theirs'),
      ),
    ).toEqual({
      mine: text('One, mine', 'Two, mine', 'Three, theirs'),
      theirs: text('One, mine', 'Two, theirs', 'Three, theirs'),
    });
    // One removed what the other one changed.
    expect(merge(base, text('One', 'Three'), text('One', 'Two, theirs', 'Three'))).toEqual({
      mine: text('One', 'Three'),
      theirs: text('One', 'Two, theirs', 'Three'),
    });
  });

  test('asks about two additions in one place', () => {
    expect(merge(base, text(base, 'Mine'), text(base, 'Theirs'))).toEqual({
      mine: text(base, 'Mine'),
      theirs: text(base, 'Theirs'),
    });
    expect(
      merge(base, text('One', 'Mine', 'Two', 'Three'), text('One', 'Theirs', 'Two', 'Three')),
    ).toEqual({
      mine: text('One', 'Mine', 'Two', 'Three'),
      theirs: text('One', 'Theirs', 'Two', 'Three'),
    });
    expect(merge('', 'Mine', 'Theirs')).toEqual({ mine: 'Mine', theirs: 'Theirs' });
  });

  test('asks instead of showing a paragraph twice, or one that somebody removed', () => {
    const long = text('One', 'Two', 'Three', 'Four', 'Five');
    const [up, down] = [
      text('Two', 'One', 'Three', 'Four', 'Five'),
      text('One', 'Three', 'Four', 'Two', 'Five'),
    ];
    const removed = text('One', 'Three', 'Four', 'Five');
    for (const [mine, theirs] of [
      [down, removed],
      [removed, down],
      [text('Two', 'One', 'Three', 'Four', 'Five'), down],
      [text('Copy', long), text(long, 'Copy')],
    ] as const) {
      const merged = merge(long, mine, theirs);
      if (typeof merged === 'string') {
        expect(merged.match(/Two|Copy/g)?.length).toBe(1);
      } else expect(merged).toEqual({ mine, theirs });
    }
    expect(typeof merge(long, down, removed)).toBe('object');
    expect(typeof merge(long, text('Copy', long), text(long, 'Copy'))).toBe('object');
    expect(merge(long, up, text(long, 'Six'))).toBe(text(up, 'Six'));
    // Dividers have no words.
    expect(merge(long, text('***', long), text(long, '***'))).toBe(text('***', long, '***'));
  });

  test('asks where a side made other paragraphs of the same blocks', () => {
    // What is indented belongs to the block before it, which becomes another one.
    const code = '    code';
    const one = merge(
      text('Tide', code, 'Pool'),
      text('Tide', 'Mine', code, 'Pool'),
      text('Tide', 'Pool'),
    );
    expect(one).toEqual({
      mine: text('Tide', 'Mine', code, 'Pool'),
      theirs: text('Tide', 'Pool'),
    });
    const fence = '```\nb\n```';
    const other = merge(
      text('Tide', 'Pool', fence, code),
      text('Tide', 'Mine', 'Pool', code),
      text('Tide', 'Pool', 'Theirs', fence, code),
    );
    expect(other).toEqual({
      mine: text('Tide', 'Mine', 'Pool', code),
      theirs: text('Tide', 'Pool', 'Theirs', fence, code),
    });
  });

  test('keeps every line ending', () => {
    const dos = 'One\r\n\r\nTwo\r\n\r\n\r\nThree\r\n';
    expect(merge(dos, dos.replace('One', 'Mine'), dos.replace('Three', 'Theirs\nhere'))).toBe(
      'Mine\r\n\r\nTwo\r\n\r\n\r\nTheirs\nhere\r\n',
    );
    expect(merge('One\r\rTwo', 'Mine\r\rTwo', 'One\r\rTheirs')).toBe('Mine\r\rTheirs');
  });

  test('is that of whole values unless it is asked for, and for other types of fields', () => {
    const sides = [
      base,
      text('One, mine', 'Two', 'Three'),
      text('One', 'Two', 'Three, theirs'),
    ] as const;
    const [, mine, theirs] = sides;
    expect(merge(...sides, { paragraphs: false })).toEqual({ mine, theirs });
    for (const type of ['textarea', 'string', 'json'] as const) {
      expect(merge(...sides, { type })).toEqual({ mine, theirs });
    }
    const schemaOf = () => ({ properties: { text: { type: 'markdown' } } }) as const;
    const [from, one, other] = [item(sides[0]), item(mine), item(theirs)];
    expect(mergeStates({ base: from, mine: one, theirs: other }, { schemaOf }).conflicts).toEqual([
      { path: 'data.text', mine, theirs },
    ]);
  });
});

/** What has an empty line inside, and is one paragraph. The dots are where each side changes it. */
const whole: readonly (readonly [name: string, text: string])[] = [
  ['fenced code', '```js\nfirst.\n\nsecond.\n```'],
  ['fenced code in tildes with a fence inside', '~~~~\nfirst.\n\n```\n\n~~~\nsecond.\n~~~~'],
  ['code without an end', '```\nfirst.\n\nsecond.'],
  ['a list with an empty line', '- first.\n\n- second.'],
  ['a numbered list with an empty line', '1. first.\n\n2. second.'],
  ['a list with a paragraph in an entry', '- a\n\n  first.\n\n- b\n\n  second.'],
  ['a list with code in its entries', '- ```\n  first.\n\n  ```\n\n- b\n\n  second.'],
  ['indented code', 'a\n\n    first.\n\n    second.'],
  ['a footnote with a paragraph', '[^1]: first.\n\n    second.'],
  ['HTML', '<div>\n\nfirst.\n\n<div>b</div>\n\nsecond.\n\n</div>'],
  ['HTML that begins below a line', 'a\n<section\n class="b">\n\nfirst.\n\nsecond.\n</section>'],
  ['a comment', '<!-- first.\n\nsecond. -->'],
  ['a table', '| a | b |\n|---|---|\n| first. | c |\n| second. | d |'],
  ['lines of a paragraph', 'first.\nsecond.'],
];

describe('what is one paragraph', () => {
  test.each(whole)('is %s', (_, block) => {
    const sides = [
      text('Before', block, 'After'),
      text('Before, mine', block.replace('first.', 'mine'), 'After'),
      text('Before', block.replace('second.', 'theirs'), 'After, theirs'),
    ] as const;
    const isOpen = block.startsWith('```\n');
    const after = isOpen ? ['After', 'After, theirs'] : ['After, theirs', 'After, theirs'];
    expect(merge(...sides)).toEqual({
      mine: text('Before, mine', block.replace('first.', 'mine'), after[0] ?? ''),
      theirs: text('Before, mine', block.replace('second.', 'theirs'), after[1] ?? ''),
    });
  });

  test('ends where the text goes on after it', () => {
    for (const [, block] of whole.filter(([name]) => name !== 'code without an end')) {
      const mine = block.replace('first.', 'mine');
      expect(merge(text(block, 'After'), text(mine, 'After'), text(block, 'Theirs'))).toBe(
        text(mine, 'Theirs'),
      );
    }
    // The code of an entry ends with the list.
    const list = '- ```\n  code';
    expect(merge(text(list, 'A', 'B'), text(list, 'Mine', 'B'), text(list, 'A', 'Theirs'))).toBe(
      text(list, 'Mine', 'Theirs'),
    );
  });

  test('is the rest of the text where one side began code without an end', () => {
    const base = text('One', 'Two', 'Three');
    expect(
      typeof merge(base, text('One', '```', 'Two', 'Three'), text('One', 'Two', 'Theirs')),
    ).toBe('object');
    // Each side is sound, both together are not.
    const mine = text('One', 'Two', 'Three', '- mine');
    expect(merge(text(base, 'End'), text(mine, 'End'), text(base, '- theirs'))).toEqual({
      mine: text(mine, 'End'),
      theirs: text(base, '- theirs'),
    });
  });
});

describe('a merge of formatted texts', () => {
  const base = '<h2>A</h2><p>One</p>\n<p>Two <em>b</em></p><figure><p>c</p></figure>tail';

  test('has the changes of different elements', () => {
    expect(
      mergeHtml(base, base.replace('One', 'Mine'), base.replace('Two', 'Theirs <br> here')),
    ).toBe(base.replace('One', 'Mine').replace('Two', 'Theirs <br> here'));
    expect(mergeHtml(base, base.replace('tail', 'mine'), base.replace('>c<', '>theirs<'))).toBe(
      base.replace('tail', 'mine').replace('>c<', '>theirs<'),
    );
    expect(mergeHtml(base, `<hr>${base}`, base.replace('One', 'Theirs'))).toBe(
      `<hr>${base.replace('One', 'Theirs')}`,
    );
  });

  test('does not divide an element', () => {
    const list = '<p>A</p><ul><li>one</li><li>two</li></ul>';
    const [mine, theirs] = [list.replace('one', 'mine'), list.replace('two', 'theirs')];
    expect(mergeHtml(list, mine, theirs)).toEqual({ mine, theirs });
  });

  test.each([
    ['an element without an end', '<p>one<p>two'],
    ['an end without a start', '<p>one</p></div><p>two</p>'],
    ['tags that do not fit', '<p><b>one</p></b><p>two</p>'],
    ['a character that begins no tag', '<p>1 < one</p><p>two</p>'],
    ['a comment without an end', '<p>one</p><!-- <p>two</p>'],
    ['a quote without an end', '<p title="one>a</p><p>two</p>'],
    ['a script without an end', '<p>one</p><script><p>two</p>'],
  ])('is that of the whole text for %s', (_, odd) => {
    const [mine, theirs] = [odd.replace('one', 'mine'), odd.replace('two', 'theirs')];
    expect(mergeHtml(odd, mine, theirs)).toEqual({ mine, theirs });
  });

  test('reads no tags in quotes, comments and scripts', () => {
    const tricky = '<p title="</p>">one</p><!-- <div> --><script>"<p>"</script><p>two</p>';
    expect(mergeHtml(tricky, tricky.replace('one', 'mine'), tricky.replace('two', 'theirs'))).toBe(
      tricky.replace('one', 'mine').replace('two', 'theirs'),
    );
  });
});

const word = fc.constantFrom('tide', 'pool', 'sea', 'Salz', '海', 'wave');
const block = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  fc.constantFrom(
    '```\na\n\nb\n```',
    '- a\n\n- b',
    '> quoted',
    '***',
    '<div>\n\nx\n\n</div>',
    '    code',
    '# Title',
    '| a |\n|---|\n| b |',
  ),
);
const gap = fc.constantFrom('\n\n', '\r\n\r\n', '\n\n\n', '\n \n');

/** What a side does with each paragraph: nothing, mostly. */
const edits = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('change', 'remove', 'add') },
  ),
  { minLength: 8, maxLength: 8 },
);

const documents = fc.record({
  blocks: fc.array(fc.tuple(block, gap), { maxLength: 8 }),
  mine: edits,
  theirs: edits,
});

type Edits = readonly (string | undefined)[];

const write = (blocks: readonly (readonly [string, string])[], done: Edits, name: string): string =>
  blocks
    .map(([words, end], index) => {
      const own = `${name} ${index}`;
      if (done[index] === 'remove') return '';
      if (done[index] === 'change') return `${own} changed${end}`;
      return done[index] === 'add' ? `${words}${end}${own} added${end}` : `${words}${end}`;
    })
    .join('');

/** A paragraph that stands in the text once: the first word has a number, a divider another length. */
const numbered = (words: string, index: number): string =>
  words === '***' ? '*'.repeat(3 + index) : words.replace(/(?<![</\p{L}])\p{L}+/u, `$& ${index}`);

const anyText = fc
  .array(fc.oneof(block, gap, fc.constantFrom('\n', '\r\n', '~~~', '<p>', '</p>', '<!--', '- ')), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('any merge of two changes of a text', () => {
  test('with nothing is the text, and is the same whichever side is which', () => {
    for (const type of ['markdown', 'richtext'] as const) {
      fc.assert(
        fc.property(anyText, anyText, anyText, (base, mine, theirs) => {
          expect(merge(base, mine, base, { type })).toBe(mine);
          expect(merge(base, base, theirs, { type })).toBe(theirs);
          const [one, other] = [
            merge(base, mine, theirs, { type }),
            merge(base, theirs, mine, { type }),
          ];
          if (typeof one !== 'object' || one === null || !('mine' in one)) expect(other).toBe(one);
          else expect(other).toEqual({ mine: one.theirs, theirs: one.mine });
        }),
        { numRuns: 1_000 },
      );
    }
  });

  test('has what both changed, and every other byte as it was', () => {
    let merged = 0;
    fc.assert(
      fc.property(documents, ({ blocks, mine, theirs }) => {
        // Each paragraph once, and each is changed by one side at most.
        const named = blocks.map(([words, end], index) => [numbered(words, index), end] as const);
        const others = theirs.map((edit, index) => (mine[index] === undefined ? edit : undefined));
        const both = mine.map((edit, index) => edit ?? others[index]);
        const result = merge(
          write(named, [], ''),
          write(named, mine, 'mine'),
          write(named, others, 'theirs'),
        );
        if (typeof result !== 'string') return;
        merged += 1;
        const expected = named
          .map((each, index) =>
            write([each], [both[index]], mine[index] === undefined ? 'theirs' : 'mine').replace(
              /(mine|theirs) 0/,
              `$1 ${index}`,
            ),
          )
          .join('');
        expect(result).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
    expect(merged).toBeGreaterThan(500);
  });

  test('has two changes of a text of a megabyte, however its paragraphs look', () => {
    const size = 1_000_000;
    for (const [paragraph, type] of [
      ['- tide\n\n', 'markdown'],
      ['<div>\n\n', 'markdown'],
      ['The tide comes in.\n\n', 'markdown'],
      ['<p>tide</p>', 'richtext'],
    ] as const) {
      const many = paragraph.repeat(size / paragraph.length);
      const [mine, theirs] = [`<p>First</p>\n\n${many}`, `${many}\n\nLast`];
      expect(merge(many, mine, theirs, { type })).toBeDefined();
    }
    const different = Array.from({ length: 100_000 }, (_, index) => `Tide ${index}`);
    const [base, mine, theirs] = [
      text(...different),
      text('First', ...different),
      text(...different.with(50_000, 'Theirs'), 'Last'),
    ];
    expect(merge(base, mine, theirs)).toBe(`First\n\n${theirs}`);
  });
});
