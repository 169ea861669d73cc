import { parse as parseToml, TomlError } from 'smol-toml';
import { parseDocument, type ScalarTag, type YAMLError } from 'yaml';
import type { JsonObject } from '../../../core/index.ts';
import { InvalidFile } from './text-file.ts';
import { toJsonObject } from './json-value.ts';
import { parseDate } from './dates.ts';

export type FrontMatterFormat = 'yaml' | 'toml' | 'json';

/** A text split into front matter and body, both unchanged. */
export interface SplitText {
  /** Undefined when there is no front matter. */
  readonly format: FrontMatterFormat | undefined;
  readonly matter: string;
  readonly body: string;
}

/** In UTF-16 units; a hundred times more than usual. */
const maxLength = 256 * 1024;

/**
 * Front matter starts with the first character of the file: YAML between lines of `---`, TOML
 * between lines of `+++`, or a JSON object.
 *
 * @throws InvalidFile when it has no end or is too large.
 */
export const splitFrontMatter = (text: string): SplitText => {
  const split = fenced(text, 'yaml') ?? fenced(text, 'toml') ?? jsonBlock(text);
  if (split.matter.length > maxLength) throw new InvalidFile('its front matter is too large');
  return split;
};

const fences = { yaml: '---', toml: '\\+\\+\\+' } as const;

const fenced = (text: string, format: 'yaml' | 'toml'): SplitText | undefined => {
  const fence = fences[format];
  const opening = new RegExp(`^${fence}[ \\t]*\\r?\\n`).exec(text);
  if (opening === null) return undefined;
  const start = opening[0].length;
  const closing = new RegExp(`(?<=\\n)${fence}[ \\t]*(?:\\r?\\n|$)`, 'g');
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (end === null) throw new InvalidFile('its front matter has no closing line');
  return {
    format,
    matter: text.slice(start, end.index),
    body: text.slice(end.index + end[0].length),
  };
};

const jsonBlock = (text: string): SplitText => {
  // A brace alone can also start an expression or a shortcode.
  if (!/^\{\s*["}]/.test(text)) return { format: undefined, matter: '', body: text };
  const end = endOfObject(text);
  const [rest] = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  if (rest === undefined) throw new InvalidFile('its front matter continues after the JSON object');
  return { format: 'json', matter: text.slice(0, end), body: text.slice(end + rest.length) };
};

/** @returns the index after the brace that closes the first one. */
const endOfObject = (text: string): number => {
  // A string without an end extends to the end of the file; searching inside it again would be quadratic.
  const pieces = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|[{}]/g;
  let depth = 0;
  for (const { 0: piece, index } of text.slice(0, maxLength + 1).matchAll(pieces)) {
    if (piece === '{') depth += 1;
    if (piece === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  throw new InvalidFile('its front matter has no closing brace');
};

/** @throws InvalidFile with the format, the mistake and its line in the file. */
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

/** Converts a YAML timestamp to ISO 8601. A date without a time is ISO 8601 already. */
const timestamp: ScalarTag = {
  tag: 'tag:yaml.org,2002:timestamp',
  default: true,
  test: /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[ \t]+)\d{1,2}:\d{2}/,
  resolve: (text) => {
    const time = parseDate(text);
    return time === undefined ? text : new Date(time).toISOString();
  },
};

const maxAliases = 100;

interface YamlPosition {
  /** Number of the first line of the front matter in the file. */
  readonly firstLine: number;
}

const parseYaml = (matter: string, language: string, { firstLine }: YamlPosition): JsonObject => {
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
    throw invalid(language, sentenceOf(mistake), lineOf(matter, mistake) + firstLine);
  const value: unknown = attempt(language, (): unknown =>
    parsed.toJS({ maxAliasCount: maxAliases }),
  );
  return toJsonObject(value ?? {});
};

/** The YAML parser reads JSON too. It also reports duplicate names and keeps every digit of a number. */
const parseJson = (matter: string): JsonObject => {
  attempt('JSON', (): unknown => JSON.parse(matter));
  return parseYaml(matter, 'JSON', { firstLine: 1 });
};

const parseTomlMatter = (matter: string): JsonObject => {
  try {
    return toJsonObject(parseToml(matter, { integersAsBigInt: 'asNeeded', maxDepth: 64 }));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw invalid('TOML', error.message, error.line + 1);
  }
};

/** Parsers throw on too many aliases or too deep nesting. */
const attempt = <T>(language: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw invalid(language, error instanceof Error ? error.message : 'it cannot be read');
  }
};

const sentenceOf = ({ code, message }: YAMLError): string =>
  code === 'DUPLICATE_KEY' ? 'a name occurs twice' : message;

const lineOf = (text: string, { pos: [offset] }: YAMLError): number =>
  text.slice(0, offset).split('\n').length - 1;

const invalid = (language: string, why: string, line?: number): InvalidFile => {
  const [sentence = ''] = why.split('\n');
  const place = line === undefined ? '' : `, line ${line}`;
  return new InvalidFile(`its front matter is not valid ${language}${place}: ${sentence}`);
};
