import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  linkAt,
  linkEdit,
  unlinkEdit,
} from '../../../adapters/admin/screens/editor/text/markdown/link-edit.ts';
import { markdownEdits } from '../../../adapters/admin/screens/editor/text/markdown/markdown-edits.ts';
import { after, applied, marked } from '../../support/admin/marked-text.ts';
import {
  breaks,
  lettersIn,
  markedWords,
  punctuation,
  readAsRemark,
  selectedIn,
  spans,
  textsOf,
  words,
} from '../../support/admin/read-markdown.ts';

describe('code within a line', () => {
  test.each([
    ['⟨a ` b⟩', '``⟨a ` b⟩``'],
    ['``⟨a ` b⟩``', '⟨a ` b⟩'],
    ['⟨`a`⟩ b', '⟨a⟩ b'],
    ['⟨`a` b⟩', '`` ⟨`a` b⟩ ``'],
    ['`` ⟨`a` b⟩ ``', '⟨`a` b⟩'],
    ['⟨`⟩', '`` ⟨`⟩ ``'],
    ['a ` b ⟨c⟩ d', 'a ` b ``⟨c⟩`` d'],
    ['a`⟨b⟩', 'a`` `⟨b⟩ ``'],
    ['a\\⟨b⟩', 'a`\\⟨b⟩`'],
    ['\\`` a ⟨b⟩', '\\`` a ``⟨b⟩``'],
    ['`a ⟨b` c⟩', '`` `a ⟨b` c⟩ ``'],
    ['`a ⟨b⟩ c`', '⟨a b c⟩'],
    ['`a‸b`', '⟨ab⟩'],
    ['a ‸', 'a `⟨code⟩`'],
    ['⟨a\n⟩b', '`⟨a⟩`\nb'],
  ])('changes %j into %j', (text, result) => {
    expect(after(marked(text), markdownEdits.code(marked(text)))).toBe(result);
  });

  const texts = textsOf(
    words,
    fc.constantFrom('`', '``', '```', '`w`', '``w ` w``', '`` `w` ``', '\\`', '\\', '.'),
  );

  test('is that in what readers see, and the same command takes it back', () => {
    fc.assert(
      fc.property(selectedIn(texts), (selected) => {
        const before = readAsRemark(selected.text, 'inlineCode');
        const inside = lettersIn(selected, before);
        if (inside.every((each) => before.letters.get(each))) return;
        const changed = applied(selected, markdownEdits.code(selected));
        const now = readAsRemark(changed.text, 'inlineCode');
        expect(
          inside.map((each) => now.letters.get(each)),
          changed.text,
        ).toEqual(inside.map(() => true));
        expect(applied(changed, markdownEdits.code(changed)).text).toBe(selected.text);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a link', () => {
  test.each([
    ['⟨one\n\ntwo⟩ three', '[one](/x)\n\n[two](/x)‸ three'],
    ['⟨- a\n- b⟩', '- [a](/x)\n- [b](/x)‸'],
    ['⟨# Title⟩', '# [Title](/x)‸'],
    ['⟨one\ntwo⟩', '[one\ntwo](/x)‸'],
    ['⟨a\n\n```\nb\n```\n\nc⟩', '[a](/x)\n\n```\nb\n```\n\n[c](/x)‸'],
    ['**a ⟨b** c⟩', '[**a b** c](/x)‸'],
    ['⟨see [a](/b) and⟩ c', '[see a and](/x)‸ c'],
    ['see [⟨a⟩](/b)', 'see [a](/x)‸'],
    ['⟨see <https://a.b>⟩', '[see https://a.b](/x)‸'],
    ['⟨a ] b⟩', '[a \\] b](/x)‸'],
    ['No!⟨a⟩', 'No\\![a](/x)‸'],
    ['[]⟨a⟩', '[][a](/x)‸'],
    ['a*⟨b⟩*c', 'a[*b*](/x)‸c'],
    ['a⟨_b_⟩c', 'a[\\_b\\_](/x)‸c'],
    ['⟨![a](b)⟩', '[![a](b)](/x)‸'],
    ['⟨a\\\n⟩b', '[a](/x)‸\\\nb'],
    ['```\n⟨a⟩\n```', '```\na‸\n```'],
    ['a [b *c*‸](/d "e") f', 'a [b *c*](/x)‸ f'],
    ['- a [b](/‸d)', '- a [b](/x)‸'],
    ['[b](/d)‸', '[b](/d)[⟨X⟩](/x)'],
  ])('changes %j into %j', (text, result) => {
    expect(after(marked(text), linkEdit('/x', 'X')(marked(text)))).toBe(result);
  });

  test('is taken away around the caret, and leaves what it says', () => {
    const taken = (text: string): string => after(marked(text), unlinkEdit(marked(text)));
    expect(taken('a [b **c‸**](/d) e')).toBe('a b **c**‸ e');
    expect(taken('a [b](/c) ‸d')).toBe('a [b](/c) ‸d');
    expect(linkAt(marked('a [b‸](</c d> "e")'))?.address).toBe('/c');
    expect(linkAt(marked('[b‸](/c "e")'))?.address).toBe('/c');
  });

  const texts = textsOf(
    words,
    markedWords,
    spans,
    punctuation,
    breaks,
    fc.constantFrom('<https://a.b/c>', '[', ']', '\\['),
  );

  test('is around all selected words in what readers see, and nothing else changes', () => {
    fc.assert(
      fc.property(selectedIn(texts), (selected) => {
        const before = readAsRemark(selected.text, 'link');
        const inside = lettersIn(selected, before);
        if (inside.length === 0) return;
        const changed = applied(selected, linkEdit('/x', 'X')(selected));
        const now = readAsRemark(changed.text, 'link');
        expect(now.text).toBe(before.text);
        expect(
          inside.map((each) => now.letters.get(each)),
          changed.text,
        ).toEqual(inside.map(() => true));
      }),
      { numRuns: 500 },
    );
  });
});
