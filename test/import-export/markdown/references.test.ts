import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceAddresses } from '../../../adapters/cli/markdown/document-files.ts';
import { mayHaveReferences, readMarkdown } from '../../../adapters/cli/markdown/markdown-syntax.ts';
import {
  findHtmlReferences,
  findRawSections,
} from '../../../adapters/cli/markdown/references/html-references.ts';
import { findImports } from '../../../adapters/cli/markdown/references/script-references.ts';
import {
  findLiteralSections,
  findTemplateReferences,
  hideTemplates,
} from '../../../adapters/cli/markdown/references/template-references.ts';
import { findUnreadNotations } from '../../../adapters/cli/markdown/references/unread-notations.ts';
import { findWikiReferences } from '../../../adapters/cli/markdown/references/wiki-references.ts';
import { readRedirect } from '../../../adapters/cli/markdown/redirects.ts';

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

const url = 'https://cms/new.png';

const rewriteNotations = (body: string, mdx = false): string =>
  replaceAddresses(body, readMarkdown(body, { mdx }).references, ({ address }) =>
    address.includes('old') ? url : undefined,
  );

const unread = (body: string, mdx = false) => readMarkdown(body, { mdx }).unread;

/** A document is parsed only if this finds something. */
const expectParsed = (body: string): void => {
  expect(mayHaveReferences(body)).toBe(true);
};

describe('links of wikis become Markdown', () => {
  test.each([
    ['![[old.png]]', `![old.png](${url})`],
    ['a ![[img/old.png|300]] b', `a ![old.png|300](${url}) b`],
    ['![[old.png|A pool|300x200]]', `![A pool|300x200](${url})`],
    ['| a |\n|---|\n| ![[old.png\\|300]] |', `| a |\n|---|\n| ![old.png\\|300](${url}) |`],
    ['![[old one.png|A pool]]', `![A pool](${url})`],
    ['![[old.pdf#page=2]]', `[old.pdf](${url})`],
    ['[[old.pdf|the report]]', `[the report](${url})`],
    ['![[old.mp3]]', `<audio controls src="${url}"></audio>`],
    ['![[old.mp4]]', `<video controls src="${url}"></video>`],
    ['> - ![[old.webp]]', `> - ![old.webp](${url})`],
  ])('%j becomes %j', (body, expected) => {
    expectParsed(body);
    expect(rewriteNotations(body)).toBe(expected);
  });

  test.each([
    '`![[old.png]]`',
    '```\n![[old.png]]\n```',
    '    ![[old.png]]',
    '\\[[old.png]]',
    '<!-- ![[old.png]] -->',
    '![[old note]] [[old note|text]]',
    '[[old.png]](other.md)',
    'a[[old.png]]',
  ])('%j stays', (body) => {
    expect(rewriteNotations(body)).toBe(body);
  });
});

describe('only the address in a template is replaced', () => {
  test.each([
    ['{{< figure src="@" title="A \\"pool\\"" >}}'],
    ['{{% figure src="@" %}}'],
    ['{{< figure\n  src="@"\n  caption="old.png"\n>}}'],
    ['{{< img @ >}} text {{< img src=@ alt=old.png />}}'],
    ['{% include figure.html src="@" alt="old.png" %}'],
    ["{%- include_cached image.html url='@' -%}"],
    ['{% asset_img @ A pool %}'],
    ['{% img left @ 300 200 %}'],
    ['{% image "@", "A pool, 100% blue" %}'],
    ['{{ image(path="@", alt="A pool") }}'],
    ['{{ resize_image(path="@", width=300) }}'],
    ['# Head {{< audio src="@" >}}\n\n- {{< pdf "@" >}}'],
  ])('in %j', (text) => {
    expect(rewriteNotations(text.replaceAll('@', 'img/old.png'))).toBe(text.replaceAll('@', url));
  });

  test.each([
    ['![a]({{ site.baseurl }}/old.png)', `![a](${url})`],
    ['![a]({{site.baseurl}}/old.png "t")', `![a](${url} "t")`],
    ['[![a]({{ site.url }}{{ site.baseurl }}/old.png)](x.md)', `[![a](${url})](x.md)`],
    ['![a]({{ "/img/old.png" | relative_url }})', `![a](${url})`],
    [`<img src="{{ '/old.png' | relative_url }}" alt=x>`, `<img src="${url}" alt=x>`],
    ['<img src="{{ "/old.png" | relative_url }}">', `<img src="${url}">`],
    ['<img src="{{ site.baseurl }}/old.png">', `<img src="${url}">`],
    ['[a]: {{ site.baseurl }}/old.pdf\n\n[a]', `[a]: ${url}\n\n[a]`],
    ['text {{ "/old.png" | absolute_url }} text', `text ${url} text`],
  ])('%j becomes %j', (body, expected) => {
    expectParsed(body);
    expect(rewriteNotations(body)).toBe(expected);
  });

  test.each([
    '```\n{{< figure src="old.png" >}}\n```',
    '`{{< figure src="old.png" >}}` and `{% img old.png %}`',
    'Open it with `{{` and close it with `}}`: `old.png`',
    '    {{< figure src="old.png" >}}',
    '{{</* figure src="old.png" */>}}',
    '{% raw %}\n{% img old.png %} ![a](old.png)\n{% endraw %}',
    '{% highlight html %}\n<img src="old.png">\n{% endhighlight %}',
    '{{< highlight html >}}\n![a](old.png)\n{{< /highlight >}}',
    '<!-- {% img old.png %} -->',
    '{{< youtube old >}} {{ page.title }} {% include old.html %}',
    '{% if a %}old.png',
  ])('%j stays', (body) => {
    expect(rewriteNotations(body)).toBe(body);
  });

  test('and what follows a section without an end is read', () => {
    expect(rewriteNotations('{% raw %} {% highlight x %} ![a](old.png)')).toContain(url);
  });
});

describe('JSX', () => {
  test.each([
    [
      'import pool from "./old.png"\n\n<Picture src={pool} />',
      `export const pool = "${url}"\n\n<Picture src={pool} />`,
    ],
    [
      "import p1 from './old.png';\nimport X from './X.jsx';",
      `export const p1 = "${url}";\nimport X from './X.jsx';`,
    ],
    ['<Figure src="./old.png" title="old.png" />', `<Figure src="${url}" title="old.png" />`],
    [
      "<Theme\n  light='old.svg'\n  dark='old.svg' />",
      `<Theme\n  light='${url}'\n  dark='${url}' />`,
    ],
    ["<img src={require('./old.png').default} />", `<img src={"${url}"} />`],
    ["<img src={require('!file-loader!./old.png')} />", `<img src={"${url}"} />`],
    ["<img src={useBaseUrl('/old.png')} />", `<img src={useBaseUrl('${url}')} />`],
    [
      "<Themed sources={{ light: useBaseUrl('/old.svg'), dark: '/other.svg' }} />",
      `<Themed sources={{ light: useBaseUrl('${url}'), dark: '/other.svg' }} />`,
    ],
    ['<a href={require("./old.pdf").default}>a</a>', `<a href={"${url}"}>a</a>`],
    [
      '<Image srcLight="/old.png" srcDark="/old.png" alt="old.png" />',
      `<Image srcLight="${url}" srcDark="${url}" alt="old.png" />`,
    ],
    ['<amp-img src="old.png"></amp-img>', `<amp-img src="${url}"></amp-img>`],
    ['<svg><image href="old.png" /></svg>', `<svg><image href="${url}" /></svg>`],
  ])('%j becomes %j', (body, expected) => {
    expectParsed(body);
    expect(rewriteNotations(body, true)).toBe(expected);
  });

  test('is read in a file that is not called MDX, too', () => {
    const body =
      "Text\n\n<img\n  src={require('./old.png').default}\n/>\n\n    <img src='old.png'>\n";
    expect(rewriteNotations(body)).toBe(body.replace("require('./old.png').default", `"${url}"`));
    expect(rewriteNotations('<Figure src="old.png" />')).toBe(`<Figure src="${url}" />`);
    expect(rewriteNotations("import a from './old.png';\n\ntext")).toContain('export const a');
  });

  test.each([
    "```js\nimport a from './old.png'\n```",
    "Write `import a from './old.png'`.",
    "import Logo from './old.svg'\n\n<Logo />",
    "import a from './old.js'",
    '<File name="old.png" /> <Card title="old.png" />',
  ])('%j stays', (body) => {
    expect(rewriteNotations(body, true)).toBe(body);
  });
});

describe('files in other notations are counted', () => {
  test.each([
    ['<img data-src="/img/a.png">', ['data-src']],
    ['<div style="background: url(/img/a.png)">', ['url(…)']],
    ['.. image:: a.png\n\n.. figure:: b.png', ['.. image::', '.. image::']],
    ['```{figure} a.png\n```', ['```{figure}']],
    ['{{ page.folder | append: "/a.png" }}', ['{{ … }}']],
    ['{{< gallery match="images/*" >}}', ['{{< gallery >}}']],
    ["import Logo from './logo.svg'\n\n<Logo />", ['import']],
    ['<Image src={base + "/a.png"} />', ['{…}']],
  ])('%j has %j', (body, expected) => {
    expectParsed(body);
    expect(unread(body, body.includes('<Image'))).toEqual(expected);
  });

  test.each([
    'See a.png and `url(/img/a.png)`.',
    '```\n<img data-src="/img/a.png">\n```',
    '<img data-src="https://example.com/a.png" src="b.png">',
    '{{< figure src="https://example.com/a.png" >}} {{< figure src="a.png" alt="a.png" >}}',
    '<Image style={{ width: 1 }} src="a.png" />',
    '<Image src={require("./a.png").default} />',
    '{{ page.title }}',
    "import a from './a.png'",
    '```{note}\na.png\n```',
  ])('%j has none', (body) => {
    expect(unread(body, true)).toEqual([]);
  });
});

/** What is searched besides Markdown. */
const searchAll = (text: string): number =>
  [
    ...findTemplateReferences(hideTemplates(text)).references,
    ...findTemplateReferences(text).references,
    ...findLiteralSections(text),
    ...findRawSections(text),
    ...findHtmlReferences(text, 0),
    ...findImports(text),
    ...findWikiReferences(text),
    ...findUnreadNotations(text),
  ].length;

test.each([
  '{{ "',
  '{% a "',
  '{{< a `',
  '{% raw %}',
  '{% raw %}{% highlight %}',
  '![[a.png|',
  '[[a.png]',
  '<A b={"',
  "<A b={'x",
  '<!-- ',
  '<script ',
  'url(',
  '={ "a.png',
  'import a from "a.png\n',
  'import a from "b.png"\n',
  '.. image::',
  ' data-src=',
  '\n \n',
])('%j repeated 20,000 times is searched once', { timeout: 10_000 }, (part) => {
  const text = part.repeat(20_000);
  expect(searchAll(text)).toBeLessThan(80_000);
  expect(mayHaveReferences(text)).toBeTypeOf('boolean');
});

const refresh = '<meta http-equiv="refresh" content="0; url=/new">';

test.each([
  ['redirect_to of Jekyll', { redirect_to: '/new' }, '', '/new'],
  ['redirect_to as a list', { redirect_to: ['/new'] }, 'Moved.', '/new'],
  ['a layout', { layout: 'redirect', target: '/new' }, 'Moved.', '/new'],
  ['a template of Zola', { template: 'redirect.html', extra: { to: '/new' } }, '', '/new'],
  [
    'a template in a folder',
    { template: 'pages/redirect.html', params: { url: '/new' } },
    '',
    '/new',
  ],
  ['a type without a known target', { type: 'redirect' }, '', undefined],
  ['redirect without a text', { redirect: ' /new ' }, ' \n', '/new'],
  ['redirect in extra', { extra: { redirect: '/new' } }, '', '/new'],
  ['a refresh', {}, `\n${refresh}\n`, '/new'],
  [
    'a page with a refresh',
    {},
    `<!doctype html><html><head>${refresh}</head><p>Here</p></html>`,
    '/new',
  ],
  [
    'a refresh in other quotes',
    {},
    `<script>var long = "${'x'.repeat(400)}";</script><META content='5;URL="/new"' http-equiv=Refresh>`,
    '/new',
  ],
])('%s is a redirect', (_, matter, body, target) => {
  expect(readRedirect(matter, body)).toEqual({ target });
});

test.each([
  ['old URLs of an article', { redirect_from: ['/old'], aliases: ['/older'] }, ''],
  ['redirect with a text', { redirect: '/new' }, 'An article'],
  ['an empty target', { redirect_to: '' }, ''],
  ['a target without a redirect', { url: '/new', link: 'https://example.com' }, ''],
  ['redirect as a flag', { redirect: true }, ''],
  ['another layout', { layout: 'redirects-explained' }, 'Text'],
  ['an article about refresh', {}, `Use ${refresh} to redirect.`],
  ['code about refresh', {}, `\`\`\`html\n${refresh}\n\`\`\``],
  ['a long page with a refresh', {}, `${refresh}<p>${'word '.repeat(100)}</p>`],
  ['a refresh of the page itself', {}, '<meta http-equiv="refresh" content="30">'],
])('%s is not a redirect', (_, matter, body) => {
  expect(readRedirect(matter, body)).toBeUndefined();
});
