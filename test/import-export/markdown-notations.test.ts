import { describe, expect, test } from 'vitest';
import { replaceAddresses } from '../../adapters/cli/markdown/document-files.ts';
import {
  findHtmlReferences,
  findRawSections,
} from '../../adapters/cli/markdown/html-references.ts';
import { mayHaveReferences, readMarkdown } from '../../adapters/cli/markdown/markdown-syntax.ts';
import { findImports } from '../../adapters/cli/markdown/script-references.ts';
import {
  findLiteralSections,
  findTemplateReferences,
  hideTemplates,
} from '../../adapters/cli/markdown/template-references.ts';
import { findUnreadNotations } from '../../adapters/cli/markdown/unread-notations.ts';
import { findWikiReferences } from '../../adapters/cli/markdown/wiki-references.ts';

const url = 'https://cms/new.png';

const rewrite = (body: string, mdx = false): string =>
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
    expect(rewrite(body)).toBe(expected);
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
    expect(rewrite(body)).toBe(body);
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
    expect(rewrite(text.replaceAll('@', 'img/old.png'))).toBe(text.replaceAll('@', url));
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
    expect(rewrite(body)).toBe(expected);
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
    expect(rewrite(body)).toBe(body);
  });

  test('and what follows a section without an end is read', () => {
    expect(rewrite('{% raw %} {% highlight x %} ![a](old.png)')).toContain(url);
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
    expect(rewrite(body, true)).toBe(expected);
  });

  test('is read in a file that is not called MDX, too', () => {
    const body =
      "Text\n\n<img\n  src={require('./old.png').default}\n/>\n\n    <img src='old.png'>\n";
    expect(rewrite(body)).toBe(body.replace("require('./old.png').default", `"${url}"`));
    expect(rewrite('<Figure src="old.png" />')).toBe(`<Figure src="${url}" />`);
    expect(rewrite("import a from './old.png';\n\ntext")).toContain('export const a');
  });

  test.each([
    "```js\nimport a from './old.png'\n```",
    "Write `import a from './old.png'`.",
    "import Logo from './old.svg'\n\n<Logo />",
    "import a from './old.js'",
    '<File name="old.png" /> <Card title="old.png" />',
  ])('%j stays', (body) => {
    expect(rewrite(body, true)).toBe(body);
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
