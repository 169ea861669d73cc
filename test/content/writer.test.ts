import { expect, test } from 'vitest';
import { readSources } from '../architecture/sources.ts';

test('in the core, only the content writer writes content', () => {
  const writing = /\bstore\s*\.\s*commit\(/;
  const writers = readSources().filter(
    ({ path, text }) => path.startsWith('core/') && writing.test(text),
  );
  expect(writers.map(({ path }) => path)).toEqual(['core/content/content-writer.ts']);
});
