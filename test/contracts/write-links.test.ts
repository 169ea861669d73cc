import { array, assert, constantFrom, oneof, property, string, tuple } from 'fast-check';
import markdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { writeLinks } from '../../contracts/index.ts';

const id = '01a1faed-e8cb-76b2-acde-cacaf0a15fcc';
const unknownId = '02b1faed-e8cb-76b2-acde-cacaf0a15fcc';

const addressOf = (asked: string): string | undefined =>
  asked === id ? '/blog/tides?a=1&b=2' : undefined;
const written = (text: string, fallback?: string): string => writeLinks(text, addressOf, fallback);

describe('a link', () => {
  test.each([
    ['[a](ID)', '[a](TO)'],
    ['[a](ID "b")', '[a](TO "b")'],
    ['[a]( <ID> (b))', '[a]( <TO> (b))'],
    ['![a](ID)', '![a](TO)'],
    ['[*a* `b`](ID#part)', '[*a* `b`](TO#part)'],
    ['[a](ID?c=1&amp;d#e)', '[a](TO?c=1&amp;d#e)'],
    ['[a](quoin\\:REST)', '[a](TO)'],
    ['[a][b]\n\n[b]: ID "c"', '[a][b]\n\n[b]: TO "c"'],
    ['> - [a][b]\n>\n>   [b]:\n>   <ID>', '> - [a][b]\n>\n>   [b]:\n>   <TO>'],
    ['a\n\n - [b\\]]: <ID>', 'a\n\n - [b\\]]: <TO>'],
    ['see <ID#part>.', 'see [TO#part](TO#part).'],
    ['see <ID#a(b)_c_>.', 'see [TO#a%28b%29\\_c\\_](TO#a%28b%29_c_).'],
    ['<a class="x>" href="ID">b</a> c', '<a class="x>" href="TO">b</a> c'],
    ["<p>` <A\nHREF = 'ID'>b</A> `</p>", "<p>` <A\nHREF = 'TO'>b</A> `</p>"],
    ['<p><a href=ID>b</a></p>', '<p><a href=TO>b</a></p>'],
    ['- a\n\n      [b](ID)', '- a\n\n      [b](TO)'],
    ['- 5\\` and `\n- [a](ID)\n- ` b', '- 5\\` and `\n- [a](TO)\n- ` b'],
    ['` [a](ID)\n\n `', '` [a](TO)\n\n `'],
    ['```` [a](ID) ```', '```` [a](TO) ```'],
  ])('%j has the address of the item', (text, expected) => {
    const [stored, shown] = [text, expected].map((each) =>
      each
        .replaceAll('ID', `quoin:${id}`)
        .replaceAll('REST', id)
        .replaceAll('TO', '/blog/tides?a=1&amp;b=2'),
    );
    expect(written(stored!)).toBe(shown);
    expect(written(stored!.replaceAll(id, id.toUpperCase()))).toBe(
      shown!.replaceAll(id, id.toUpperCase()),
    );
  });

  test.each([`quoin:${unknownId}#part`, 'quoin:tides', 'quoin:', `quoin:${id}-1`])(
    'to %s has the fallback, and keeps its text',
    (address) => {
      const text = `[a](${address} "b") <a href="${address}">c</a>`;
      expect(written(text)).toBe('[a](# "b") <a href="#">c</a>');
      expect(written(text, '')).toBe(written(text));
      expect(written(text, '/gone?(&)')).toBe(
        '[a](/gone?%28&amp;%29 "b") <a href="/gone?%28&amp;%29">c</a>',
      );
    },
  );

  test.each([
    `quoin:${id}, xquoin:${id} (quoin:${id})`,
    `[a](xquoin:${id}) [a](/quoin:${id}) [a] (quoin:${id})`,
    `\`[a](quoin:${id})\` \`\` \` <quoin:${id}> \`\``,
    `\`a\n[a](quoin:${id})\``,
    `\`\`\`md\n[a](quoin:${id})\n\n\`\` \`\n[a](quoin:${id})\n\`\`\``,
    `~~~\n\`\`\`\n[a](quoin:${id})`,
    `- ~~~~\n  ~~~\n  [a](quoin:${id})\n  ~~~~~`,
    `    [a](quoin:${id})\n\n\t<quoin:${id}>\n\na`,
    `\`\`\`\na\n\`\`\`\n    [a](quoin:${id})`,
    `\\[a\\](quoin:${id}) \\<quoin:${id}> \\[a]: quoin:${id}`,
    `a [^1]\n\n[^1]: quoin:${id}`,
    `&lt;a href="quoin:${id}"&gt;`,
  ])('is nothing else: %j', (text) => {
    expect(written(text)).toBe(text);
  });
});

const evilCharacters = `()<>[]"'\\ \n\t&;#{}|^\`$*_é\u0000\ud800\u202e`.split('');

/** Renders Markdown, with other addresses in the links that a real reader of Markdown finds. */
const rendered = (text: string, change: (address: string) => string = (same) => same): string => {
  const reader = markdownIt({ html: true });
  reader.validateLink = () => true;
  const tokens = reader.parse(text, {});
  for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
    for (const name of ['href', 'src']) {
      const address = token.attrGet(name);
      if (address !== null) token.attrSet(name, change(address));
    }
    if (token.type.startsWith('html_')) {
      token.content = token.content.replace(/(?<=href=")quoin:[^"]*/g, (address) =>
        change(address).replaceAll('&', '&amp;'),
      );
    }
  }
  return reader.renderer.render(tokens, reader.options, {});
};

const replaced = (address: string): string => {
  if (!address.startsWith('quoin:')) return address;
  const [named, rest] = new RegExp(`^quoin:${id}(#.*)?$`).exec(address) ?? [];
  return named === undefined ? '#' : `${addressOf(id)}${rest ?? ''}`;
};

const address = constantFrom(`quoin:${id}`, `quoin:${id}#a`, `quoin:${unknownId}`, 'quoin:x', '/b');
const inline = oneof(
  constantFrom('word', '\\`', '\\[', '*', '**', 'quoin:x', `quoin:${id}`, '`` ` ``', '[x]'),
  address.map((to) => `[a](${to} "t")`),
  address.map((to) => `[*a* [b]](<${to}>)`),
  address.map((to) => `![a](${to})`),
  address.map((to) => `\`[a](${to})\``),
  address.map((to) => `<a href="${to}">a</a>`),
  address.map((to) => `\\[a\\](${to})`),
);
const line = array(inline, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '));
const block = oneof(
  array(line, { minLength: 1, maxLength: 3 }).map((lines) => `a ${lines.join('\nb ')}`),
  line.map((text) => `## a ${text}`),
  tuple(line, line).map(([text, more]) => `> a ${text}\n> b ${more}`),
  tuple(line, line).map(([text, more]) => `- a ${text}\n\n  b ${more}\n- c`),
  tuple(line, line).map(([text, more]) => `1. a ${text}\n\n    b ${more}`),
  tuple(constantFrom('```', '````', '~~~'), line).map(
    ([mark, text]) => `${mark}\n${text}\n${mark}`,
  ),
  line.map((text) => `z\n\n    ${text}\n\n\n    ${text}`),
  address.map((to) => `[x]: ${to} "t"`),
);

describe('in every Markdown', () => {
  test('exactly the links that a reader finds have other addresses', () => {
    assert(
      property(array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        // A paragraph ends every block, so that no list continues.
        const text = blocks.join('\n\nz\n\n');
        expect(rendered(written(text))).toBe(rendered(text, replaced));
      }),
      { numRuns: 500 },
    );
  });

  test('an address cannot leave its link, whatever it is', () => {
    const evil = string({
      unit: constantFrom(...evilCharacters, '&quot;', '</a>'),
    });
    assert(
      property(evil, (slug) => {
        const text = `[a](quoin:${id} "t") <a href="quoin:${id}">b</a> [c][d]\n\n[d]: quoin:${id}\n`;
        const shown = rendered(writeLinks(text, () => `/blog/${slug}`));
        const links = [...shown.matchAll(/<a href="([^"]*)"(?: title="t")?>[abc]<\/a>/g)];
        expect(links).toHaveLength(3);
        const rest = shown.replaceAll(/<a href="[^"]*"(?: title="t")?>[abc]<\/a>/g, '*');
        expect(rest).toBe('<p>* * *</p>\n');
        const url = new URL(links[0]![1]!.replaceAll('&amp;', '&'), 'https://site.example');
        expect(url.origin).toBe('https://site.example');
      }),
      { numRuns: 300 },
    );
  });
});
