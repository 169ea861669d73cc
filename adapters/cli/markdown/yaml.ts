import { parseDocument, visit, type Document, type ScalarTag, type YAMLError } from 'yaml';
import { parseDate } from '../../../core/index.ts';

/** A value that cannot be read. */
export interface YamlMistake {
  readonly name: string;
  readonly message: string;
  /** From 0. */
  readonly line: number;
  /** Whether another value with the same name is read. */
  readonly isDuplicate?: boolean;
  /** What the value is read as: its text. Undefined if it is left out. */
  readonly text?: string;
}

export interface ParsedYaml {
  /** Undefined if nothing can be read. */
  readonly value: unknown;
  /** The same with numbers as they are written, if that differs: `1.10` and `007`. */
  readonly written?: unknown;
  readonly mistakes: readonly YamlMistake[];
}

/**
 * Parses YAML 1.2 with the merge keys and timestamps of YAML 1.1. If it has mistakes, reads each value of the first level
 * on its own, and leaves out those with mistakes. Of values with the same name, the last one counts.
 *
 * @throws Error on too many aliases or too deep nesting.
 */
export const parseYaml = (source: string): ParsedYaml => {
  const parsed = parseBlock(source, 0);
  if (parsed.isReadable) return parsed;
  const read = blocksOf(source).map(parseNamed);
  const values = read.flatMap(({ value = {} }) => Object.entries(value));
  if (values.length === 0) return { value: undefined, mistakes: parsed.mistakes };
  const written = read.flatMap((each) => Object.entries(each.written ?? each.value ?? {}));
  return {
    value: Object.fromEntries(values),
    written: Object.fromEntries(written),
    mistakes: read.flatMap(({ mistakes }) => mistakes),
  };
};

/** Converts a timestamp to ISO 8601. A date without a time is ISO 8601 already. */
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

/** More are not reported. */
const maxMistakes = 100;

interface ParsedBlock extends ParsedYaml {
  /** Whether there is no mistake except names that occur twice. */
  readonly isReadable: boolean;
}

const parseBlock = (source: string, firstLine: number): ParsedBlock => {
  const parsed = parseDocument(source, {
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    customTags: [timestamp],
    merge: true,
    stringKeys: true,
    uniqueKeys: true,
    intAsBigInt: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const errors = [...parsed.errors, ...parsed.warnings];
  const mistakes = errors.slice(0, maxMistakes).map((error) => ({
    name: nameAt(source, error.pos[0]),
    message: isDuplicate(error) ? 'the name occurs twice' : firstLineOf(error.message),
    line: firstLine + lineOf(source, error.pos[0]),
    isDuplicate: isDuplicate(error),
  }));
  if (!errors.every(isDuplicate)) return { value: undefined, mistakes, isReadable: false };
  try {
    const value: unknown = parsed.toJS({ maxAliasCount: maxAliases });
    const written: unknown = writeNumbers(parsed)
      ? parsed.toJS({ maxAliasCount: maxAliases })
      : undefined;
    return { value, written, mistakes, isReadable: true };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (!message.startsWith('Unresolved alias')) throw error;
    const mistake = { name: nameAt(source, source.length), message, line: firstLine };
    return { value: undefined, mistakes: [mistake], isReadable: false };
  }
};

/** Replaces numbers by their text. @returns whether one of them is written differently. */
const writeNumbers = (parsed: Document): boolean => {
  let differs = false;
  visit(parsed, {
    Scalar: (_, node) => {
      const { value, source } = node;
      if (typeof value !== 'number' && typeof value !== 'bigint') return;
      if (source === undefined || source === `${value}`) return;
      node.value = source;
      differs = true;
    },
  });
  return differs;
};

const isDuplicate = ({ code }: YAMLError): boolean => code === 'DUPLICATE_KEY';

const firstLineOf = (text: string): string => text.split('\n')[0] ?? '';

/** The text of one name and its value. */
interface Block {
  readonly source: string;
  readonly line: number;
}

/** A name of the first level, which is not indented. */
const namePattern =
  /^(?![\s#-])(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s:](?:[^:\n]|:(?!\s))*?)\s*:(?=\s|$)/;

const blocksOf = (source: string): readonly Block[] => {
  const blocks: { source: string; line: number }[] = [];
  for (const [line, text] of source.split('\n').entries()) {
    const last = blocks.at(-1);
    if (last === undefined || namePattern.test(text)) blocks.push({ source: `${text}\n`, line });
    else last.source += `${text}\n`;
  }
  return blocks;
};

interface ReadBlock extends Pick<ParsedYaml, 'mistakes'> {
  readonly value: object | undefined;
  readonly written?: object;
}

const parseNamed = ({ source, line }: Block): ReadBlock => {
  const { value, written, mistakes, isReadable } = parseBlock(source, line);
  const [first] = mistakes;
  if (isReadable || first === undefined) {
    if (typeof value === 'object' && !Array.isArray(value)) {
      const isWritten = typeof written === 'object' && written !== null;
      return { value: value ?? {}, mistakes, ...(isWritten && { written }) };
    }
    const name = `line ${line + 1}`;
    return { value: undefined, mistakes: [{ name, message: 'it has no name', line }] };
  }
  // Parsers find some mistakes only at the end of the value.
  const mistake = { ...first, line };
  const text = plainText(source);
  if (text === undefined) return { value: undefined, mistakes: [mistake] };
  return { value: { [mistake.name]: text }, mistakes: [{ ...mistake, text }] };
};

/** The value of a line such as `title: Tides: a guide`, which lacks quotation marks. */
const plainText = (source: string): string | undefined => {
  const [, text] =
    /^[\w-]+:[ \t]+([^\s"'[\]{}&*!|>#][^\n]*?)(?:[ \t]+#[^\n]*)?\s*$/.exec(source) ?? [];
  return text;
};

/** The name of the first level that a position belongs to. */
const nameAt = (source: string, offset: number): string => {
  const end = source.indexOf('\n', offset);
  const lines = source.slice(0, end < 0 ? undefined : end).split('\n');
  const line = lines.findLast((each) => namePattern.test(each)) ?? '';
  const [name = ''] = namePattern.exec(line) ?? [];
  return name.replace(/\s*:$/, '').replace(/^(["'])(.*)\1$/s, '$2') || `line ${lines.length}`;
};

const lineOf = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length - 1;
