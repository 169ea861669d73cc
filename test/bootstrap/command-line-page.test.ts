import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../../bootstrap/cli/commands.ts';
import { withUsage } from '../../bootstrap/command-line-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');

test('docs/command-line.md has a section for each command, in the order of the overview', () => {
  const names = [...page.matchAll(/^## `quoin ([a-z ]+)`$/gm)].map(([, name]) => name);
  expect(names).toEqual(commands.map(({ name }) => name));
});

test('docs/command-line.md shows what the commands say of themselves; otherwise run: npm run docs', () => {
  expect(withUsage(page)).toBe(page);
});

test('an old usage is replaced, and nothing beside it', () => {
  const old =
    '# A\n\n## `quoin serve`\n\nWords.\n\n```\nUsage: old\n```\n\n## `quoin x`\n\n```\nkept\n```\n';
  const renewed = withUsage(old);
  expect(renewed).toContain('Words.\n\n```\nUsage: quoin serve [options]\n');
  expect(renewed).not.toContain('Usage: old');
  expect(renewed).toContain('## `quoin x`\n\n```\nkept\n```\n');
});
