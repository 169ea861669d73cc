import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caretContext } from '../../../adapters/admin/screens/editor/text/markdown/caret-context.ts';
import { isInCode } from '../../../adapters/admin/screens/editor/text/markdown/code-context.ts';
import { linkEdit } from '../../../adapters/admin/screens/editor/text/markdown/link-edit.ts';
import { parseAddress } from '../../../adapters/admin/screens/editor/text/addresses.ts';
import { insertBlock } from '../../../adapters/admin/screens/editor/text/markdown/insert-block.ts';
import { imageText } from '../../../adapters/admin/screens/editor/text/markdown/links.ts';
import {
  insertMarkdown,
  markdownSyntax,
} from '../../../adapters/admin/screens/editor/text/markdown/markdown-syntax.ts';
import {
  markdownEdits,
  setHeading,
} from '../../../adapters/admin/screens/editor/text/markdown/markdown-edits.ts';
import { isFiles, pasteOf } from '../../../adapters/admin/screens/editor/text/paste/paste.ts';
import {
  replacePart,
  withoutPlaceholders,
} from '../../../adapters/admin/screens/editor/text/placeholders.ts';
import { after, left, marked } from '../../support/admin/marked-text.ts';
import {
  continueList,
  indentList,
} from '../../../adapters/admin/screens/editor/text/markdown/list-keys.ts';
import {
  applyEdit,
  normalizeBreaks,
} from '../../../adapters/admin/screens/editor/model/line-endings.ts';

describe('a command', () => {
  const run = (name: keyof typeof markdownEdits, text: string): string =>
    after(marked(text), markdownEdits[name](marked(text)));

  test.each([
    ['bold', 'a ⟨word⟩', 'a **⟨word⟩**'],
    ['bold', 'a **⟨word⟩**', 'a ⟨word⟩'],
    ['bold', 'a ⟨**word**⟩', 'a ⟨word⟩'],
    ['bold', 'a⟨ word ⟩b', 'a **⟨word⟩** b'],
    ['italic', '‸', '_⟨italic⟩_'],
    ['quote', 'a⟨b\nc⟩', '⟨> ab\n> c⟩'],
    ['bullets', '⟨a\nb⟩', '⟨- a\n- b⟩'],
    ['bullets', '‸', '- ‸'],
    ['quote', 'a ‸b', '> a ‸b'],
    ['bullets', '⟨- a\n- b⟩', '⟨a\nb⟩'],
    ['numbers', '⟨- a\n- b⟩', '⟨1. a\n2. b⟩'],
    ['tasks', '⟨1. a\n- b⟩', '⟨- [ ] a\n- [ ] b⟩'],
    ['bullets', '⟨- [x] a⟩', '⟨- a⟩'],
    ['code', '⟨x⟩', '`⟨x⟩`'],
    ['code', 'a\n⟨x\n```⟩', 'a\n\n````\n⟨x\n```⟩\n````'],
    ['divider', 'text‸', 'text\n\n---‸'],
    ['divider', 'text\n‸\nmore', 'text\n\n---‸\n\nmore'],
    ['table', '', '| ⟨Heading⟩ | Heading |\n| --- | --- |\n| Cell | Cell |'],
  ] as const)('%s changes %j into %j', (name, text, result) => {
    expect(run(name, text === '' ? '‸' : text)).toBe(result);
  });

  test('sets and removes headings', () => {
    const heading = (level: number | undefined, text: string): string =>
      after(marked(text), setHeading(level)(marked(text)));
    expect(heading(3, '## a‸')).toBe('### a‸');
    expect(heading(undefined, '## a‸')).toBe('a‸');
  });

  test('shows what the caret is in', () => {
    const at = (text: string) => [...caretContext(marked(text)).pressed];
    expect(at('a **b‸** c')).toEqual(['bold']);
    expect(at('a **b** c‸')).toEqual([]);
    expect(at('- a _b‸_')).toEqual(['italic', 'bullets']);
    expect(at('snake_case‸_name')).toEqual([]);
    expect(at('> [a‸](b)')).toEqual(['link', 'quote']);
    expect(at('- [ ] `a‸`')).toEqual(['tasks', 'code']);
    expect(caretContext(marked('## a‸')).heading).toBe(2);
  });
});

describe('a link', () => {
  test('surrounds the selection, or has a label of its own', () => {
    const text = marked('see ⟨**this** page⟩.');
    expect(after(text, linkEdit('/a', 'A')(text))).toBe('see [**this** page](/a)‸.');
    const spaced = marked('see⟨ this ⟩page');
    expect(after(spaced, linkEdit('/a', 'A')(spaced))).toBe('see [this](/a)‸ page');
    const none = marked('see ‸');
    expect(after(none, linkEdit('/a (b)', 'A [b]')(none))).toBe('see [⟨A \\[b\\]⟩](/a%20%28b%29)');
  });

  test('takes what users type for addresses, and nothing that could run', () => {
    const typed = [
      'example.com/a?b',
      'https://a.b',
      '/a',
      '#a',
      'me@example.com',
      'tel:+49',
      ' a.de ',
    ];
    expect(typed.map(parseAddress)).toEqual([
      'https://example.com/a?b',
      'https://a.b',
      '/a',
      '#a',
      'mailto:me@example.com',
      'tel:+49',
      'https://a.de',
    ]);
    for (const text of [
      '',
      'tides',
      'two words',
      'javascript:alert(1)',
      'data:text/html,x',
      'JAVASCRIPT:x',
    ]) {
      expect(parseAddress(text)).toBeUndefined();
    }
  });

  test('an image is on a line of its own, and its text cannot end it', () => {
    const text = marked('One‸two');
    expect(after(text, insertBlock(imageText('a ] b', 'u'))(text))).toBe(
      'One\n\n![a \\] b](u)‸\n\ntwo',
    );
    const empty = marked('One\n\n‸');
    expect(after(empty, insertBlock(imageText('', 'u'))(empty))).toBe('One\n\n![](u)‸');
  });
});

describe('a paste', () => {
  const file = (name: string) => ({ name }) as File;
  const clipboard = (text: string, html = '', files: readonly File[] = []) => ({
    text,
    html,
    files,
  });

  test('of an address over words makes a link, but not over an address or in code', () => {
    const words = marked('see ⟨this⟩');
    expect(pasteOf(markdownSyntax, clipboard('https://a.b/c'), words)).toEqual({
      kind: 'edit',
      edit: linkEdit('https://a.b/c', '')(words),
    });
    const plain = ['see ‸', 'see ⟨https://x.y⟩', '`⟨x⟩`', '```\n⟨x⟩\n```', '⟨a\nb⟩'];
    for (const text of plain)
      expect(pasteOf(markdownSyntax, clipboard('https://a.b'), marked(text))).toBeUndefined();
    expect(pasteOf(markdownSyntax, clipboard('javascript:alert(1)'), words)).toBeUndefined();
    expect(pasteOf(markdownSyntax, clipboard('x', '<b>x</b>'), words)).toEqual({
      kind: 'formatted',
    });
    expect(pasteOf(markdownSyntax, clipboard('x', '<b>x</b>'), marked('`a‸`'))).toBeUndefined();
  });

  test('is one of files unless text was copied with a picture of it', () => {
    expect(isFiles(clipboard('', '<img src="https://a/b">', [file('image.png')]))).toBe(true);
    expect(isFiles(clipboard('a b.jpg', '', [file('a b.jpg')]))).toBe(true);
    expect(isFiles(clipboard('file:///home/me/a%20b.jpg\r\n', '', [file('a b.jpg')]))).toBe(true);
    expect(isFiles(clipboard('Words', '<p>Words</p>', [file('image.png')]))).toBe(false);
    expect(isFiles(clipboard('', ''))).toBe(false);
  });

  test('of blocks is between blank lines, of words in the line', () => {
    const text = marked('a‸b');
    expect(after(text, insertMarkdown('**x**')(text))).toBe('a**x**‸b');
    expect(after(text, insertMarkdown('- x')(text))).toBe('a\n\n- x‸\n\nb');
  });
});

describe('a placeholder', () => {
  const shown = '![Uploading a.png…]()';

  test('is replaced where it is, and the caret stays at its place', () => {
    const text = marked(`a ${shown} b‸`);
    expect(after(text, replacePart(text, shown, imageText('', 'u')))).toBe('a ![](u) b‸');
    const before = marked(`a‸ ${shown}`);
    expect(after(before, replacePart(before, shown, ''))).toBe('a‸ ');
    expect(replacePart(before, 'gone', 'x')).toBeUndefined();
  });

  test('is not part of the value', () => {
    expect(withoutPlaceholders(`a\n\n${shown}\n\nb`, { all: [shown], gap: '\n\n' })).toBe('a\n\nb');
    expect(withoutPlaceholders(`a ${shown}`, { all: [shown], gap: '\n\n' })).toBe('a ');
    expect(withoutPlaceholders('a', { all: [shown], gap: '\n\n' })).toBe('a');
  });
});

test('code is between fences, or between backticks of one line', () => {
  for (const text of [
    '```\nx‸\n```',
    '~~~ js\nx‸',
    'a `b‸` c',
    '````\n```\nx‸\n````',
    '``a ` b‸``',
  ]) {
    expect(isInCode(marked(text)), text).toBe(true);
  }
  for (const text of ['```\nx\n```\ny‸', 'a `b` c‸', 'a ` b‸', '```x```\ny‸']) {
    expect(isInCode(marked(text)), text).toBe(false);
  }
});

describe('Enter', () => {
  const enter = (text: string): string => after(marked(text), continueList(marked(text)));

  test.each([
    ['- one‸', '- one\n- ‸'],
    ['* o‸ne', '* o\n* ‸ne'],
    ['+   wide‸', '+   wide\n+   ‸'],
    ['1. one‸', '1. one\n2. ‸'],
    ['9) nine‸', '9) nine\n10) ‸'],
    ['- [x] done‸', '- [x] done\n- [ ] ‸'],
    ['> quoted‸', '> quoted\n> ‸'],
    ['> - in a quotation‸', '> - in a quotation\n> - ‸'],
    ['- a\n  - b‸\n- c', '- a\n  - b\n  - ‸\n- c'],
    ['- a\n\t+ b‸', '- a\n\t+ b\n\t+ ‸'],
    ['- one‸ two', '- one\n- ‸two'],
  ])('in %j goes on: %j', (text, result) => expect(enter(text)).toBe(result));

  test.each([
    ['- one\n- ‸', '- one\n‸'],
    ['1. one\n2. ‸\n\nend', '1. one\n‸\n\nend'],
    ['- [ ] a\n- [ ] ‸', '- [ ] a\n‸'],
    ['> a\n> ‸', '> a\n‸'],
    ['> - a\n> - ‸', '> - a\n> ‸'],
    ['- a\n  - b\n  - ‸', '- a\n  - b\n- ‸'],
    ['1. a\n   - b\n   - ‸', '1. a\n   - b\n2. ‸'],
  ])('in the empty entry of %j ends it: %j', (text, result) => expect(enter(text)).toBe(result));

  test.each([
    'words‸',
    '‸- one',
    '-‸ one',
    '---‸',
    '- - -‸',
    '* * *‸',
    '```\n- a‸',
    '- ⟨one⟩',
    '-no‸',
    '**b** x‸',
    '2026‸ x',
  ])('in %j only breaks the line', (text) => expect(enter(text)).toBe(left));
});

describe('Tab', () => {
  const tab = (text: string): string => after(marked(text), indentList(marked(text), 'in'));
  const back = (text: string): string => after(marked(text), indentList(marked(text), 'out'));

  test.each([
    ['- a\n- b‸', '- a\n  - b‸'],
    ['1. a\n2. b‸', '1. a\n   1. b‸'],
    ['10. a\n11. b‸', '10. a\n    1. b‸'],
    ['- a\n  - b\n- c‸', '- a\n  - b\n  - c‸'],
    ['- a\n- b‸\n  - inner\n\ntext', '- a\n  - b‸\n    - inner\n\ntext'],
    ['- a\n- ⟨b\n- c⟩', '- a\n  - ⟨b\n  - c⟩'],
    ['- a\n\t- b\n\t- c‸', '- a\n\t- b\n\t\t- c‸'],
    ['1. a\n   1. x\n2. b‸', '1. a\n   1. x\n   2. b‸'],
  ])('in %j indents: %j', (text, result) => expect(tab(text)).toBe(result));

  test.each([
    ['- a\n  - b‸', '- a\n- b‸'],
    ['1. a\n   1. b‸', '1. a\n2. b‸'],
    ['- a\n\t- b‸', '- a\n- b‸'],
    ['- a\n  - b‸\n    - inner', '- a\n- b‸\n  - inner'],
  ])('with Shift in %j outdents: %j', (text, result) => expect(back(text)).toBe(result));

  test('leaves the field outside of lists, and where there is no such level', () => {
    for (const text of ['words‸', '- first‸', '- a\n  - b‸', '> - a\n> - b‸', '```\n- a\n- b‸']) {
      expect(tab(text)).toBe(left);
    }
    for (const text of ['words‸', '- a\n- b‸']) expect(back(text)).toBe(left);
  });
});

const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '\r', 'é'))
  .map((all) => all.join(''));

test('a text that is not edited stays as it is, byte for byte', () => {
  fc.assert(
    fc.property(text, (original) => applyEdit(original, normalizeBreaks(original)) === original),
  );
});

test('an edit gives the text of the text area, and keeps the endings of all other lines', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), text, (original, from, length, typed) => {
      const shown = normalizeBreaks(original);
      const start = Math.min(from % 40, shown.length);
      const end = Math.min(start + (length % 5), shown.length);
      const edited = shown.slice(0, start) + normalizeBreaks(typed) + shown.slice(end);
      const stored = applyEdit(original, edited);
      expect(normalizeBreaks(stored)).toBe(edited);
      const linesBefore = original.match(/[^\r\n]*(?:\r\n|\r|\n)/g) ?? [];
      const first = shown.slice(0, start).split('\n').length - 1;
      expect(stored.startsWith(linesBefore.slice(0, first).join(''))).toBe(true);
    }),
  );
});

test('new lines in a document with CRLF get CRLF', () => {
  expect(applyEdit('one\r\ntwo\r\n', 'one\nnew\ntwo\n')).toBe('one\r\nnew\r\ntwo\r\n');
});
