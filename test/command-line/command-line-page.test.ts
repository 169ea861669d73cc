import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandHelp, withHelpTexts } from '../../bootstrap/tools/generated-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');

test('docs/command-line.md has a section for each command, in the order of the overview', () => {
  const names = [...page.matchAll(/^## `quoin ([a-z ]+)`$/gm)].map(([, name]) => name);
  expect(names).toEqual([...commandHelp().keys()]);
});

test('docs/command-line.md shows the help texts of the commands; otherwise run: npm run docs', () => {
  expect(withHelpTexts(page)).toBe(page);
});

test('generating the page replaces only the help texts', () => {
  const old =
    '# A\n\n## `quoin serve`\n\nWords.\n\n```\nUsage: old\n```\n\n## `quoin x`\n\n```\nkept\n```\n';
  const updated = withHelpTexts(old);
  expect(updated).toContain('Words.\n\n```\nUsage: quoin serve [options]\n');
  expect(updated).not.toContain('Usage: old');
  expect(updated).toContain('## `quoin x`\n\n```\nkept\n```\n');
});
