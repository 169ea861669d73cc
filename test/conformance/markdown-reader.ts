import type { MarkdownPart, MarkdownReader } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { suite } from './suite.ts';

export interface MarkdownReaderSubject {
  readonly reader: MarkdownReader;
}

/** The texts of the parts of some kinds, without the white space around them. */
const texts = (
  { reader }: MarkdownReaderSubject,
  markdown: string,
  ...kinds: readonly MarkdownPart['kind'][]
): readonly string[] =>
  reader
    .read(markdown)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');

/** What is shown, with one space for each run of white space. */
const shown = ({ reader }: MarkdownReaderSubject, markdown: string): string =>
  reader
    .read(markdown)
    .map(({ kind, text }) => (kind === 'space' ? ' ' : kind === 'address' ? '' : text))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

export const markdownReaderSuite = suite<MarkdownReaderSubject>('MarkdownReader', {
  'text is without the signs of Markdown': async (subject) => {
    const markdown =
      '# One *two*\n\n> __three__ \\*four\\*\n\n1. fi**ve**\n2. &amp; ~~six~~\n\n| a | b |\n|---|---|\n| c | d |';
    equal(shown(subject, markdown), 'One two three *four* five & six a b c d', 'text');
  },

  'code has all its signs': async (subject) => {
    for (const [markdown, code] of [
      ['Use `<b> & *x*` here.', '<b> & *x*'],
      ['```html\n<!-- *x* -->\n```', '<!-- *x* -->'],
      ['text\n\n    <?php [a](b)\n\ntext', '<?php [a](b)'],
      ['```\n<script>', '<script>'],
    ] as const) {
      equal(texts(subject, markdown, 'code'), [code], markdown);
      equal(texts(subject, markdown, 'html', 'address'), [], `nothing else in ${markdown}`);
    }
  },

  'HTML begins where CommonMark says so': async (subject) => {
    equal(
      texts(subject, 'a <b>c</b> <!-- d --> e', 'html'),
      ['<b>', '</b>', '<!-- d -->'],
      'inline',
    );
    equal(texts(subject, '<div>\n*a*\n</div>', 'html'), ['<div>\n*a*\n</div>'], 'a block');
    equal(texts(subject, 'x <y and a<b, 1 < 2 <3', 'html'), [], 'no tag');
    equal(shown(subject, 'x <y and a<b, 1 < 2'), 'x <y and a<b, 1 < 2', 'text');
  },

  'links and images have addresses, also those that are defined elsewhere': async (subject) => {
    const markdown =
      '[a](/b "c") ![d](/e) [f][g] [g] <https://h.example> [`i`](<j k>)\n\n[g]: quoin:1 "l"\n';
    const addresses = ['/b', '/e', 'quoin:1', 'quoin:1', 'https://h.example', 'j k'];
    equal(texts(subject, markdown, 'address'), addresses, 'addresses');
    equal(shown(subject, markdown), 'a d f g https://h.example i', 'text');
  },

  'no text stops the reader': async ({ reader }) => {
    const parts = [
      '[',
      '[](',
      '![a](',
      '*a ',
      '_',
      '> ',
      '- ',
      '`',
      '<',
      '<!--',
      '&#',
      '|',
      '[a][',
      '**a *',
    ];
    for (const part of parts) {
      ok(Array.isArray(reader.read(part.repeat(16_384 / part.length))), JSON.stringify(part));
    }
    equal(reader.read('').length, 0, 'parts of an empty text');
  },
});
