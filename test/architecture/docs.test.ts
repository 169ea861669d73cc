import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorAnswerOf } from '../../adapters/http/answer/http-error.ts';
import { DomainError, errorKinds, type ErrorCode } from '../../core/index.ts';
import { filesOf } from './doc-examples.ts';
import { anchorsOf, deadLinks, filesNamed, linksOf, page, readPages, type Page } from './pages.ts';
import { projectRoot, readSources } from './sources.ts';

const pages = readPages();
const sources = readSources();

const pageAt = (path: string): Page => {
  const found = pages.find((each) => each.path === path);
  if (found === undefined) throw new Error(`${path} does not exist`);
  return found;
};

describe('a planted mistake is found:', () => {
  const planted = page(
    'docs/planted.md',
    '# One `two`, three\n\n## Same\n\n## Same\n\n[a](gone.md) [b](#same-1) [c](#same-2) [d](errors.md#gone)\n' +
      '[e](https://example.com/gone) `[f](gone.md)` `core/gone.ts` `core/**`\n\n```\n[g](gone.md)\n```\n',
  );

  test('links to missing files and headings', () => {
    expect(deadLinks(planted, [...pages, planted])).toEqual([
      'docs/planted.md links to gone.md',
      'docs/planted.md links to #same-2, which has no such heading',
      'docs/planted.md links to errors.md#gone, which has no such heading',
    ]);
  });

  test('headings get the anchors of GitHub', () => {
    expect([...anchorsOf(planted)]).toEqual(['one-two-three', 'same', 'same-1']);
  });

  test('names of missing files', () => {
    expect(filesNamed(planted)).toEqual(['core/gone.ts']);
  });
});

describe('the pages', () => {
  test('are read with their links and names', () => {
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(60);
    expect(pages.flatMap(filesNamed).length).toBeGreaterThan(150);
  });

  test('run the program only with a command', () => {
    const commands = [...pageAt('docs/command-line.md').text.matchAll(/^## `quoin ([a-z-]+)/gm)];
    const known = new Set(['--help', ...commands.map(([, name]) => name)]);
    const run = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/npx quoin(?: ([\w-]+))?/g)].map(([, name]) => ({ path, name })),
    );
    expect(run.length).toBeGreaterThan(15);
    expect(run.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  test('have no broken link', () => {
    expect(pages.flatMap((each) => deadLinks(each, pages))).toEqual([]);
  });

  test('name only existing files and files of the examples', () => {
    const examples = pages.flatMap(({ text }) => [...filesOf(text).keys()]);
    const isMade = (path: string): boolean => examples.some((file) => file.startsWith(path));
    const gone = pages.flatMap((each) =>
      filesNamed(each)
        .filter((path) => !existsSync(join(projectRoot, path)) && !isMade(path))
        .map((path) => `${each.path} names ${path}`),
    );
    expect(gone).toEqual([]);
  });

  test('are all linked from the README, directly or indirectly', () => {
    const reached = new Set(['README.md']);
    for (const path of reached) {
      const from = pages.find((each) => each.path === path);
      for (const link of from === undefined ? [] : linksOf(from)) reached.add(link.path);
    }
    expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });
});

describe('the decisions', () => {
  const decisions = pages.filter(({ path }) => path.startsWith('docs/adr/'));
  const sections = ['Context', 'Decision', 'Consequences', 'Enforced by'];

  const numbers = decisions.map(({ path }) => path.slice('docs/adr/'.length).slice(0, 4));

  test('have the numbers of their file names in their titles', () => {
    for (const [index, { text, path }] of decisions.entries()) {
      expect(text.split('\n', 1)[0], path).toMatch(new RegExp(`^# ${numbers[index]}\\. \\S`));
    }
  });

  test('are numbered without gaps, together with those that the index calls superseded', () => {
    const [, superseded = ''] = pageAt('docs/architecture.md').text.split('### Superseded');
    const rows = superseded.split('\n').filter((line) => /^\| \d/.test(line));
    const gone = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/\d{4}/g) ?? []);
    const all = [...numbers, ...gone].sort();
    expect(all).toEqual(all.map((_, index) => String(index).padStart(4, '0')));
  });

  test('are there when a page or a comment names one', () => {
    const named = [...pages, ...sources].flatMap(({ path, text }) =>
      [...text.matchAll(/\bADR (\d{4})/g)].map(([, number = '']) => ({ path, number })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });

  test.each(decisions.map(({ path, text }) => [path, text]))(
    '%s has its four sections',
    (_, text) => {
      expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(sections);
      for (const section of text.split(/^## .+$/m).slice(1)) expect(section.trim()).not.toBe('');
    },
  );

  test.each(decisions.map(({ path, text }) => [path, text]))(
    '%s has a date and a status',
    (_, text) => {
      expect(text.split('\n')[2]).toMatch(
        /^(?:\d{4}-\d{2}-\d{2}|YYYY-MM-DD) · (?:proposed|accepted|superseded by \d{4})/,
      );
    },
  );

  test('are listed in docs/architecture.md under their titles', () => {
    const { text } = pageAt('docs/architecture.md');
    for (const decision of decisions.slice(1)) {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(decision.text) ?? [];
      const file = decision.path.slice('docs/'.length);
      expect(text).toContain(`- [${number}](${file}) ${title}\n`);
    }
  });
});

describe('docs/errors.md', () => {
  const { text } = pageAt('docs/errors.md');

  test.each(Object.keys(errorKinds))('gives the status of %s', (code) => {
    const { status } = errorAnswerOf(new DomainError(code as ErrorCode, 'x'));
    expect(text).toContain(`### \`${code}\`\n\n\`${status}\` `);
  });
});

describe('the pages for operators', () => {
  const operatorPages = pages.filter(({ path }) =>
    /^docs\/(?:operations|postgres|security)/.test(path),
  );
  const quoted = operatorPages.flatMap(({ text }) =>
    [...text.matchAll(/`([A-Z][a-z]* [\w .:,]+)`/g)].map(([, sentence = '']) => sentence),
  );

  test('quote only sentences that the service logs, answers or prints', () => {
    expect(quoted.length).toBeGreaterThan(6);
    const code = sources
      .filter(({ path }) => !path.startsWith('test/'))
      .map(({ text }) => text)
      .join('\n');
    expect(quoted.filter((sentence) => !code.includes(sentence))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const { text } = pageAt('docs/security.md');
  const promises = text.split(/^### /m).slice(1);

  test('has promises that are numbered from 1', () => {
    expect(promises.length).toBeGreaterThan(10);
    const numbers = promises.map((promise) => /^P(\d+)\. /.exec(promise)?.[1]);
    expect(numbers).toEqual(promises.map((_, index) => String(index + 1)));
  });

  test.each(promises.map((promise) => [promise.split('\n', 1)[0] ?? '', promise]))(
    'names the tests for %s',
    (_, promise) => {
      const [, kept = ''] = /^Kept by ([^]*?)\.$/m.exec(promise) ?? [];
      const tests = [...kept.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      expect(tests.length).toBeGreaterThan(0);
      for (const path of tests) expect(path).toMatch(/^test\/.+\.ts$/);
    },
  );
});

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
