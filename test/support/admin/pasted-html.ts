/** Fragments as programs copy them, with their plain text, and the Markdown that a paste gives. */
export interface PastedHtml {
  readonly name: string;
  readonly html: string;
  readonly text?: string;
  readonly markdown: string;
}

const wordEntry = (level: number, marker: string, words: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:l0 level${level} lfo1'>` +
  `<![if !supportLists]><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>` +
  `&nbsp;&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;

export const wordDocument: PastedHtml = {
  name: 'paragraphs of Word, with its lists, styles and comments',
  html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US><!--StartFragment-->
<p class=MsoTitle>Title<o:p></o:p></p><h2>Part<o:p></o:p></h2>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b>, <i>italic</i>, <span style='font-weight:bold'>more</span><a class=MsoCommentReference href="#_msocom_1">[JD1]</a><o:p>&nbsp;</o:p></p>
${wordEntry(1, '·', 'one')}${wordEntry(2, 'o', 'inner')}${wordEntry(1, '·', 'two')}<p class=MsoNormal><o:p>&nbsp;</o:p></p>${wordEntry(1, '1.', 'first')}${wordEntry(1, '2.', 'second')}
<!--EndFragment--></body></html>`,
  text: 'Title\r\nPart\r\nBold, italic, more\r\n·\tone',
  markdown:
    '# Title\n\n## Part\n\n**Bold**, _italic_, **more**\n\n- one\n  - inner\n- two\n\n1. first\n2. second',
};

/** Those that become Markdown. */
export const convertedHtml: readonly PastedHtml[] = [
  {
    name: 'a page of the web',
    html: '<h1>Heading</h1><p><b>Bold</b> and <a href="https://example.com">a link</a></p><ul><li>one</li><li>two</li></ul>',
    markdown: '# Heading\n\n**Bold** and [a link](https://example.com)\n\n- one\n- two',
  },
  {
    name: 'nested lists, numbers and tasks',
    html: '<ol start="3"><li>a<ul><li>b</li><li><p>c</p></li></ul></li><li>d</li></ol><ul><li><input type="checkbox" checked> done</li><li><input type="checkbox">open</li></ul>',
    markdown: '3. a\n   - b\n   - c\n4. d\n\n- [x] done\n- [ ] open',
  },
  {
    name: 'code',
    html: '<p>Run <code>npm test</code></p><pre><code class="language-js">const a = `b`;\n\n\n  c();\n</code></pre><p>and</p><pre><code>```\n</code></pre>',
    markdown: 'Run `npm test`\n\n```js\nconst a = `b`;\n\n\n  c();\n```\n\nand\n\n````\n```\n````',
  },
  {
    name: 'tables, with pipes and merged cells',
    html: '<table><tr><th>A</th><th>B</th></tr><tr><td>1 | 2</td><td><p><b>x</b></p><p>y</p></td></tr><tr><td colspan="2">z</td></tr></table>',
    markdown: '| A | B |\n| --- | --- |\n| 1 \\| 2 | **x** y |\n| z |  |',
  },
  {
    name: 'quotations, rules, breaks and struck words',
    html: '<blockquote><p>one</p><p>two</p></blockquote><hr><p>a<br>b <s>c</s></p>',
    markdown: '> one\n> \n> two\n\n---\n\na  \nb ~~c~~',
  },
  {
    name: 'images of the web, but no others',
    html: '<p><img src="https://example.com/a.png" alt="A"></p><p><img src="file:///c:/b.png"><img src="data:image/gif;base64,AA">x</p>',
    markdown: '![A](https://example.com/a.png)\n\nx',
  },
  {
    name: 'links that lead somewhere, but no others',
    html: '<p><a href="javascript:alert(1)">a</a> <a href="#b">b</a> <a name="c">c</a> <a href="mailto:d@example.com">d</a> <a href="https://e.example/(e)"><b>e</b></a></p>',
    markdown: 'a b c [d](mailto:d@example.com) [**e**](https://e.example/\\(e\\))',
  },
  {
    name: 'links that Google Docs has exported',
    html: '<p><a href="https://www.google.com/url?q=https://example.com/a?b%3D1%26c%3D2&amp;sa=D&amp;source=editors&amp;ust=1790&amp;usg=AOv">a</a> <a href="https://www.google.com/url?q=javascript:alert(1)&amp;sa=D">b</a> <a href="https://example.com/url?q=https://c.example">c</a></p>',
    markdown:
      '[a](https://example.com/a?b=1&c=2) [b](https://www.google.com/url?q=javascript:alert\\(1\\)&sa=D) [c](https://example.com/url?q=https://c.example)',
  },
  {
    name: 'text that looks like Markdown, in a formatted text',
    html: '<p><b>a</b> 2 * 3 * 4 _b_ [c]</p><p>1. d</p><p># e</p>',
    markdown: '**a** 2 \\* 3 \\* 4 \\_b\\_ \\[c\\]\n\n1\\. d\n\n\\# e',
  },
  wordDocument,
  {
    name: 'Google Docs, with bold by style and lists beside their entries',
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:700;">Head</span></h2><p dir="ltr"><span style="font-weight:400;font-style:normal;">Plain </span><span style="font-weight:700;font-style:normal;">bold</span><span style="font-style:italic;font-weight:400"> italic</span></p><br><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">one</span></p></li><ul><li aria-level="2"><p dir="ltr"><span>inner</span></p></li></ul><li><p><span>two</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    text: 'Head\nPlain bold italic\n\n* one\n   * inner\n* two',
    markdown: '## Head\n\nPlain **bold** _italic_\n\n- one\n  - inner\n- two',
  },
  {
    name: 'LibreOffice',
    html: '<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice"/><style>p { margin-bottom: 0.1in }</style></head><body><p style="line-height: 100%"><font face="Arial"><b>Bold</b></font> and <u>under</u></p><ol><li><p>one</p></li><li><p>two</p></li></ol></body></html>',
    text: 'Bold and under\n 1. one\n 2. two',
    markdown: '**Bold** and under\n\n1. one\n2. two',
  },
  {
    name: 'paragraphs whose plain text has single line breaks',
    html: '<p>One.</p><p>Two.</p>',
    text: 'One.\nTwo.',
    markdown: 'One.\n\nTwo.',
  },
  {
    name: 'tables with cells over several rows and columns',
    html: '<table><tr><th>Day</th><th>Low</th><th>High</th></tr><tr><td rowspan="2">Monday</td><td>06:10</td><td>12:20</td></tr><tr><td>18:40</td><td>23:55</td></tr><tr><td>Tuesday</td><td rowspan="2" colspan="2">no data</td></tr><tr><td>Wednesday</td></tr><tr><td>Thursday</td><td>08:10</td><td>14:20</td></tr></table>',
    markdown:
      '| Day | Low | High |\n| --- | --- | --- |\n| Monday | 06:10 | 12:20 |\n|  | 18:40 | 23:55 |\n| Tuesday | no data |  |\n| Wednesday |  |  |\n| Thursday | 08:10 | 14:20 |',
  },
  {
    name: 'what is raised and lowered, also by style',
    html: '<p>About 10<sup>6</sup> shells on 5 m<span style="font-size:0.6em;vertical-align:super;">2</span>.</p><p>CO<sub>2</sub></p>',
    markdown: 'About 10<sup>6</sup> shells on 5 m<sup>2</sup>.\n\nCO<sub>2</sub>',
  },
  {
    name: 'text about HTML and Markdown',
    html: '<p>Put the <b>text</b> into a &lt;div&gt; and close it; write &amp;amp; for an ampersand.</p><p>Not ~~x~~ but a*b*c, snake_case_x and [brackets]. 1 &lt; 2 &amp; 3</p>',
    markdown:
      'Put the **text** into a \\<div> and close it; write &amp;amp; for an ampersand.\n\nNot \\~\\~x\\~\\~ but a\\*b\\*c, snake\\_case\\_x and \\[brackets\\]. 1 < 2 & 3',
  },
  {
    name: 'formatting within words and beside punctuation',
    html: '<p>next <i>it</i>alic, un<b>believ</b>able, <b>Note:</b>this, <b>a</b><b>b</b>, <i>end</i>.</p>',
    markdown: 'next *it*alic, un**believ**able, <strong>Note:</strong>this, **ab**, _end_.',
  },
  {
    name: 'code with marks in it, and headings that end with them',
    html: '<h2>In C #</h2><p><code>a<b>b</b> `c`</code> https://a.example/b_c_d Look!<a href="https://e.example">here</a></p>',
    markdown:
      '## In C \\#\n\n`` ab `c` `` [https://a.example/b\\_c\\_d](https://a.example/b_c_d) Look\\![here](https://e.example)',
  },
  {
    name: 'an article about Markdown',
    html: '<h2>Bold</h2><p>Write <code>**bold**</code>.</p>',
    text: 'Bold\n\nWrite **bold**.',
    markdown: '## Bold\n\nWrite `**bold**`.',
  },
];

/** Those whose plain text is as good or better. */
export const plainHtml: readonly (Omit<PastedHtml, 'markdown'> & { readonly text: string })[] = [
  { name: 'words without formatting', html: '<span style="color:red">words</span>', text: 'words' },
  {
    name: 'an editor of code',
    html: `<meta charset='utf-8'><div style="color:#ccc;font-family:'Droid Sans Mono', monospace;white-space:pre;"><div><span style="color:#569cd6;font-weight:bold"># Title</span></div><div><span>* a</span></div></div>`,
    text: '# Title\n* a',
  },
  {
    name: 'another editor of code',
    html: `<html><head></head><body><pre style="font-family:'JetBrains Mono',monospace;"><span style="color:#cf8e6d;">const </span>a = 1;\n<b>b</b>()</pre></body></html>`,
    text: 'const a = 1;\nb()',
  },
  {
    name: 'a program that copies Markdown as plain text',
    html: '<h2>Head</h2><p><strong>bold</strong></p>',
    text: '## Head\n\n**bold**\n\n* an entry\n  1. deep',
  },
  {
    name: 'Markdown that was typed into a word processor',
    html: '<p>## Head</p><p>**bold**</p>',
    text: '## Head\n**bold**',
  },
  { name: 'a cell of a spreadsheet', html: '<table><tr><td>42</td></tr></table>', text: '42' },
];
