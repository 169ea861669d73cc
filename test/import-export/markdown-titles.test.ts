import { expect, test } from 'vitest';
import { parseDocument } from '../../adapters/cli/markdown/markdown-document.ts';

const rules = { collection: 'notes' };

test.each([
  ['notes/first.md', 'Intro\n\n## First\n\n# The *second*', 'The second', 'first'],
  ['notes/first.md', 'Intro\n\n## Settings', 'first', 'first'],
  ['notes/first.md', '## Note\n\nThe title\n===\n\n# Second', 'The title', 'first'],
  [
    'notes/first.md',
    '<h1 align="center">Tides &amp;\n<em>pools</em></h1>',
    'Tides & pools',
    'first',
  ],
  ['notes/first.md', '<h1></h1>\n\n#\n\n# Second', 'Second', 'first'],
  ['notes/first.md', '```\n# Code\n```', 'first', 'first'],
  ['notes/first.md', '---\ntitle: ""\n---\n# Other', 'Other', 'first'],
  ['notes/first.md', '---\ntitle: false\n---\n# Other', 'Other', 'first'],
  ['notes/first.md', '---\ntitle: true\n---\n# Other', 'true', 'first'],
  ['notes/first.md', '---\ntitle: 2026-05-04\n---\n# Other', '2026-05-04', 'first'],
  ['notes/first.md', '---\ntitle: [A, B]\n---\n# Other', 'A, B', 'first'],
  ['notes/first.md', '---\ntitle: { label: A }\n---\n# Other', 'A', 'first'],
  ['notes/first.md', '---\ntitle: { x: A }\n---\n# Other', 'Other', 'first'],
  ['notes/first.md', '---\ntitle: "a\\0b"\n---\n# Other', 'Other', 'first'],
  ['notes/first.md', '---\ntitle: "*Tides* <b>x</b>"\n---\n', '*Tides* <b>x</b>', 'first'],
  ['notes/first.md', '---\nTitle: Tides\n---\n# Other', 'Tides', 'first'],
  ['notes/first.md', '---\nname: A\nlinkTitle: B\naliases: [C]\n---\n', 'first', 'first'],
  ['notes/first.md', `---\ntitle: ${'x'.repeat(501)}\n---\n`, `${'x'.repeat(499)}…`, 'first'],
  ['notes/first.md', `# ${'x'.repeat(501)}\n`, `${'x'.repeat(499)}…`, 'first'],
  ['notes/caf\u0065\u0301.md', 'Text', 'caf\u00e9', 'caf\u0065\u0301'],
  ['notes/🎉.md', '# Party', 'Party', 'Party'],
  ['notes/🎉.md', 'Text', '🎉', 'notes/🎉'],
  ['notes/a.md', '---\nslug: /b/c/\n---\n', 'a', '/b/c/'],
  ['notes/a.md', '---\nslug: 42\n---\n', 'a', '42'],
  ['notes/a.md', '---\nslug: /\n---\n', 'a', 'a'],
  ['notes/a.md', '---\nslug: [b]\n---\n', 'a', 'a'],
  ['notes/a.md', `---\nslug: ${'b'.repeat(201)}\n---\n`, 'a', 'a'],
  ['notes/a.md', '---\npermalink: /b/\nurl: /c/\npath: /d/\nid: e\n---\n', 'a', 'a'],
  ['notes/first.md', 'No heading', 'first', 'first'],
  ['notes/first.md', '---\ntitle: 2026\n---\n# Other', '2026', 'first'],
  ['notes/trip/index.md', '# Trip', 'Trip', 'trip'],
  ['notes/trip/index.md', 'Text', 'trip', 'trip'],
  ['index.md', 'Text', 'index', 'index'],
  ['a.b/v1.2.3.md', 'Text', 'v1.2.3', 'v1.2.3'],
])('%s with the text %j gets the title %j and the slug %j', (path, text, title, slug) => {
  const { toRecord } = parseDocument(path, text, rules, () => ({ kind: 'elsewhere' }));
  expect(toRecord(new Map())).toMatchObject({ title, slug });
});
