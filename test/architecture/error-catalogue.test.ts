import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorKinds } from '../../core/index.ts';
import { projectRoot } from './sources.ts';

/** The error codes that a page explains: its headings that are a code in backticks. */
const explainedIn = (page: string): readonly string[] =>
  [...page.matchAll(/^#{2,6} +`([a-z_]+)`\s*$/gm)].map(([, code = '']) => code);

interface Gaps {
  readonly unexplained: readonly string[];
  readonly unknown: readonly string[];
  readonly twice: readonly string[];
}

const gaps = (codes: readonly string[], explained: readonly string[]): Gaps => ({
  unexplained: codes.filter((code) => !explained.includes(code)),
  unknown: explained.filter((code) => !codes.includes(code)),
  twice: explained.filter((code, index) => explained.indexOf(code) !== index),
});

test('an unexplained code and an unknown code are found', () => {
  const page =
    '# Errors\n\n## Conflicts\n\n### `slug_taken`\n\nText.\n\n### `gone`\n\n### `gone`\n';
  expect(gaps(['slug_taken', 'forbidden'], explainedIn(page))).toEqual({
    unexplained: ['forbidden'],
    unknown: ['gone', 'gone'],
    twice: ['gone'],
  });
});

test('docs/errors.md explains exactly the error codes of the catalogue, each once', () => {
  const codes = Object.keys(errorKinds);
  expect(codes.length).toBeGreaterThan(20);
  const page = readFileSync(join(projectRoot, 'docs/errors.md'), 'utf8');
  expect(gaps(codes, explainedIn(page))).toEqual({ unexplained: [], unknown: [], twice: [] });
});
