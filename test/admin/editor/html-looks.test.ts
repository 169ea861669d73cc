import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlSyntax } from '../../../adapters/admin/screens/editor/text/html/html-syntax.ts';
import { sourceOf } from '../../../adapters/admin/screens/editor/text/html/language.ts';
import { joinsOf } from '../../../adapters/admin/screens/editor/text/html/looks/joined-lines.ts';
import {
  backspace,
  deleteForward,
  enter,
} from '../../../adapters/admin/screens/editor/text/html/edits/keys.ts';
import {
  applyEdit,
  normalizeBreaks,
} from '../../../adapters/admin/screens/editor/model/line-endings.ts';
import { applied } from '../../support/admin/marked-text.ts';
import type {
  Replacement,
  Selected,
} from '../../../adapters/admin/screens/editor/text/text-edit.ts';
import { piecesOfHtml, wellFormedHtml } from '../../support/admin/pieces-of-html.ts';
import {
  classesOf,
  poolsId,
  replacedIn,
  shownText,
  stateOf,
  type TextState,
} from '../../support/admin/shown-text.ts';

const shown = (text: string): string => shownText(text, 'html');

describe('formatted HTML', () => {
  test.each([
    ['<p>One &amp; <b>two</b></p>\n<p>three</p>', 'One ⟦said &⟧ two\nthree'],
    ['<p>One <b>t‸wo</b></p>', 'One <b>two</b>'],
    ['<p>One <b class="x">t‸wo</b></p>', 'One ⟦said <b …>⟧two</b>'],
    ['<p class="x">O‸ne</p>', 'One'],
    ['<h2>Tides‸</h2>', 'Tides'],
    ['<p>a</p><p>b</p>', 'ab'],
    ['<p>a<br>b<br>\nc</p>', 'a⟦break⟧b\nc'],
    ['<ul>\n  <li>a\n  <li>b\n</ul>', '\n⟦bullet •⟧a\n⟦bullet •⟧b\n'],
    ['<ol start="3"><li>a</li><li></li></ol>', '⟦bullet 3.⟧a⟦bullet 4.⟧'],
    ['<p>see <a href="/guide">the guide</a></p>', 'see the guide'],
    ['<p>see <a href="/guide">the g‸uide</a></p>', 'see <a href="/guide">the guide</a>'],
    [
      `<p><a href="quoin:${poolsId}">p‸ools</a></p>`,
      `<a href=⟦address Tidal pools quoin:${poolsId}⟧>pools</a>`,
    ],
    [
      '<p><img src="/files/a.png" alt="A &quot;b&quot;" title=c></p>',
      '⟦picture A "b" | /files/a.png | c⟧',
    ],
    [
      '<figure><img src="/files/a.png"><figcaption>At noon</figcaption></figure>',
      '⟦picture  | /files/a.png | ⟧At noon',
    ],
    ['<img alt="a">', '<img alt="a">'],
    ['<p>https://youtu.be/x?a=1&amp;b=2</p>', '⟦embed https://youtu.be/x?a=1&b=2⟧'],
    ['<p>https://youtu.be/x‸</p>', 'https://youtu.be/x'],
    ['<iframe src="https://a.example/"></iframe>', '⟦embed https://a.example/⟧'],
    ['<hr>', '⟦rule⟧'],
    ['<table><tr><th>a</th></tr><tr><td>b</td></tr></table>', 'ab'],
    ['<blockquote>\n<p>a</p>\n</blockquote>', '\na\n'],
    ['<pre><code>a\n b</code></pre>', 'a\n b'],
    // What the editor does not know looks like its source.
    ['<x-y a="b"><p>c</p></x-y>', '<x-y a="b">c</x-y>'],
    ['<script>alert("<p>")</script>', '<script>alert("<p>")</script>'],
    [
      '<style>p { color: red }</style><!-- more -->',
      '<style>p { color: red }</style><!-- more -->',
    ],
    ['a </div> b < c &nosuch; d', 'a </div> b < c &nosuch; d'],
    ['<p onclick="alert(1)">a</p>', 'a'],
    ['', ''],
  ])('shows %j as %j', (source, text) => {
    expect(shown(source)).toBe(text);
  });

  test('gives the text of each block its look', () => {
    const text =
      '<h2>aa</h2><ul><li>bb<ol><li>cc</li></ol></li></ul><blockquote><p>dd</p></blockquote>\n<pre>ee</pre><p>ff <i>gg</i></p>\n<table>\n<tr>\n<th>hh</th>\n<th>ii</th>\n</tr></table>';
    expect(classesOf(text, 'aa', 'html')).toContain('text-h2');
    expect(classesOf(text, 'bb', 'html')).toContain('text-level-1');
    expect(classesOf(text, 'cc', 'html')).toContain('text-level-2');
    expect(classesOf(text, 'dd', 'html')).toContain('text-quote');
    expect(classesOf(text, 'ee', 'html')).toContain('text-code');
    expect(classesOf(text, 'gg', 'html')).toContain('text-em');
    expect(classesOf(text, 'hh', 'html')).toContain('text-cell');
    expect(classesOf(text, 'hh', 'html')).toContain('text-head');
  });

  test('joins the lines that readers see as one', () => {
    const joined = (text: string): string => {
      let made = '';
      let at = 0;
      for (const { from, to, value } of joinsOf(sourceOf(text))) {
        made += text.slice(at, from) + (value.spec.widget === undefined ? '' : ' ');
        at = to;
      }
      return made + text.slice(at);
    };
    expect(joined('<p>a\n   b</p>\n<p>c</p>')).toBe('<p>a b</p>\n<p>c</p>');
    expect(joined('<p>a<br>\nb</p>')).toBe('<p>a<br>\nb</p>');
    expect(joined('<pre>a\nb</pre>')).toBe('<pre>a\nb</pre>');
    expect(joined('<tr>\n<td>a</td>\n<td>b</td>\n</tr>\n<tr><td>c</td></tr>')).toBe(
      '<tr>\n<td>a</td><td>b</td>\n</tr>\n<tr><td>c</td></tr>',
    );
  });
});

const texts = fc
  .array(fc.constantFrom(...piecesOfHtml), { maxLength: 40 })
  .map((all) => all.join(''));

/** The letters and numbers that a text shows. */
const lettersOf = (text: string): string => {
  let letters = '';
  sourceOf(text).tree.iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Text') letters += text.slice(from, to).replace(/\s/g, '');
    },
  });
  return letters;
};

describe('the source of HTML', () => {
  test('is never changed by how it looks: parts that are replaced do not overlap', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.boolean(), (text, place, hasFocus) => {
        expect(stateOf(text, 'html').doc.toString()).toBe(text);
        let end = 0;
        for (const { from, to } of replacedIn(text, place % (text.length + 1), hasFocus, 'html')) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(text.slice(from, to)).not.toContain('\n');
          end = to;
        }
        let joined = 0;
        for (const { from, to } of joinsOf(sourceOf(text))) {
          expect(from).toBeGreaterThanOrEqual(joined);
          joined = to;
        }
      }),
      { numRuns: 500 },
    );
  });

  /** Types a letter where the caret goes, and removes it. @returns undefined where a paragraph begins with it. */
  const typeAndRemove = (state: TextState, at: number): TextState | undefined => {
    const placed = state.update({ selection: { anchor: at } }).state;
    const { head } = placed.selection.main;
    const change = { changes: { from: head, insert: 'x' }, selection: { anchor: head + 1 } };
    const typed = placed.update({ ...change, userEvent: 'input.type' }).state;
    const { head: end } = typed.selection.main;
    if (typed.doc.length !== state.doc.length + 1) return undefined;
    return typed.update({ changes: { from: end - 1, to: end }, userEvent: 'delete.backward' })
      .state;
  };

  test('is stored as it was, byte for byte, where a letter is typed and removed again', () => {
    const large = `${'<p>Unclosed <b>text &amp; <li>entries<table><tr><td>\n'.repeat(4_000)}</p>`;
    expect(large.length).toBeGreaterThan(200_000);
    let count = 0;
    const check = (stored: string, places: readonly number[]): void => {
      const state = stateOf(normalizeBreaks(stored), 'html');
      for (const place of places) {
        const removed = typeAndRemove(state, place % (state.doc.length + 1));
        if (removed === undefined) continue;
        count += 1;
        expect(applyEdit(stored, removed.doc.toString())).toBe(stored);
      }
    };
    check(large, [0, 17, 100_000, 200_000]);
    fc.assert(
      fc.property(
        texts,
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 4 }),
        (text, isCrlf, places) => {
          check(isCrlf ? text.replaceAll('\n', '\r\n') : text, places);
        },
      ),
      { numRuns: 300 },
    );
    expect(count).toBeGreaterThan(300);
  });

  /** The tags of a text that have no other tag, and elements that lack one. */
  const mistakesIn = (text: string): readonly string[] => {
    const found: string[] = [];
    sourceOf(text).tree.iterate({
      enter: ({ name, node, from, to }) => {
        const last = node.lastChild?.name ?? '';
        const isOpen = name === 'Element' && last !== 'CloseTag' && last !== 'SelfClosingTag';
        if (isOpen || /^(?:Mismatched|Incomplete)/.test(name)) found.push(text.slice(from, to));
      },
    });
    return found;
  };

  test('keeps its letters and stays well formed, whatever command or key changes it', () => {
    const { edits, setHeading, linkEdit, keys, insertBlock } = htmlSyntax;
    const { bold, italic, quote, bullets, numbers } = edits;
    const commands: readonly (readonly [
      string,
      (selected: Selected) => Replacement | undefined,
    ])[] = [
      ['bold', bold],
      ['italic', italic],
      ['quote', quote],
      ['bullets', bullets],
      ['numbers', numbers],
      ['heading', setHeading(2)],
      ['paragraph', setHeading(undefined)],
      ['link', linkEdit('/x', 'label')],
      ['in', (selected) => keys.indent(selected, 'in')],
      ['out', (selected) => keys.indent(selected, 'out')],
      ['enter', ({ text, start }) => enter({ text, start, end: start })],
      ['backspace', ({ text, start }) => backspace({ text, start, end: start })],
      ['delete', ({ text, start }) => deleteForward({ text, start, end: start })],
      ['block', ({ text, start }) => insertBlock('<hr>')({ text, start, end: start })],
    ];
    fc.assert(
      fc.property(
        wellFormedHtml,
        fc.nat(),
        fc.nat({ max: 30 }),
        fc.constantFrom(...commands.keys()),
        (text, from, length, which) => {
          const [name, command] = commands[which] ?? ['bold', bold];
          // The caret of a formatted text stands in its runs, outside of tags.
          const state = stateOf(text, 'html');
          const placeOf = (at: number) =>
            state.update({ selection: { anchor: Math.min(at, text.length) } }).state.selection.main
              .head;
          const [start, end] = [
            placeOf(from % text.length),
            placeOf((from % text.length) + length),
          ];
          const isInTag = [start, end].some((at) => /<[^>]*$/.test(text.slice(0, at)));
          const isInEntity = [start, end].some((at) => /&\w*$/.test(text.slice(0, at)));
          const selected = { text, start, end: Math.max(start, end) };
          if (
            isInTag ||
            isInEntity ||
            text
              .slice(start, end)
              .replace(/<[^>]*>/g, '')
              .trim() === ''
          )
            return;
          const edit = command(selected);
          if (edit === undefined) return;
          const after = applied(selected, edit);
          expect(lettersOf(after.text), name).toBe(lettersOf(text));
          expect(mistakesIn(after.text), `${name}: ${text} → ${after.text}`).toEqual([]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('stays well formed where a selection is typed over or deleted', () => {
    fc.assert(
      fc.property(wellFormedHtml, fc.nat(), fc.nat({ max: 60 }), (text, from, length) => {
        const anchor = from % text.length;
        const head = Math.min(text.length, anchor + length);
        const { main } = stateOf(text, 'html').update({ selection: { anchor, head } }).state
          .selection;
        const isInTag = [main.from, main.to].some((at) =>
          /(?:<[^>]*|&\w*)$/.test(text.slice(0, at)),
        );
        if (isInTag || main.empty) return;
        const changes = { from: main.from, to: main.to, insert: 'x' };
        const typed = stateOf(text, 'html').update({ changes, userEvent: 'input.type' }).state;
        expect(mistakesIn(typed.doc.toString()), `${text} → ${typed.doc.toString()}`).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});
