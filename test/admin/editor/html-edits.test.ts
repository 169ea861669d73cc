import { describe, expect, test } from 'vitest';
import { htmlSyntax } from '../../../adapters/admin/screens/editor/text/html/html-syntax.ts';
import {
  backspace,
  deleteForward,
  enter,
} from '../../../adapters/admin/screens/editor/text/html/edits/keys.ts';
import { sourceOf } from '../../../adapters/admin/screens/editor/text/html/language.ts';
import { typedEdit } from '../../../adapters/admin/screens/editor/text/html/looks/caret.ts';
import type { TextEdit } from '../../../adapters/admin/screens/editor/text/text-edit.ts';
import { after, marked } from '../../support/admin/marked-text.ts';

const { edits, setHeading, insertBlock, linkEdit, unlinkEdit, pastePlain } = htmlSyntax;

const run = (edit: TextEdit, text: string): string => after(marked(text), edit(marked(text)));

/** What is typed at the selection. */
const typed = (text: string, insert: string): string => {
  const selected = marked(text);
  const { start, end } = selected;
  const edit = typedEdit(sourceOf(selected.text), { from: start, to: end }, insert);
  const asTyped = { start, end, text: insert, selection: [insert.length, insert.length] as const };
  return after(selected, edit ?? asTyped);
};

describe('a command in HTML', () => {
  test.each([
    ['bold', '<p>a ⟨word⟩</p>', '<p>a <strong>⟨word⟩</strong></p>'],
    ['bold', '<p>a⟨ word ⟩b</p>', '<p>a <strong>⟨word⟩</strong> b</p>'],
    ['bold', '<p>a <strong>⟨word⟩</strong></p>', '<p>a ⟨word⟩</p>'],
    ['bold', '<p>a ⟨<b class="x">word</b>⟩</p>', '<p>a ⟨word⟩</p>'],
    ['bold', '<p><b>one ⟨two⟩ three</b></p>', '<p><b>one </b>⟨two⟩<b> three</b></p>'],
    ['bold', '<p>a ⟨b <b>c</b> d⟩</p>', '<p>a <strong>⟨b c d⟩</strong></p>'],
    ['bold', '<p>⟨a</p>\n<p>b⟩</p>', '<p><strong>⟨a</strong></p>\n<p><strong>b⟩</strong></p>'],
    [
      'bold',
      '<p>a ⟨b <i>c⟩ d</i></p>',
      '<p>a <strong>⟨b </strong><i><strong>c⟩</strong> d</i></p>',
    ],
    ['italic', '<p>‸</p>', '<p><em>⟨italic⟩</em></p>'],
    ['italic', '<p>a <em>b‸</em></p>', '<p>a b‸</p>'],
    ['code', '<p>⟨x⟩</p>', '<p><code>⟨x⟩</code></p>'],
    ['code', '<p>⟨a</p><p>b⟩</p>', '<pre><code>⟨a\nb⟩</code></pre>'],
    ['code', '<pre><code>a‸</code></pre>', '<p>a‸</p>'],
    ['quote', '<p>a‸</p>', '<blockquote>\n<p>a‸</p>\n</blockquote>'],
    ['quote', '<blockquote>\n<p>a‸</p>\n</blockquote>', '<p>a‸</p>'],
    ['quote', '<blockquote>a‸</blockquote>', '<p>a‸</p>'],
    ['quote', '<ul><li>a‸</li></ul>', '<blockquote>\n<ul><li>a‸</li></ul>\n</blockquote>'],
    ['bullets', '<p>⟨a</p>\n<p>b⟩</p>', '<ul>\n<li>⟨a</li>\n<li>b⟩</li>\n</ul>'],
    ['bullets', '<p class="x">a‸</p>', '<ul>\n<li>a‸</li>\n</ul>'],
    ['bullets', '‸', '<ul>\n<li>‸</li>\n</ul>'],
    ['bullets', '<p>‸</p>', '<ul>\n<li>‸</li>\n</ul>'],
    ['numbers', '<ul><li>a‸</li></ul>', '<ol><li>a‸</li></ol>'],
    ['bullets', '<ul>\n<li>a‸</li>\n</ul>', '<p>a‸</p>'],
    [
      'bullets',
      '<ul>\n<li>a</li>\n<li>b‸</li>\n<li>c</li>\n</ul>',
      '<ul>\n<li>a</li>\n</ul>\n<p>b‸</p>\n<ul>\n<li>c</li>\n</ul>',
    ],
    ['divider', '<p>a‸</p>', '<p>a</p>\n<hr>‸'],
    ['divider', '<p>a‸b</p>', '<p>a</p>\n<hr>‸\n<p>b</p>'],
    ['codeBlock', '<p>‸</p>', '<pre><code>‸</code></pre>'],
  ] as const)('%s changes %j into %j', (name, text, result) => {
    expect(run(edits[name], text)).toBe(result);
  });

  test('headings keep attributes, and the text of entries', () => {
    expect(run(setHeading(2), '<p class="x">a‸</p>')).toBe('<h2 class="x">a‸</h2>');
    expect(run(setHeading(undefined), '<H2>a‸</H2>')).toBe('<p>a‸</p>');
    expect(run(setHeading(3), '<p>a‸<p>b')).toBe('<h3>a‸</h3><p>b');
    expect(run(setHeading(2), 'a‸')).toBe('<h2>a‸</h2>');
    expect(run(setHeading(undefined), '<ul><li>a‸</li></ul>')).toBe('<ul><li>a‸</li></ul>');
    expect(run(setHeading(2), '‸')).toBe('<h2>‸</h2>');
  });

  test('a link is around words, gets another address, and is taken away', () => {
    const to = linkEdit('/x?a&b', 'A & b');
    expect(run(to, '<p>‸</p>')).toBe('<p><a href="/x?a&amp;b">⟨A &amp; b⟩</a></p>');
    expect(run(to, '<p>a ⟨b⟩</p>')).toBe('<p>a <a href="/x?a&amp;b">b‸</a></p>');
    expect(run(to, "<p><a class=y href='/y' id=z>b‸c</a></p>")).toBe(
      '<p><a class=y href="/x?a&amp;b" id=z>b‸c</a></p>',
    );
    expect(run(to, '<p>a ⟨<a href="/y">b</a>⟩</p>')).toContain('<a href="/x?a&amp;b">');
    expect(run(unlinkEdit, '<p>a <a href="/y">b‸<b>c</b></a></p>')).toBe('<p>a b‸<b>c</b></p>');
    expect(htmlSyntax.linkAt(marked('<p><a href="/a?b&amp;c">x‸y</a></p>'))).toEqual({
      address: '/a?b&c',
    });
  });

  test('entries of lists move between the levels', () => {
    const { indent } = htmlSyntax.keys;
    const move = (direction: 'in' | 'out', text: string) =>
      after(marked(text), indent(marked(text), direction));
    expect(move('in', '<ul>\n<li>a</li>\n<li>b‸</li>\n</ul>')).toBe(
      '<ul>\n<li>a\n<ul>\n<li>b‸</li>\n</ul>\n</li>\n</ul>',
    );
    expect(move('in', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c‸</li>\n</ul>')).toBe(
      '<ul>\n<li>a\n<ul>\n<li>b</li>\n<li>c‸</li>\n</ul>\n</li>\n</ul>',
    );
    expect(move('out', '<ul>\n<li>a\n<ul>\n<li>b‸</li>\n</ul>\n</li>\n</ul>')).toBe(
      '<ul>\n<li>a\n</li>\n<li>b‸</li>\n</ul>',
    );
    expect(move('out', '<ol><li>a<ol><li>b</li><li>c‸</li><li>d</li></ol></li></ol>')).toBe(
      '<ol><li>a<ol><li>b</li></ol>\n</li>\n<li>c‸\n<ol><li>d</li></ol></li></ol>',
    );
    for (const [direction, text] of [
      ['in', '<ul><li>a‸</li></ul>'],
      ['out', '<ul><li>a‸</li></ul>'],
      ['in', '<p>a‸</p>'],
    ] as const) {
      expect(move(direction, text)).toBe('left to the browser');
    }
  });

  test('a block goes beside the paragraph of the caret, and divides it', () => {
    const block = insertBlock('<p><img src="u" alt=""></p>');
    const image = '<p><img src="u" alt="">‸</p>';
    expect(run(block, '‸')).toBe(image);
    expect(run(block, '<p>‸</p>')).toBe(image);
    expect(run(block, '<p>a‸</p>\n<p>b</p>')).toBe(`<p>a</p>\n${image}\n<p>b</p>`);
    expect(run(block, '<p>‸a</p>')).toBe(`${image}\n<p>a</p>`);
    expect(run(block, '<p class="x">a <b>b‸c</b></p>')).toBe(
      `<p class="x">a <b>b</b></p>\n${image}\n<p class="x"><b>c</b></p>`,
    );
    expect(run(block, '<ul><li>a‸</li></ul>')).toBe(`<ul><li>a${image}</li></ul>`);
    expect(run(block, '<p>a</p>‸')).toBe(`<p>a</p>\n${image}`);
  });
});

describe('Enter in HTML', () => {
  test.each([
    ['<p>a‸</p>', '<p>a</p>\n<p>‸</p>'],
    ['<p>a‸b</p>', '<p>a</p>\n<p>‸b</p>'],
    ['<p>a <b>b‸</b></p>', '<p>a <b>b</b></p>\n<p>‸</p>'],
    ['<p>a <b>b‸c</b></p>', '<p>a <b>b</b></p>\n<p><b>‸c</b></p>'],
    ['<p>a⟨b</p>\n<p>c⟩d</p>', '<p>a</p>\n<p>‸d</p>'],
    ['<p>a‸\n<p>b', '<p>a</p>\n<p>‸\n<p>b'],
    ['<h2>a‸</h2>\n<p>b</p>', '<h2>a</h2>\n<p>‸</p>\n<p>b</p>'],
    ['<h2>a‸b</h2>', '<h2>a</h2>\n<h2>‸b</h2>'],
    ['a‸b', '<p>a</p>\n<p>‸b</p>'],
    ['‸', '<p>‸</p>'],
    ['<ul><li>a‸</li></ul>', '<ul><li>a</li>\n<li>‸</li></ul>'],
    ['<ul><li><p>a‸b</p></li></ul>', '<ul><li><p>a</p></li>\n<li><p>‸b</p></li></ul>'],
    ['<ul>\n<li>a</li>\n<li>‸</li>\n</ul>', '<ul>\n<li>a</li>\n</ul>\n<p>‸</p>'],
    [
      '<ul>\n<li>a\n<ul>\n<li>b</li>\n<li>‸</li>\n</ul>\n</li>\n</ul>',
      '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>‸</li>\n</ul>',
    ],
    ['<pre>a‸b</pre>', '<pre>a\n‸b</pre>'],
    ['<pre><code>a\n‸</code></pre>', '<pre><code>a</code></pre>\n<p>‸</p>'],
    ['<td>a‸</td>', '<td>a<br>\n‸</td>'],
    [
      '<blockquote>\n<p>a</p>\n<p>‸</p>\n</blockquote>',
      '<blockquote>\n<p>a</p>\n</blockquote>\n<p>‸</p>',
    ],
    [
      '<figure><img src="a"><figcaption>b‸</figcaption></figure>',
      '<figure><img src="a"><figcaption>b</figcaption></figure>\n<p>‸</p>',
    ],
    ['<hr>‸', '<hr>\n<p>‸</p>'],
  ])('changes %j into %j', (text, result) => {
    expect(run(enter, text)).toBe(result);
  });
});

describe('what is deleted and typed in HTML', () => {
  test.each([
    ['<p>a</p>\n<p>‸b</p>', '<p>a‸b</p>'],
    ['<p>a</p>\n<p><b>‸b</b></p>', '<p>a‸<b>b</b></p>'],
    ['<h2>a</h2><p>‸b</p><p>c</p>', '<h2>a‸b</h2><p>c</p>'],
    ['<p></p>\n<h2>‸b</h2>', '<h2>‸b</h2>'],
    ['<p>a</p>\n<p>‸</p>', '<p>a‸</p>'],
    ['<ul><li>a</li>\n<li>‸b</li></ul>', '<ul><li>a‸b</li></ul>'],
    [
      '<p>x</p>\n<ul>\n<li>‸a</li>\n<li>b</li>\n</ul>',
      '<p>x</p>\n<p>‸a</p>\n<ul>\n<li>b</li>\n</ul>',
    ],
    ['<ul><li>a</li></ul>\n<p>‸b</p>', '<ul><li>a‸b</li></ul>'],
    ['<hr>\n<p>‸b</p>', '<p>‸b</p>'],
    [
      '<table><tr><td>a</td><td>‸b</td></tr></table>',
      '<table><tr><td>a</td><td>‸b</td></tr></table>',
    ],
    ['<p>a</p><p>b‸</p>', 'left to the browser'],
  ])('Backspace changes %j into %j', (text, result) => {
    expect(after(marked(text), backspace(marked(text)))).toBe(result);
  });

  test.each([
    ['<p>a‸</p>\n<p>b</p>', '<p>a‸b</p>'],
    ['<p>a‸</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>', '<p>a‸b</p>\n<ul>\n<li>c</li>\n</ul>'],
    ['<p>a‸</p>\n<hr>\n<p>b</p>', '<p>a‸</p>\n\n<p>b</p>'],
    ['<p>a‸b</p>', 'left to the browser'],
  ])('Delete changes %j into %j', (text, result) => {
    expect(after(marked(text), deleteForward(marked(text)))).toBe(result);
  });

  test.each([
    ['‸', 'x', '<p>x‸</p>'],
    ['<p>a‸</p>', 'x', '<p>ax‸</p>'],
    ['<p>a‸</p>', '<&>', '<p>a&lt;&amp;>‸</p>'],
    ['<table></table>\n‸', 'x', '<table></table>\n<p>x‸</p>'],
    ['<hr>‸', 'x', '<hr>\n<p>x‸</p>'],
    ['<p>a⟨b <b>c⟩d</b></p>', 'x', '<p>ax‸<b>d</b></p>'],
    ['<p>a⟨b</p>\n<p>c⟩d</p>', 'x', '<p>ax‸d</p>'],
    ['<p>⟨a</p>\n<ul>\n<li>b</li>\n<li>c⟩d</li>\n</ul>', 'x', '<p>x‸d</p>'],
    ['<tr><td>a⟨b</td><td>c⟩d</td></tr>', '', '<tr><td>a‸</td><td>d</td></tr>'],
    ['<!-- a‸ -->', '<', '<!-- a<‸ -->'],
    ['<script>a‸</script>', '<', '<script>a<‸</script>'],
  ])('in %j, %j makes %j', (text, insert, result) => {
    expect(typed(text, insert)).toBe(result);
  });

  test('pasted text shows its characters, in as many paragraphs as it has', () => {
    const paste = (text: string, source: string) => run(pastePlain?.(text) ?? enter, source);
    expect(paste('a < b & c', '<p>x‸</p>')).toBe('<p>xa &lt; b &amp; c‸</p>');
    expect(paste('a\n\nb\nc', '<p>x‸y</p>')).toBe('<p>xa</p>\n<p>b<br>\nc‸y</p>');
    expect(paste('a\n\nb', '‸')).toBe('<p>a</p>\n<p>b‸</p>');
    expect(paste('a\n<b>', '<pre>‸</pre>')).toBe('<pre>a\n&lt;b&gt;‸</pre>');
    expect(paste('x', '<p>a⟨b</p><p>c⟩d</p>')).toBe('<p>ax‸d</p>');
  });

  test('the toolbar shows what is around the caret', () => {
    const at = (text: string) => {
      const { heading, pressed } = htmlSyntax.caretContext(marked(text));
      return [heading, ...pressed];
    };
    expect(at('<h3>a <em>b‸</em></h3>')).toEqual([3, 'italic']);
    expect(at('<ul><li><ol><li><a href="/x"><b>a‸b</b></a></li></ol></li></ul>')).toEqual([
      undefined,
      'bold',
      'link',
      'numbers',
    ]);
    expect(at('<blockquote><pre>a‸</pre></blockquote>')).toEqual([undefined, 'code', 'quote']);
  });

  test('the words are counted that are read', () => {
    expect(htmlSyntax.countWords('')).toBe(0);
    expect(htmlSyntax.countWords('<p>One <b>t</b>wo</p><p>three&nbsp;four</p><!-- a -->')).toBe(4);
    expect(htmlSyntax.countWords('<script>a b</script><style>c</style> 1 < 2 x<br>y')).toBe(4);
  });
});
