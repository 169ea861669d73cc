import { parse as parseToml, TomlError } from 'smol-toml';
import type { ContentChangeDto } from '../../../contracts/index.ts';
import type { JsonObject } from '../../../core/index.ts';
import { toJsonObject } from './json-value.ts';
import type { SplitText } from './split-front-matter.ts';
import { InvalidFile } from './text-file.ts';
import { parseYaml, type YamlMistake } from './yaml.ts';

/** The values of the front matter. */
export interface FrontMatter {
  readonly values: JsonObject;
  /** Values that were left out or guessed. */
  readonly changes: readonly ContentChangeDto[];
  /** Whether each name has a value that could be read. */
  readonly isComplete: boolean;
}

/**
 * Leaves out values that JSON does not have, and in YAML also those that cannot be read while others can.
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
      return { ...withValues(readToml(matter, firstLine), []), isComplete: true };
    case 'json':
      // The YAML parser reads JSON too. It also reports duplicate names and keeps every digit of a number.
      attempt('JSON', (): unknown => JSON.parse(matter));
      return readYaml(matter, 'JSON', firstLine);
    case undefined:
      return { values: {}, changes: [], isComplete: true };
  }
};

const withValues = (
  value: unknown,
  read: readonly ContentChangeDto[],
): Omit<FrontMatter, 'isComplete'> => {
  const changes = [...read];
  const values = toJsonObject(value ?? {}, (path, message) => {
    changes.push({ path, kind: 'left_out', message });
  });
  return { values, changes };
};

const readYaml = (matter: string, language: string, firstLine: number): FrontMatter => {
  const { value, mistakes } = attempt(language, () => parseYaml(matter));
  const [first] = mistakes;
  if (value === undefined && first !== undefined) {
    throw invalid(language, first.message, first.line + firstLine);
  }
  const changes = mistakes.map((mistake) => describe(mistake, firstLine));
  const isComplete = mistakes.every(
    ({ isDuplicate, text }) => isDuplicate === true || text !== undefined,
  );
  return { ...withValues(value, changes), isComplete };
};

const describe = (
  { name, message, line, text }: YamlMistake,
  firstLine: number,
): ContentChangeDto =>
  text === undefined
    ? { path: name, kind: 'left_out', message: `line ${line + firstLine}: ${message}` }
    : { path: name, kind: 'guessed', message: 'is read as text', value: JSON.stringify(text) };

const readToml = (matter: string, firstLine: number): unknown => {
  try {
    return parseToml(matter, { integersAsBigInt: 'asNeeded', maxDepth: 64 });
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
