/** A place in a text. Both numbers start at 1; the column counts characters (code points). */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * The first place where a text is not JSON (RFC 8259), which may be its end. `JSON.parse` does not
 * report the place of every mistake.
 *
 * @returns undefined for JSON.
 */
export const findJsonMistake = (text: string): TextPlace | undefined => {
  const index = mistakeIndex(text);
  return index === undefined ? undefined : placeOf(text, index);
};

const placeOf = (text: string, index: number): TextPlace => {
  let line = 1;
  let start = 0;
  for (const { index: end, 0: lineBreak } of text.slice(0, index).matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    start = end + lineBreak.length;
  }
  let column = 1;
  for (const _ of text.slice(start, index)) column += 1;
  return { line, column };
};

/** The place of the mistake, as the end of a sentence; empty for JSON. Contains nothing of the text. */
export const describeJsonMistake = (text: string): string => {
  const place = findJsonMistake(text);
  return place === undefined ? '' : `: see line ${place.line}, column ${place.column}`;
};

const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainText = /[^"\\\u0000-\u001f]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** A loop, because JSON can be nested a million levels deep. */
const mistakeIndex = (text: string): number | undefined => {
  /** The signs that close the open objects and lists. */
  const closers: ('}' | ']')[] = [];
  let expected: 'value' | 'first value' | 'key' | 'first key' | 'comma' = 'value';
  let index = 0;
  const skipSpace = (): void => {
    while (index < text.length && ' \t\n\r'.includes(text.charAt(index))) index += 1;
  };
  const take = (sign: string): boolean => {
    const isThere = text.charAt(index) === sign;
    if (isThere) index += 1;
    return isThere;
  };
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = index;
    const isThere = pattern.test(text);
    if (isThere) index = pattern.lastIndex;
    return isThere;
  };
  /** If the string has a mistake, stops there. */
  const takeString = (): boolean => {
    if (!take('"')) return false;
    do match(plainText);
    while (match(escaped));
    return take('"');
  };
  for (;;) {
    skipSpace();
    const closer = closers.at(-1);
    const mayClose = expected !== 'value' && expected !== 'key';
    if (mayClose && closer !== undefined && take(closer)) {
      closers.pop();
      expected = 'comma';
    } else if (expected === 'comma') {
      if (closer === undefined) return index === text.length ? undefined : index;
      if (!take(',')) return index;
      expected = closer === '}' ? 'key' : 'value';
    } else if (expected === 'key' || expected === 'first key') {
      if (!takeString()) return index;
      skipSpace();
      if (!take(':')) return index;
      expected = 'value';
    } else if (take('{')) {
      closers.push('}');
      expected = 'first key';
    } else if (take('[')) {
      closers.push(']');
      expected = 'first value';
    } else {
      if (!takeString() && !match(word)) return index;
      expected = 'comma';
    }
  }
};
