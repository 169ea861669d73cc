import { describe, expect, test } from 'vitest';
import { encodeJson, parseSlug, searchTextOf, type CollectionSchema } from '../../core/index.ts';

const searched = (
  properties: CollectionSchema['properties'],
  data: Parameters<typeof encodeJson>[0],
) =>
  searchTextOf(
    { type: 'object', properties, required: [] },
    { title: 'The Title', slug: parseSlug('the-slug'), data: encodeJson(data) },
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
