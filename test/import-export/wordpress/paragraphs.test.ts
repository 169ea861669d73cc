import { expect, test } from 'vitest';
import { withParagraphs } from '../../../adapters/cli/wordpress/paragraphs.ts';
import { readPostHtml } from '../../../adapters/cli/wordpress/post-html.ts';

test.each([
  ['', ''],
  ['One', '<p>One</p>\n'],
  ['One\n\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  ['One\r\n \r\n\r\nTwo'.replaceAll('\r', ''), '<p>One</p>\n<p>Two</p>\n'],
  ['One\nTwo  \nThree', '<p>One<br />\nTwo<br />\nThree</p>\n'],
  ['One<br>\nTwo', '<p>One<br>\nTwo</p>\n'],
  ['One<br><br>Two', '<p>One</p>\n<p>Two</p>\n'],
  ['<b>One</b>\n\n<img\nsrc="a.png">', '<p><b>One</b></p>\n<p><img\nsrc="a.png"></p>\n'],
  ['<h2>Title</h2>\nText', '<h2>Title</h2>\n<p>Text</p>\n'],
  [
    'Text\n<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>\nMore',
    '<p>Text</p>\n<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>\n<p>More</p>\n',
  ],
  ['<pre>a\n\nb\n<p></pre>', '<pre>a\n\nb\n<p></pre>'],
  ['<script>\nif (a)\n\nb("<p>")</script>', '<script>\nif (a)\n\nb("<p>")</script>'],
  ['<style>\na {}\n\nb {}</style>\n\nText', '<style>\na {}\n\nb {}</style>\n<p>Text</p>\n'],
  ['<p>One</p>\n\n<p>Two\nlines</p>', '<p>One</p>\n\n<p>Two\nlines</p>'],
  ['<div>One\nTwo</div>', '<div>One\nTwo</div>'],
  ['<div>One\n\n<div>Two</div></div>', '<div><p>One</p>\n<div>Two</div></div>'],
  ['<blockquote>One</blockquote>', '<blockquote><p>One</p>\n</blockquote>'],
  ['One\n\n<!--more-->\n\nTwo', '<p>One</p>\n<!--more-->\n<p>Two</p>\n'],
  ['<!-- a\n\n<div> -->', '<!-- a\n\n<div> -->'],
  ['One\n\n[gallery ids="1"]\n\n[b]', '<p>One</p>\n[gallery ids="1"]\n<p>[b]</p>\n'],
  ['[caption id="a"]<img> Text[/caption]', '[caption id="a"]<img> Text[/caption]\n'],
  ['One <p>open\n\nTwo', '<p>One</p>\n<p>\n<p>open</p>\n<p>Two</p>\n'],
  ['One</div>\n\nTwo', '<p>One</p>\n</div>\n<p>Two</p>\n'],
  ['a < b\n\nc > d', '<p>a < b</p>\n<p>c > d</p>\n'],
])('%j gets the paragraphs %j', (source, html) => {
  expect(withParagraphs(source)).toBe(html);
});

test('a text of the block editor loses its comments and nothing else', () => {
  const source = [
    '<!-- wp:paragraph {"className":"a\\u002d\\u002d>"} -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->',
    '<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->',
    '<!-- wp:acme/latest {"a":{}} /--><!-- wp:spacer /-->',
    'Free\n\ntext <!-- a comment --> <!-- wordpress -->',
  ].join('\n\n');
  expect(readPostHtml(source)).toEqual({
    html: '\n<p>One\ntwo</p>\n\n\n\n<!--more-->\n\n\n\n\nFree\n\ntext <!-- a comment --> <!-- wordpress -->',
    emptyBlocks: ['acme/latest', 'spacer'],
    shortcodes: [],
    hasNewParagraphs: false,
  });
});

test('shortcodes of WordPress, with attributes or with an end are counted', () => {
  const text = '[gallery] [sic] [1] [note]a[/note] [form id="3"] [embed]https://a[/embed] a[0]';
  expect(readPostHtml(text).shortcodes).toEqual(['gallery', 'note', 'form', 'embed']);
});

test.each([
  ['<p>', 300_000],
  ['<p', 300_000],
  ['<!-- wp:a ', 300_000],
  ['\n ', 500_000],
  ['   ', 500_000],
  ['<div>\n\n', 100_000],
  ['[a ', 300_000],
  ['</p>', 300_000],
  ['<script', 200_000],
])('%j many times takes no long time', (piece, times) => {
  const start = performance.now();
  readPostHtml(piece.repeat(times));
  // Seconds for a text of 1 MB would be minutes for the largest one.
  expect(performance.now() - start).toBeLessThan(5_000);
});
