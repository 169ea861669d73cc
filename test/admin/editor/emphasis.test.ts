import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { markdownEdits } from '../../../adapters/admin/screens/editor/markdown/markdown-edits.ts';
import { after, marked } from '../../support/admin/marked-text.ts';

const press = (name: 'bold' | 'italic', text: string): string =>
  after(marked(text), markdownEdits[name](marked(text)));

describe('emphasis', () => {
  test.each([
    ['bold', 'make ⟨this ⟩bold', 'make **⟨this⟩** bold'],
    ['bold', '⟨one\ntwo\n⟩', '**⟨one\ntwo⟩**\n'],
    ['bold', ' ⟨ x ⟩ ', '  **⟨x⟩**  '],
    ['bold', '⟨**x**⟩', '⟨x⟩'],
    ['italic', '⟨_x_⟩', '⟨x⟩'],
    ['italic', '⟨*x*⟩', '⟨x⟩'],
    ['bold', '⟨__x__⟩', '⟨x⟩'],
    ['italic', 'un⟨believ⟩able', 'un*⟨believ⟩*able'],
    ['italic', 'un*⟨believ⟩*able', 'un⟨believ⟩able'],
    ['italic', 'これは⟨重要⟩です', 'これは*⟨重要⟩*です'],
    ['bold', 'これは⟨「重要」⟩です', 'これは⟨「**重要**」⟩です'],
    ['bold', '⟨first\n\nsecond⟩', '**⟨first**\n\n**second⟩**'],
    ['bold', '**⟨first**\n\n**second⟩**', '⟨first\n\nsecond⟩'],
    ['bold', '⟨- a\n- b⟩', '- **⟨a**\n- **b⟩**'],
    ['bold', '⟨# Title⟩', '# **⟨Title⟩**'],
    ['italic', '⟨> quote⟩', '> _⟨quote⟩_'],
    ['bold', '⟨1. one\n2) two⟩', '1. **⟨one**\n2) **two⟩**'],
    ['bold', '⟨- [ ] a⟩', '- [ ] **⟨a⟩**'],
    ['bold', '⟨**x** y⟩', '**⟨x y⟩**'],
    ['bold', 'a **b⟨c** d⟩', 'a **b⟨c d⟩**'],
    ['bold', '**make ⟨this⟩ bold**', '**make** ⟨this⟩ **bold**'],
    ['bold', '**a**⟨b⟩', '**a⟨b⟩**'],
    ['italic', '**⟨x⟩**', '**_⟨x⟩_**'],
    ['bold', '_⟨x⟩_', '_**⟨x⟩**_'],
    ['bold', '⟨_x_ y⟩', '**_⟨x_ y⟩**'],
    ['bold', '_a ⟨b_ c⟩', '**_⟨a b_ c⟩**'],
    ['bold', 'see ⟨[this](/a_b_c) and⟩ that', 'see **[⟨this](/a_b_c) and⟩** that'],
    ['bold', 'see [t⟨his](/a) and⟩ that', 'see **[⟨this](/a) and⟩** that'],
    ['bold', 'see [⟨this⟩](/a)', 'see [**⟨this⟩**](/a)'],
    ['italic', 'x `a ⟨b⟩ c`', 'x _⟨`a b c`⟩_'],
    ['bold', '⟨a\\\n⟩b', '**⟨a⟩**\\\nb'],
    [
      'bold',
      '⟨| a | b |\n| --- | --- |\n| c \\| d | |⟩',
      '| **⟨a** | **b** |\n| --- | --- |\n| **c \\| d⟩** | |',
    ],
    ['bold', '⟨a\n\n```\nb\n```\n\n---\n\nc⟩', '**⟨a**\n\n```\nb\n```\n\n---\n\n**c⟩**'],
    ['bold', '⟨a\n\n    code\n\n- b\n\n    c⟩', '**⟨a**\n\n    code\n\n- **b**\n\n    **c⟩**'],
    ['bold', '⟨![a](b) c⟩', '![a](b) **⟨c⟩**'],
    ['bold', '⟨![a](b)⟩', '⟨![a](b)⟩'],
    ['bold', '⟨Title\n=====⟩', '**⟨Title⟩**\n====='],
    ['bold', '⟨## Title ##⟩', '## **⟨Title⟩** ##'],
    ['italic', 'a‸b', 'a*⟨italic⟩*b'],
    ['bold', 'a ‸', 'a **⟨bold⟩**'],
    ['bold', '**‸**', '‸'],
    ['bold', '⟨see <https://a.b/_c_>⟩', '**⟨see <https://a.b/_c_>⟩**'],
    ['italic', '⟨\\*a\\*⟩', '_⟨\\*a\\*⟩_'],
    ['bold', '⟨こんにちは。⟩世界', '**⟨こんにちは**。⟩世界'],
  ] as const)('%s changes %j into %j', (name, text, result) => {
    expect(press(name, text)).toBe(result);
  });
});

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** Of the letters of a generated text, which are in no mark. */
const first = '\u0100';

interface Seen {
  readonly text: string;
  /** The letters, each with whether an element is around it. */
  readonly letters: ReadonlyMap<string, boolean>;
}

/** What readers see of Markdown, by a parser that follows CommonMark to the letter. */
const seen = (source: string, element: 'strong' | 'emphasis'): Seen => {
  const letters = new Map<string, boolean>();
  let text = '';
  const read = (node: Node, isInside: boolean): void => {
    text += node.value ?? '';
    for (const each of node.value ?? '')
      if (each >= first && each < '\u0250') letters.set(each, isInside);
    for (const each of node.children ?? []) read(each, isInside || each.type === element);
  };
  read(fromMarkdown(source), false);
  return { text: text.replace(/\s+/g, ''), letters };
};

const pieces = fc.array(
  fc.oneof(
    { arbitrary: fc.constantFrom('w', 'ww', ' w', 'w ', ' '), weight: 6 },
    fc.constantFrom(
      ' **w** ',
      ' __w__ ',
      ' _w_ ',
      ' *w* ',
      ' ***w*** ',
      ' **w _w_** ',
      ' *w **w** w* ',
      'w**w**w',
      'w*w*w',
    ),
    fc.constantFrom('`w`', '``w ` w``', '[w](/w_)', '![w](/w)'),
    fc.constantFrom('.', ',', '(', ')', '"', '!', '。', '「', '\\*', '\\_', '-', '$'),
    fc.constantFrom('\n', '\n\n', '\n\n- ', '\n\n1. ', '\n\n> ', '\n\n## ', '\n\n- [ ] ', '\\\n'),
  ),
  { minLength: 1, maxLength: 14 },
);

/** Every letter of the text is another one, so that it is found again in what is rendered. */
const texts = pieces.map((all) => {
  let next = first.charCodeAt(0);
  return `w${all.join('')}w`
    .replace(/ {2,}/g, ' ')
    .replace(/w/g, () => String.fromCodePoint(next++));
});

test.each([
  ['bold', 'strong'],
  ['italic', 'emphasis'],
] as const)('%s words are that in what readers see, and nothing else changes', (name, element) => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (text, from, length) => {
      const start = from % text.length;
      const end = Math.min(text.length, start + 1 + (length % text.length));
      const before = seen(text, element);
      const inside =
        text
          .slice(start, end)
          .match(/\p{L}/gu)
          ?.filter((each) => before.letters.has(each)) ?? [];
      if (inside.length === 0) return;
      const isOn = inside.every((each) => before.letters.get(each));
      const edit = markdownEdits[name]({ text, start, end });
      const changed = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
      const now = seen(changed, element);
      expect(now.text).toBe(before.text);
      expect(
        inside.map((each) => now.letters.get(each)),
        changed,
      ).toEqual(inside.map(() => !isOn));
      if ([...before.letters.values()].includes(true)) return;
      // Again, it gives what was there before.
      const again = markdownEdits[name]({
        text: changed,
        start: edit.start + edit.selection[0],
        end: edit.start + edit.selection[1],
      });
      expect(changed.slice(0, again.start) + again.text + changed.slice(again.end)).toBe(text);
    }),
    { numRuns: 300 },
  );
});
