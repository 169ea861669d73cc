import fc from 'fast-check';

/** Pieces of HTML, also broken ones, of which random texts are made. */
export const piecesOfHtml: readonly string[] = [
  '<p>',
  '</p>',
  '<p class="a b">',
  '<h2>',
  '</h2>',
  '<ul>',
  '</ul>',
  '<ol start=3>',
  '</ol>',
  '<li>',
  '</li>',
  '<blockquote>',
  '</blockquote>',
  '<pre>',
  '</pre>',
  '<table><tr>',
  '<td>',
  '</td>',
  '</tr></table>',
  '<div>',
  '</div>',
  '<b>',
  '</b>',
  '<i>',
  '</i>',
  '<a href="/x">',
  '</a>',
  '<code>',
  '</code>',
  '<br>',
  '<hr>',
  '<img src="/files/a.png" alt="a">',
  '<figure>',
  '<figcaption>',
  '</figure>',
  '<!-- a -->',
  '<!--',
  '<script>a < b</script>',
  '<x-y>',
  '&amp;',
  '&nosuch;',
  '<',
  '&',
  '"',
  '\n',
  '\n\n',
  ' ',
  '   ',
  '\t',
  'word',
  'https://a.example/b',
  '字',
  'מים',
  '\u2028',
];

const words = fc.constantFrom('word', 'two words', 'a', '字字', '&amp;', ' ', 'b ');

const tied = fc.letrec<{ readonly inline: string; readonly block: string }>((tie) => {
  const line = fc.array(tie('inline'), { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 });
  const entries = fc.array(
    fc.oneof(
      line,
      fc.tuple(line, tie('block')).map((all) => all.join('')),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  return {
    inline: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      words,
      ...['b', 'strong', 'i', 'code'].map((name) =>
        line.map((inner) => `<${name}>${inner}</${name}>`),
      ),
      line.map((inner) => `<a href="/x">${inner}</a>`),
      fc.constant('<br>'),
    ),
    block: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      line.map((inner) => `<p>${inner}</p>`),
      line.map((inner) => `<h2 id="a">${inner}</h2>`),
      ...['ul', 'ol'].map((name) =>
        entries.map(
          (all) => `<${name}>\n${all.map((each) => `<li>${each}</li>`).join('\n')}\n</${name}>`,
        ),
      ),
      blocks.map((all) => `<blockquote>\n${all.join('\n')}\n</blockquote>`),
      line.map((inner) => `<table>\n<tr><td>${inner}</td><td></td></tr>\n</table>`),
      fc.constant('<hr>'),
      fc.constant('<p></p>'),
    ),
  };
});

/** Texts of HTML without mistakes. */
export const wellFormedHtml: fc.Arbitrary<string> = fc
  .array(tied.block, { minLength: 1, maxLength: 4 })
  .chain((all) => fc.constantFrom('\n', '').map((gap) => all.join(gap)));
