import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readingMinutes } from '../../../contracts/client/vocabulary.ts';
import { countWords } from '../../../adapters/admin/screens/editor/text/markdown/count-words.ts';
import { joinsOf } from '../../../adapters/admin/screens/editor/text/markdown/looks/joined-lines.ts';
import { markdownLanguage } from '../../../adapters/admin/screens/editor/text/markdown/looks/language.ts';
import { textChanges } from '../../../adapters/admin/screens/editor/model/text-changes.ts';
import {
  applyEdit,
  normalizeBreaks,
} from '../../../adapters/admin/screens/editor/model/line-endings.ts';
import { poolsId, replacedIn, shownText, stateOf } from '../../support/admin/shown-text.ts';
import { projectRoot } from '../../architecture/sources.ts';

const id = poolsId;
const other = id.replaceAll('0', '9');

describe('a formatted text', () => {
  test.each([
    ['## Tides', 'Tides'],
    ['## Tides ##', 'Tides'],
    ['# #', ''],
    ['## ‸Tides', '## Tides'],
    ['Tides\n---', 'Tides\n---'],
    ['a **bold** _word_', 'a bold word'],
    ['a **bo‸ld** _word_', 'a **bold** word'],
    ['~~gone~~ and `code`', 'gone and code'],
    ['``a ` b``', 'a ` b'],
    ['1 \\* 2', '1 * 2'],
    ['see [the guide](https://example.com/guide "Guide")', 'see the guide'],
    ['see [the g‸uide](/guide)', 'see [the guide](/guide)'],
    [`see [pools‸](quoin:${id})`, `see [pools](⟦address Tidal pools quoin:${id}⟧)`],
    [`see [it‸](quoin:${other})`, `see [it](⟦address An item that does not exist quoin:${other}⟧)`],
    ['[](https://example.com/)', '[](https://example.com/)'],
    ['[ ] and [x] and [^1]', '[ ] and [x] and [^1]'],
    ['<https://example.com/>', '⟦embed https://example.com/⟧'],
    ['at <https://example.com/>', 'at https://example.com/'],
    ['https://youtu.be/x', '⟦embed https://youtu.be/x⟧'],
    ['https://youtu.be/x‸', 'https://youtu.be/x'],
    ['![A pool](/files/a.png "At noon")', '⟦picture A pool | /files/a.png | At noon⟧'],
    ['![A pool](</files/a b.png>)', '⟦picture A pool | /files/a b.png | ⟧'],
    ['![A ‸pool](/files/a.png)', '⟦picture A pool | /files/a.png | ⟧'],
    ['![a \\[b\\]](x.png "say \\"c\\"")', '⟦picture a [b] | x.png | say "c"⟧'],
    ['![Uploading a.png…]()', '![Uploading a.png…]()'],
    // What is over several lines stays as it is.
    ['![a\nb](/x.png)', '![a\nb](/x.png)'],
    ['[a](/x "b\nc")', '[a](/x "b\nc")'],
    ['[a\nb](/x)', 'a\nb'],
    ['- one\n  - two', '⟦bullet •⟧one\n⟦bullet •⟧two'],
    ['- ‸one', '⟦bullet •⟧one'],
    ['-‸ one', '- one'],
    ['3. one\n\n   more', '⟦bullet 3.⟧one\n\nmore'],
    ['- [ ] open\n- [x] done', '⟦bullet ⟧⟦task false⟧ open\n⟦bullet ⟧⟦task true⟧ done'],
    ['> a\n> b', 'a\nb'],
    ['> a‸\n> b', '> a\nb'],
    ['---', '⟦rule⟧'],
    ['```js\n**a**\n```', '```js\n**a**\n```'],
    ['    **a**', '    **a**'],
    ['<b>**a**</b>', '<b>a</b>'],
    ['| a | b |\n| --- | --- |\n| **1** || ', ' a  b \n\n 1 ⟦cell⟧'],
    ['a | b\n--- | ---\n1 | 2', 'a  b\n\n1  2'],
  ])('shows %j as %j', (source, shown) => {
    expect(shownText(source)).toBe(shown);
  });

  test.each([
    ['a\nb', 'a b'],
    ['a\n  **b**\n\nc', 'a **b**\n\nc'],
    // What breaks for readers, and what is no paragraph.
    ['a  \nb\\\nc', 'a  \nb\\\nc'],
    ['- a\n  b\n\n> c\n> d', '- a\n  b\n\n> c\n> d'],
    ['```\na\nb\n```', '```\na\nb\n```'],
    ['a\n- b', 'a\n- b'],
  ])('joins the lines of %j as %j', (source, joined) => {
    let shown = '';
    let at = 0;
    const tree = markdownLanguage.parser.parse(source);
    for (const { from, to } of joinsOf(tree, (start, end) => source.slice(start, end))) {
      shown += `${source.slice(at, from)} `;
      at = to;
    }
    expect(shown + source.slice(at)).toBe(joined);
  });

  const pieces = [
    '*',
    '**',
    '_',
    '`',
    '~~',
    '[',
    '](',
    ')',
    '![',
    '](/files/a.png "b")',
    '# ',
    '> ',
    '- ',
    '1. ',
    '- [ ] ',
    '|',
    '| --- |',
    '\n',
    '\n\n',
    '---',
    '```',
    '<b>',
    '\\',
    '&amp;',
    'https://a.example/b',
    ' ',
    '    ',
    '\t',
    'word',
    '字',
    'מים',
    `quoin:${id}`,
    '[^1]',
    '<!--',
    '\u2028',
    '\r',
  ];

  test('replaces parts of lines that do not overlap, and never changes the source', () => {
    const texts = fc
      .array(fc.constantFrom(...pieces), { maxLength: 40 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(texts, fc.nat(), fc.boolean(), (text, place, hasFocus) => {
        expect(stateOf(text, 'markdown').doc.toString()).toBe(text);
        let end = 0;
        for (const { from, to } of replacedIn(text, place % (text.length + 1), hasFocus)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(text.slice(from, to)).not.toContain('\n');
          end = to;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('of which a letter is typed and removed again is stored as it was, byte for byte', () => {
    const folder = join(projectRoot, 'docs');
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const texts = pages
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.length).toBeGreaterThan(50);
    for (const [index, page] of texts.entries()) {
      const stored = index % 2 === 0 ? page : page.replaceAll('\n', '\r\n');
      const state = stateOf(normalizeBreaks(stored), 'markdown');
      const at = Math.floor(state.doc.length / 2);
      const typed = state.update({ changes: { from: at, insert: 'x' } }).state;
      const removed = typed.update({ changes: { from: at, to: at + 1 } }).state;
      const between = applyEdit(stored, typed.doc.toString());
      expect(applyEdit(between, removed.doc.toString())).toBe(stored);
    }
  });

  test('takes over a text from elsewhere by what differs', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const changed = textChanges(before, after).reduceRight(
          (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
          before,
        );
        expect(changed).toBe(after);
      }),
    );
    expect(textChanges('one two three', 'one 2 three')).toEqual([{ from: 4, to: 7, insert: '2' }]);
    // What is between two changes stays, and the caret in it.
    expect(textChanges('one\n\ntwo\n\nthree', 'one!\n\ntwo\n\n3')).toEqual([
      { from: 3, to: 3, insert: '!' },
      { from: 10, to: 15, insert: '3' },
    ]);
  });
});

test('counts the words that are read', () => {
  expect(countWords('')).toBe(0);
  expect(countWords("## It's a **well-known** pool, 2.5 m deep")).toBe(7);
  const marked = '[one](https://example.com/a/b "c") ![two](x.png)\n\n```js\nthree four\n```';
  expect(countWords(marked)).toBe(4);
  expect(countWords('https://example.com/path and <b class="x">bold</b>')).toBe(2);
  expect(countWords('潮溜まり')).toBe(2);
  expect([1, 220, 221, 600].map(readingMinutes)).toEqual([1, 1, 2, 3]);
});
