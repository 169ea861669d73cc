import { mistakeOfNumber } from '../../../../../contracts/client/exact-numbers.ts';

/** Where a text stops being JSON that can be stored, and why. */
export interface JsonMistake {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

const token =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|((?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?)(?![\w.+-])))/y;

interface Token {
  readonly kind: string;
  readonly text: string;
  readonly at: number;
}

/** The tokens up to the end of the text, or up to the first text that is none. */
const readTokens = (source: string): readonly Token[] => {
  const tokens: Token[] = [];
  let from = 0;
  for (;;) {
    token.lastIndex = from;
    const found = token.exec(source);
    if (found === null) break;
    const [, sign, text, plain] = found;
    const read = sign ?? text ?? plain ?? '';
    from = token.lastIndex;
    const kind = sign ?? (text === undefined ? 'plain' : 'text');
    tokens.push({ kind, text: read, at: from - read.length });
  }
  const rest = source.slice(from);
  const at = from + rest.length - rest.trimStart().length;
  return [
    ...tokens,
    { kind: at === source.length ? 'end' : 'unknown', text: source.slice(at), at },
  ];
};

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end';

interface Open {
  readonly end: '}' | ']';
  readonly names: Set<string>;
}

const missing: Readonly<Record<Expected, string>> = {
  value: 'A value is missing here.',
  'value or ]': 'A value or ] is missing here.',
  name: 'A name in double quotes is missing here. After the last member there is no comma.',
  'name or }': 'A name in double quotes or } is missing here.',
  colon: 'A colon is missing after the name.',
  comma: 'A comma or a closing bracket is missing here.',
  end: 'The JSON has ended already.',
};

const unknown = (text: string): string => {
  if (text.startsWith('"')) {
    return 'This text is not closed, or a character in it needs a backslash.';
  }
  return `${text.split(/[\s,:}\]]/)[0] ?? text} is not JSON. Texts need double quotes.`;
};

const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length;

/**
 * Finds the first mistake in a text that should be JSON; also a name that occurs twice in one object, of
 * which `JSON.parse` would silently drop the first, and a number that it would round. @returns undefined for
 * valid JSON.
 */
export const findMistake = (source: string): JsonMistake | undefined => {
  const open: Open[] = [];
  let expected: Expected = 'value';
  const afterValue = (): Expected => (open.length === 0 ? 'end' : 'comma');

  for (const { kind, text, at } of readTokens(source)) {
    const inside = open.at(-1);
    const closes = kind === inside?.end && ['comma', 'value or ]', 'name or }'].includes(expected);
    const isValue = expected === 'value' || expected === 'value or ]';
    const isName = expected === 'name' || expected === 'name or }';
    const wrongNumber =
      kind === 'plain' && isValue && /\d/.test(text) ? mistakeOfNumber(text) : undefined;
    if (wrongNumber !== undefined) {
      return { line: lineOf(source, at), message: `${text} ${wrongNumber}.` };
    }
    if (closes) {
      open.pop();
      expected = afterValue();
    } else if (isValue && kind === '{') {
      open.push({ end: '}', names: new Set() });
      expected = 'name or }';
    } else if (isValue && kind === '[') {
      open.push({ end: ']', names: new Set() });
      expected = 'value or ]';
    } else if (isValue && (kind === 'text' || kind === 'plain')) {
      expected = afterValue();
    } else if (isName && kind === 'text' && inside?.names.has(text) === false) {
      inside.names.add(text);
      expected = 'colon';
    } else if (expected === 'colon' && kind === ':') {
      expected = 'value';
    } else if (expected === 'comma' && kind === ',') {
      expected = inside?.end === '}' ? 'name' : 'value';
    } else if (expected !== 'end' || kind !== 'end') {
      const isTwice = isName && kind === 'text';
      const reason = kind === 'unknown' ? unknown(text) : missing[expected];
      return {
        line: lineOf(source, at),
        message: isTwice ? `The name ${text} occurs twice.` : reason,
      };
    }
  }
  return undefined;
};
