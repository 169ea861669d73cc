import { parse as parseToml, TomlError } from 'smol-toml';
import type { ContentChangeDto } from '../../../../contracts/index.ts';
import { parseDate } from '../../../../core/index.ts';
import type { Json, JsonObject } from '../../../../core/vocabulary.ts';
import { toJsonObject } from './json-value.ts';
import type { SplitText } from './split-front-matter.ts';
import { InvalidFile } from '../text-file.ts';
import { parseHeader } from './metadata-header.ts';
import { parseYaml, type YamlMistake } from './yaml.ts';

/** The values of the front matter. */
export interface FrontMatter {
  readonly values: JsonObject;
  /** The same with numbers as they are written, which can have more digits: `1.10` and `007`. */
  readonly written: JsonObject;
  /** Values that were left out or guessed. */
  readonly changes: readonly ContentChangeDto[];
  /** Whether each name has a value that could be read. */
  readonly isComplete: boolean;
}

/**
 * Leaves out values that JSON does not have, and values of YAML that cannot be read if others can.
 *
 * @throws InvalidFile with the format, the mistake and its line in the file.
 */
export const parseFrontMatter = ({
  format,
  matter,
  firstLine = 1,
}: Omit<SplitText, 'body'>): FrontMatter => {
  switch (format) {
    case 'yaml':
      return readYaml(matter, 'YAML', firstLine);
    case 'toml':
      return withValues(readToml(matter, firstLine));
    case 'json':
      // The YAML parser reads JSON too. It also reports duplicate names and keeps every digit of a number.
      attempt('JSON', (): unknown => JSON.parse(matter));
      return readYaml(matter, 'JSON', firstLine);
    case 'header':
      return withValues(parseHeader(matter));
    case undefined:
      return { values: {}, written: {}, changes: [], isComplete: true };
  }
};

const withValues = (value: unknown, written: unknown = value): FrontMatter => {
  const changes: ContentChangeDto[] = [];
  const values = toJsonObject(value ?? {}, (path, message) => {
    changes.push({ path, kind: 'left_out', message });
  });
  const texts = written === value ? values : toJsonObject(written, () => undefined);
  return { values, written: texts, changes, isComplete: true };
};

const readYaml = (matter: string, language: string, firstLine: number): FrontMatter => {
  const { value, written, mistakes } = attempt(language, () => parseYaml(matter));
  const [first] = mistakes;
  if (value === undefined && first !== undefined) {
    throw invalid(language, first.message, first.line + firstLine);
  }
  const read = withValues(value, written ?? value);
  return {
    ...read,
    changes: [...mistakes.map((mistake) => describe(mistake, firstLine)), ...read.changes],
    isComplete: mistakes.every(
      ({ isDuplicate, text }) => isDuplicate === true || text !== undefined,
    ),
  };
};

const describe = (
  { name, message, line, text }: YamlMistake,
  firstLine: number,
): ContentChangeDto =>
  text === undefined
    ? { path: name, kind: 'left_out', message: `line ${line + firstLine}: ${message}` }
    : { path: name, kind: 'guessed', message: 'is read as text', value: JSON.stringify(text) };

/** A line with a day that its month does not have, which the parser would read as a day of the next month. */
const tomlDate = /^(\s*[\w.-]+\s*=\s*)(\d{4}-\d{2}-\d{2})([T\d:.Z+ -]*?)(?=\s*(?:#|$))/gm;

const readToml = (matter: string, firstLine: number): unknown => {
  const source = matter.replace(tomlDate, (line, name: string, date: string, time: string) =>
    parseDate(date) === undefined ? `${name}"${date}${time}"` : line,
  );
  try {
    return parseToml(source, { integersAsBigInt: 'asNeeded', maxDepth: 64 });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw invalid('TOML', error.message, error.line - 1 + firstLine);
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

const invalid = (language: string, why: string, line?: number): InvalidFile => {
  const [sentence = ''] = why.split('\n');
  const place = line === undefined ? '' : `, line ${line}`;
  return new InvalidFile(`its front matter is not valid ${language}${place}: ${sentence}`);
};

export interface NamedValue {
  /** In the spelling of the front matter. */
  readonly name: string;
  readonly value: Json;
}

/**
 * The values of front matter that are present: not null and not empty. Hugo ignores the case of names, and generators differ
 * in underscores and hyphens: `pub_date`, `pub-date` and `pubDate` are one name.
 */
export interface NamedValues {
  /** The first of the names that is present. */
  readonly find: (names: readonly string[]) => NamedValue | undefined;
  /** All of the names that are present, in the order of `names`. */
  readonly all: (names: readonly string[]) => readonly NamedValue[];
}

export const namedValues = (matter: JsonObject): NamedValues => {
  const byName = new Map<string, NamedValue>();
  for (const [name, value] of Object.entries(matter)) {
    const key = plainName(name);
    if (value === null || value === '' || (byName.has(key) && name !== key)) continue;
    byName.set(key, { name, value });
  }
  const all = (names: readonly string[]): readonly NamedValue[] =>
    [...new Set(names.map(plainName))].flatMap((name) => byName.get(name) ?? []);
  return { find: (names) => all(names)[0], all };
};

const plainName = (name: string): string => name.toLowerCase().replace(/[_\- ]/g, '');
