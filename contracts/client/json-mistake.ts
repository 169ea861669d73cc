/** What is missing at a mistake. `text`: the rest of a quoted text. `other name`: the object has the name already. */
export type MissingInJson =
  | 'value'
  | 'value or ]'
  | 'name'
  | 'name or }'
  | 'other name'
  | 'text'
  | 'colon'
  | 'comma'
  | 'end';

export interface JsonMistake {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in characters (code points). */
  readonly column: number;
  readonly missing: MissingInJson;
}

const space = /[ \t\r\n]*/y;
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainText = /[^"\\\u0000-\u001f]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * Finds the first place where a text is not JSON (RFC 8259), which may be its end. `JSON.parse` does not
 * report the place of every mistake.
 *
 * @param hasUniqueNames also finds a name that an object repeats; `JSON.parse` ignores all but the last.
 * @returns undefined for JSON, nested at any depth.
 */
export const findJsonMistake = (text: string, hasUniqueNames = false): JsonMistake | undefined => {
  const open: { readonly end: '}' | ']'; readonly names: Set<string> }[] = [];
  let missing: MissingInJson = 'value';
  let index = 0;
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = index;
    const isThere = pattern.test(text);
    if (isThere) index = pattern.lastIndex;
    return isThere;
  };
  const take = (sign: string): boolean => {
    const isThere = text.charAt(index) === sign;
    if (isThere) index += 1;
    return isThere;
  };
  const afterValue = (): MissingInJson => (open.length === 0 ? 'end' : 'comma');
  // A loop, because recursion would overflow the stack.
  for (;;) {
    match(space);
    const start = index;
    const inside = open.at(-1);
    const isName: boolean = missing.startsWith('name');
    const isValue: boolean = missing.startsWith('value');
    if (inside !== undefined && /^comma$| or /.test(missing) && take(inside.end)) {
      open.pop();
      missing = afterValue();
    } else if (missing === 'end') {
      return index === text.length ? undefined : placed(text, index, missing);
    } else if (missing === 'comma' && take(',')) {
      missing = inside?.end === '}' ? 'name' : 'value';
    } else if (missing === 'colon' && take(':')) {
      missing = 'value';
    } else if (isValue && take('{')) {
      open.push({ end: '}', names: new Set() });
      missing = 'name or }';
    } else if (isValue && take('[')) {
      open.push({ end: ']', names: new Set() });
      missing = 'value or ]';
    } else if ((isName || isValue) && take('"')) {
      do match(plainText);
      while (match(escaped));
      if (!take('"')) return placed(text, index, 'text');
      if (isName && hasUniqueNames) {
        const name = text.slice(start, index);
        if (inside?.names.has(name) === true) return placed(text, start, 'other name');
        inside?.names.add(name);
      }
      missing = isName ? 'colon' : afterValue();
    } else if (isValue && match(word)) {
      missing = afterValue();
    } else {
      return placed(text, index, missing);
    }
  }
};

const placed = (text: string, index: number, missing: MissingInJson): JsonMistake => {
  let line = 1;
  let start = 0;
  // No array of lines or characters, because a text can have millions.
  for (const { index: end, 0: lineBreak } of text.slice(0, index).matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    start = end + lineBreak.length;
  }
  let column = 1;
  for (const _ of text.slice(start, index)) column += 1;
  return { line, column, missing };
};
