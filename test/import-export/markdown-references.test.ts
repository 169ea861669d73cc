import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceAddresses } from '../../adapters/cli/markdown/document-files.ts';
import { readMarkdown } from '../../adapters/cli/markdown/markdown-syntax.ts';

const rewrite = (body: string, stored = 'https://cms/new.png', mdx = false): string =>
  replaceAddresses(body, readMarkdown(body, { mdx }).references, ({ address }) =>
    address.startsWith('old') ? stored : undefined,
  );

describe('only the URL of a file is replaced', () => {
  test.each([
    ['![a](old.png)', '![a](https://cms/new.png)'],
    ['![a [b] ![c](x)](old.png "t (1)")', '![a [b] ![c](x)](https://cms/new.png "t (1)")'],
    ["![a](<old one.png>  't')", "![a](<https://cms/new.png>  't')"],
    ['![a]( \nold.png\n)', '![a]( \nhttps://cms/new.png\n)'],
    ['![a](old\\_1&amp;2.png)', '![a](https://cms/new.png)'],
    ['[![a](old.png)](old.png)', '[![a](https://cms/new.png)](https://cms/new.png)'],
    [
      '> - ![a](old.png)\r\n>   ![b](other.png)',
      '> - ![a](https://cms/new.png)\r\n>   ![b](other.png)',
    ],
    ['\t![code](old.png)\n\n![a](old.png)', '\t![code](old.png)\n\n![a](https://cms/new.png)'],
    ['- \t![tab](old.png)', '- \t![tab](https://cms/new.png)'],
    ['`![a](old.png)` \\![b](old.png)', '`![a](old.png)` \\![b](https://cms/new.png)'],
    ['`[a](old.png)` \\[b](old.png)', '`[a](old.png)` \\[b](old.png)'],
    ['```\n![a](old.png)\n```', '```\n![a](old.png)\n```'],
    [
      '![a][One]\n\n[one]: old.png "t"\n[one]: old2.png',
      '![a][One]\n\n[one]: https://cms/new.png "t"\n[one]: old2.png',
    ],
    ['![one]\n\n> [one]: <old.png>', '![one]\n\n> [one]: <https://cms/new.png>'],
    ['[a][one]\n\n[one]: old.png', '[a][one]\n\n[one]: https://cms/new.png'],
    ['[a](other.md)\n\n[one]: old.png', '[a](other.md)\n\n[one]: old.png'],
    [
      '[a](old.pdf "t") [b](<old 1.zip>)',
      '[a](https://cms/new.png "t") [b](<https://cms/new.png>)',
    ],
    ['[a *b*\n`c`](old.pdf)', '[a *b*\n`c`](https://cms/new.png)'],
    ['[one][]\n\n[one]:\n  old.pdf', '[one][]\n\n[one]:\n  https://cms/new.png'],
    ['<old:a.pdf> old.pdf', '<old:a.pdf> old.pdf'],
    ['![ä𝄞](old.png) ![b](old.png)', '![ä𝄞](https://cms/new.png) ![b](https://cms/new.png)'],
  ])('%j becomes %j', (body, expected) => {
    expect(rewrite(body)).toBe(expected);
  });

  test.each([
    ['<img src="old.png" alt="a > b">', '<img src="https://cms/new.png" alt="a > b">'],
    ["a <IMG\n  alt=x SRC = 'old.png'/> b", "a <IMG\n  alt=x SRC = 'https://cms/new.png'/> b"],
    ['<img src=old.png>', '<img src=https://cms/new.png>'],
    ['<img a="<img b" src="old.png">', '<img a="<img b" src="https://cms/new.png">'],
    [
      '<img data-src="old.png" src="old&amp;2.png">',
      '<img data-src="old.png" src="https://cms/new.png">',
    ],
    ['<p>\n<img src="old.png">\n</p>', '<p>\n<img src="https://cms/new.png">\n</p>'],
    ['> <p>\n> <img src="old.png">\n> </p>', '> <p>\n> <img src="https://cms/new.png">\n> </p>'],
    [
      '<!-- <img src="old.png"> --><img src="old.png">',
      '<!-- <img src="old.png"> --><img src="https://cms/new.png">',
    ],
    [
      '<script>\n"<img src=\'old.png\'>"\n</script>',
      '<script>\n"<img src=\'old.png\'>"\n</script>',
    ],
    ['<imgs src="old.png"> <as href="old.pdf">', '<imgs src="old.png"> <as href="old.pdf">'],
    ['<a name="old.pdf"> <a HREF=old.pdf>', '<a name="old.pdf"> <a HREF=https://cms/new.png>'],
    [
      '<a class="x" href=\'old&#46;pdf\'>old.pdf</a>',
      '<a class="x" href=\'https://cms/new.png\'>old.pdf</a>',
    ],
    [
      '<video src="old.mp4" src="old2.mp4" poster="old.png" width=1>',
      '<video src="https://cms/new.png" src="old2.mp4" poster="https://cms/new.png" width=1>',
    ],
    [
      '<audio controls><source src="old.mp3"></audio><audio src="old.ogg">',
      '<audio controls><source src="https://cms/new.png"></audio><audio src="https://cms/new.png">',
    ],
    [
      '<img srcset=" old.png 1x, other.png ,old,2.png 100w,\nold3.png, " src="x">',
      '<img srcset=" https://cms/new.png 1x, other.png ,https://cms/new.png 100w,\nhttps://cms/new.png, " src="x">',
    ],
    ['<source srcset=old.webp>', '<source srcset=https://cms/new.png>'],
    ['<pre>\n`<a href="old.pdf">`', '<pre>\n`<a href="https://cms/new.png">`'],
    ['    <a href="old.pdf">\n', '    <a href="old.pdf">\n'],
    ['```html\n<a href="old.pdf">\n```', '```html\n<a href="old.pdf">\n```'],
    ['`<img src="old.png">`', '`<img src="old.png">`'],
  ])('in HTML %j becomes %j', (body, expected) => {
    expect(rewrite(body)).toBe(expected);
  });

  test('in JSX with any indentation, but not in an expression', () => {
    const body =
      '<Card>\n\n      <Image style={{ width: 1 }} src="old.png" />\n\n</Card>\n<img src={old} />\n';
    expect(rewrite(body, 'https://cms/new.png', true)).toBe(
      body.replace('"old.png"', '"https://cms/new.png"'),
    );
  });

  test('in MDX, but not in its code', () => {
    const body = '`<img src="old.png">`\n\n```jsx\n<img src="old.png">\n```\n\n<img src="old.png">';
    const expected = body.replace(/old\.png(?=">$)/, 'https://cms/new.png');
    expect(rewrite(body, 'https://cms/new.png', true)).toBe(expected);
  });

  test('and characters that would end the URL are escaped', () => {
    expect(rewrite('![a](old.png) <img src="old.png">', 'https://cms/a b(1)"&c')).toBe(
      '![a](https://cms/a%20b%281%29%22&amp;c) <img src="https://cms/a%20b%281%29%22&amp;c">',
    );
    expect(
      readMarkdown('![a](https://cms/a?b=1&amp;copy=2)', { mdx: false }).references,
    ).toMatchObject([{ address: 'https://cms/a?b=1&copy=2' }]);
  });

  test('and character references in HTML are resolved', () => {
    const body = '<a href="a&amp;b&#x20;c&#39;&quot;&#0;&#xD800;&nosuch;">';
    expect(readMarkdown(body, { mdx: false }).references).toMatchObject([
      { address: 'a&b c\'"\uFFFD\uFFFD&nosuch;', isLink: true },
    ]);
  });

  test('in random mixtures of references and other text', () => {
    const reference = fc.constantFrom(
      '![a](@)',
      '![a](<@> "t")',
      '<img alt="" src="@">',
      '[![](@)](x)',
      '[a](@ (t))',
      "<a href='@'>",
      '> ![a](@)\n',
    );
    const other = fc.constantFrom(
      '# Head\n',
      '\n\n',
      ' *a* ',
      '\r\n',
      '- item\n',
      '`![a](old.png)`',
      '`<img src="old.png">`',
      '`<a href="old.png">`',
      ' ü𝄞\u0301 ',
      '\t',
      '1. ',
      '&amp;',
    );
    const pieces = fc.array(fc.oneof(reference, other), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const body = parts.map((part) => part.replace('@', 'old.png')).join('');
        const { references } = readMarkdown(body, { mdx: false });
        const found = references.filter(({ address }) => address === 'old.png');
        const expected = found.toReversed().reduce((text, { start, end }) => {
          expect(body.slice(start, end)).toBe('old.png');
          return `${text.slice(0, start)}https://cms/new.png${text.slice(end)}`;
        }, body);
        expect(rewrite(body)).toBe(expected);
        expect(rewrite(body).replaceAll('https://cms/new.png', 'old.png')).toBe(body);
      }),
    );
  });
});

test.each(['<img x={ <!-- ', `<img a='x" b="`])(
  'an unfinished tag repeated 100,000 times is scanned once: %s',
  (tag) => {
    const body = `<p>${tag.repeat(100_000)}`;
    expect(readMarkdown(body, { mdx: false }).references).toEqual([]);
  },
);

test.each(['a,', 'a ', ' ', ',', ', a'])('a long srcset of %j is read once', (part) => {
  const body = `<img srcset="${part.repeat(500_000)}">`;
  expect(readMarkdown(body, { mdx: false }).references.length).toBeLessThan(500_001);
});

test('the first heading with text is the heading, without its markup', () => {
  const { heading } = readMarkdown(
    '#\n\ntext\n\n> Tides *and* `pools` <b>of</b>\n> ![all](x) kinds\n> ===\n\n# Later',
    {
      mdx: false,
    },
  );
  expect(heading).toBe('Tides and pools of all kinds');
  expect(readMarkdown('no heading', { mdx: false }).heading).toBeUndefined();
});
