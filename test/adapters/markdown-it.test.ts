import { test } from 'vitest';
import { MarkdownItReader } from '../../adapters/markdown-it/markdown-it-reader.ts';
import { markdownReaderSuite } from '../conformance/markdown-reader.ts';
import { registerSuite } from '../conformance/suite.ts';

registerSuite(
  markdownReaderSuite,
  async () => ({ subject: { reader: new MarkdownItReader() } }),
  test,
);
