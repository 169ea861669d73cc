import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownEdits } from '../../../adapters/admin/screens/editor/text/markdown/markdown-edits.ts';
import type { Selected } from '../../../adapters/admin/screens/editor/text/text-edit.ts';
import { after, applied, marked } from '../../support/admin/marked-text.ts';
import {
  breaks,
  lettersIn,
  markedWords,
  punctuation,
  readAsMarkdownIt,
  readAsRemark,
  selectedIn,
  spans,
  strayMarks,
  textsOf,
  words,
} from '../../support/admin/read-markdown.ts';

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
    ['bold', '**⟨a **b⟩', '**__⟨a **b⟩__'],
    ['italic', '⟨2 *a __b⟩', '_⟨2 \\*a \\_\\_b⟩_'],
    ['bold', '⟨**`a`_b⟩', '⟨****`a`_b⟩**'],
    ['bold', '\\!⟨[a](/b) c⟩', '\\!**[⟨a](/b) c⟩**'],
    ['bold', '⟨\\`` a ` b⟩', '**⟨\\`` a ` b⟩**'],
    ['bold', '⟨1. ***\n2. a⟩', '1. ***\n2. **⟨a⟩**'],
  ] as const)('%s changes %j into %j', (name, text, result) => {
    expect(press(name, text)).toBe(result);
  });
});

const plainTexts = textsOf(words, markedWords, spans, punctuation, breaks);

test.each([
  ['bold', 'strong'],
  ['italic', 'emphasis'],
] as const)('%s words are that in what readers see, and nothing else changes', (name, meaning) => {
  fc.assert(
    fc.property(selectedIn(plainTexts), (selected) => {
      const before = readAsRemark(selected.text, meaning);
      const inside = lettersIn(selected, before);
      if (inside.length === 0) return;
      const isOn = inside.every((each) => before.letters.get(each));
      const changed = applied(selected, markdownEdits[name](selected));
      const now = readAsRemark(changed.text, meaning);
      expect(now.text).toBe(before.text);
      expect(
        inside.map((each) => now.letters.get(each)),
        changed.text,
      ).toEqual(inside.map(() => !isOn));
      if ([...before.letters.values()].includes(true)) return;
      // Again, it gives what was there before.
      expect(applied(changed, markdownEdits[name](changed)).text).toBe(selected.text);
    }),
    { numRuns: 300 },
  );
});

const strayTexts = textsOf(
  words,
  markedWords,
  spans,
  punctuation,
  breaks,
  { arbitrary: strayMarks, weight: 2 },
  { arbitrary: fc.constantFrom('**w**', '_w_', '*w*'), weight: 2 },
);

/** Whether a command emphasises all selected words, or none if all were, and changes nothing else, twice in a row. */
const isRight = (selected: Selected, name: 'bold' | 'italic'): boolean => {
  const meaning = name === 'bold' ? 'strong' : 'emphasis';
  const before = readAsMarkdownIt(selected.text, meaning);
  const inside = lettersIn(selected, before);
  const isOn = inside.every((each) => before.letters.get(each));
  const changed = applied(selected, markdownEdits[name](selected));
  const now = readAsMarkdownIt(changed.text, meaning);
  const again = applied(changed, markdownEdits[name](changed));
  const back = readAsMarkdownIt(again.text, meaning);
  return (
    inside.length === 0 ||
    (now.text === before.text &&
      inside.every((each) => now.letters.get(each) === !isOn) &&
      (again.text === selected.text ||
        (back.text === before.text && inside.every((each) => back.letters.get(each) === isOn))))
  );
};

test.each(['bold', 'italic'] as const)('%s works beside marks that mark nothing', (name) => {
  // Always the same texts: parsers, and marks nested in other ones without a space between them, leave some.
  const all = fc.sample(selectedIn(strayTexts), { numRuns: 5_000, seed: 1 });
  const wrong = all.filter((selected) => !isRight(selected, name));
  expect(wrong.length).toBeLessThan(all.length / 300);
});
