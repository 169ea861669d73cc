import { parse as parseToml, TomlError } from 'smol-toml';
import { parseDocument, type ScalarTag, type YAMLError } from 'yaml';
import type { JsonObject } from '../../core/index.ts';
import { BrokenFile } from './broken-file.ts';
import { toJsonObject } from './json-value.ts';
import { readMoment } from './moment.ts';
import type { FrontMatterFormat } from './split-front-matter.ts';

/** @throws BrokenFile naming the format, the mistake and its line in the file. */
export const parseFrontMatter = (
  matter: string,
  format: FrontMatterFormat | undefined,
): JsonObject => {
  switch (format) {
    case 'yaml':
      return parseYaml(matter, 'YAML', { firstLine: 2 });
    case 'toml':
      return parseTomlMatter(matter);
    case 'json':
      return parseJson(matter);
    case undefined:
      return {};
  }
};

/** Times that YAML writes in its own way; a plain date is ISO 8601 already and stays as it is. */
const timestamp: ScalarTag = {
  tag: 'tag:yaml.org,2002:timestamp',
  default: true,
  test: /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[ \t]+)\d{1,2}:\d{2}/,
  resolve: (text) => {
    const moment = readMoment(text);
    return moment === undefined ? text : new Date(moment).toISOString();
  },
};

const maxAliases = 100;

interface YamlPlace {
  /** Of the matter, in the file. */
  readonly firstLine: number;
}

const parseYaml = (matter: string, language: string, { firstLine }: YamlPlace): JsonObject => {
  const parsed = attempt(language, () =>
    parseDocument(matter, {
      version: '1.2',
      schema: 'core',
      resolveKnownTags: false,
      customTags: [timestamp],
      stringKeys: true,
      uniqueKeys: true,
      intAsBigInt: true,
      prettyErrors: false,
      logLevel: 'silent',
    }),
  );
  const [mistake] = [...parsed.errors, ...parsed.warnings];
  if (mistake !== undefined)
    throw broken(language, sentenceOf(mistake), lineOf(matter, mistake) + firstLine);
  const value: unknown = attempt(language, (): unknown =>
    parsed.toJS({ maxAliasCount: maxAliases }),
  );
  return toJsonObject(value ?? {});
};

/** JSON is YAML too; that parser also sees a name that is there twice, and every digit of a number. */
const parseJson = (matter: string): JsonObject => {
  attempt('JSON', (): unknown => JSON.parse(matter));
  return parseYaml(matter, 'JSON', { firstLine: 1 });
};

const parseTomlMatter = (matter: string): JsonObject => {
  try {
    return toJsonObject(parseToml(matter, { integersAsBigInt: 'asNeeded', maxDepth: 64 }));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw broken('TOML', error.message, error.line + 1);
  }
};

/** A parser that gives up, on aliases that multiply or nesting that has no end, says so by throwing. */
const attempt = <T>(language: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw broken(language, error instanceof Error ? error.message : 'it cannot be read');
  }
};

const sentenceOf = ({ code, message }: YAMLError): string =>
  code === 'DUPLICATE_KEY' ? 'a name is there twice' : message;

const lineOf = (text: string, { pos: [offset] }: YAMLError): number =>
  text.slice(0, offset).split('\n').length - 1;

const broken = (language: string, why: string, line?: number): BrokenFile => {
  const [sentence = ''] = why.split('\n');
  const place = line === undefined ? '' : `, line ${line}`;
  return new BrokenFile(`its front matter is not valid ${language}${place}: ${sentence}`);
};
