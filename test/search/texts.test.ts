import { describe, expect, test } from 'vitest';
import { MarkdownItReader } from '../../adapters/markdown-it/markdown-it-reader.ts';
import { searchTextOf } from '../../core/store.ts';
import { encodeJson, parseSlug, type CollectionSchema } from '../../core/vocabulary.ts';

const searched = (
  properties: CollectionSchema['properties'],
  data: Parameters<typeof encodeJson>[0],
) =>
  searchTextOf(
    { type: 'object', properties, required: [] },
    { title: 'The Title', slug: parseSlug('the-slug'), data: encodeJson(data) },
    new MarkdownItReader(),
  );

describe('what is searched of an item', () => {
  test('is the title, the slug, and every text in the data', () => {
    expect(
      searched({ a: { type: 'string' } }, { a: 'One two', b: { c: ['Three', 4, null, true] } }),
    ).toEqual({
      title: 'the title',
      texts: ['the slug', 'one two', 'three'],
    });
  });

  test('is Markdown and HTML without syntax', () => {
    const markdown =
      '# Head *line*\n\n> [link](http://hidden.example "hidden") ![alt](hidden.png)\n- [x] done\n\n```hidden\ncode\n```\n\n| a | b |\n|---|---|\n\\*star\\* <b>bo</b>ld &amp; &eacute;t&eacute;\n\n[ref]: http://hidden.example';
    const { texts } = searched(
      { m: { type: 'markdown' }, r: { type: 'richtext' } },
      {
        m: markdown,
        r: '<p class="hidden">One<br>two</p><script>hidden</script><!-- hidden -->&#8364; t<i>hre</i>e',
      },
    );
    expect(texts).toEqual([
      'the slug',
      'head line link alt done code a b star bold ete',
      'one two three',
    ]);
  });

  test.each([
    [
      'Use the `<script>` tag to load it.\n\nLater wombats.',
      'use the script tag to load it later wombats',
    ],
    ['Start with `<!--` or `<?php`, then the bilbies.', 'start with or php then the bilbies'],
    ["```php\n<?php\necho 'dibbler';\n```\n\nThen more.", 'php echo dibbler then more'],
    ['```html\n<div class="kultarr">inside</div>\n```', 'div class kultarr inside div'],
    ['    <style>\n    indented\n\nEnd.', 'style indented end'],
    ["If x <y and it's fine, the wallabies sleep.", 'if x y and it s fine the wallabies sleep'],
    ['When a<b holds, `List<String` sleeps.', 'when a b holds list string sleeps'],
    ['A <b>bo</b>ld <span title="hidden > x">then</span> it.', 'a bold then it'],
    [
      '[words][r] and ![alt][r] <https://auto.example>\n\n[r]: http://hidden.example',
      'words and alt https auto example',
    ],
    ['<div>one</div>\n\n<script>\nhidden\n\nhidden\n</script>\n\ntwo', 'one two'],
    ['snake_case_word, ~~gone~~ and 2\\*3', 'snake_case_word gone and 2 3'.replaceAll('_', ' ')],
  ])('is what Markdown shows: %j', (markdown, expected) => {
    expect(searched({ m: { type: 'markdown' } }, { m: markdown }).texts[1]).toBe(expected);
  });

  test('is read in portions if it is long, which end outside of code', () => {
    const code = `\`\`\`\n${'<b>\n\n'.repeat(12_000)}\`\`\`\n\n`;
    const { texts } = searched(
      { m: { type: 'markdown' } },
      { m: `${'*a*\n\n'.repeat(1_000)}${code}**end**` },
    );
    expect(texts[1]?.match(/\bb\b/g)).toHaveLength(12_000);
    expect(texts[1]).toMatch(/b end$/);
  });

  test('leaves out fields that are not searchable, with everything in them', () => {
    const { texts } = searched(
      {
        url: { type: 'url' },
        media: { type: 'array', items: { type: 'media' } },
        json: { type: 'json' },
        open: { type: 'json', searchable: true },
        closed: { type: 'string', searchable: false },
        group: {
          type: 'object',
          searchable: false,
          properties: { inner: { type: 'string', searchable: true } },
        },
        list: { type: 'array', searchable: false, items: { type: 'string' } },
        blocks: {
          type: 'blocks',
          blocks: {
            quote: {
              properties: { text: { type: 'string' }, by: { type: 'string', searchable: false } },
            },
          },
        },
      },
      {
        url: 'https://x1.example',
        media: ['/files/x2'],
        json: { a: 'x3' },
        open: { a: { b: 'yes' } },
        closed: 'x4',
        group: { inner: 'x5', other: 'x6' },
        list: ['x7'],
        blocks: [{ type: 'quote', id: 'x8', text: 'said', by: 'x9' }],
      },
    );
    expect(texts).toEqual(['the slug', 'yes', 'said']);
  });

  test('ends after 256 KiB', () => {
    const { texts } = searched({}, { a: `${'word '.repeat(52_429)}late`, b: 'later' });
    expect(texts).toHaveLength(2);
    expect(texts[1]?.length).toBe(262_144 - 9 - 8);
  });

  test('takes time in proportion to the text', () => {
    for (const part of [
      '[',
      '[](',
      '<',
      '<a ',
      '<a "',
      '<script>',
      '_',
      '- ',
      ' ',
      '&#',
      '![a](',
      '>',
      '|',
      '<!--',
      // The marks of one letter are sorted: these are in the wrong order.
      '\u0e48\u0e38',
      '\u0301\u3099',
    ]) {
      const text = `${part.repeat(260_000 / part.length)}x`;
      searched({ a: { type: 'markdown' } }, { a: text });
    }
    searched({ a: { type: 'richtext' } }, { a: `<script>${'</script'.repeat(120_000)}` });
  }, 20_000);

  test('is without the marks beyond 30 on one letter', () => {
    const { texts } = searched({}, { a: `ก${'\u0e48'.repeat(100_000)}ข` });
    // Each character begins a pair, and the last one stands alone.
    expect(texts[1]?.split(' ')).toHaveLength(32);
  });
});
