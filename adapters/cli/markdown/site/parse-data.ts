import type { JsonObject } from '../../../../core/vocabulary.ts';
import { parseFrontMatter } from '../front-matter/front-matter.ts';

/**
 * Reads a file of JSON, TOML or YAML.
 *
 * @throws InvalidFile when it cannot be read.
 */
export const parseData = (path: string, text: string): JsonObject => {
  if (text.trim() === '') return {};
  const format = /\.json$/i.test(path) ? 'json' : /\.toml$/i.test(path) ? 'toml' : 'yaml';
  return parseFrontMatter({ format, matter: text }).values;
};
