import { losesDigits } from '../../core/vocabulary.ts';

export { losesDigits };

/** A number in a JSON text. */
export interface PlacedNumber {
  /** The names and indexes of the members that contain it. */
  readonly path: readonly string[];
  /** Where it begins in the text. */
  readonly index: number;
  readonly text: string;
}

/** Why a number cannot be stored as it was written; undefined if it can. A clause such as “has more digits …”. */
export const mistakeOfNumber = (text: string): string | undefined => {
  if (!Number.isFinite(Number(text))) return 'must be a number between -1.8e308 and 1.8e308';
  return losesDigits(text)
    ? 'has more digits than a JSON number keeps; send it as text'
    : undefined;
};

/** Only numbers with 16 digits before the point, or with an exponent, can be beyond ±(2^53−1). */
const largeNumber = /(?<![\d.])\d{16}|\de/i;

/** Looks only between strings, which are most of a long text. */
const hasLargeNumber = (json: string): boolean => {
  for (let from = 0; ;) {
    const start = json.indexOf('"', from);
    const end = start === -1 ? json.length : start;
    // The shortest one is `1e16`.
    if (end - from >= 4 && largeNumber.test(json.slice(from, end))) return true;
    if (start === -1) return false;
    from = endOfString(json, start + 1);
  }
};

const mark = /["{}[\],:]|-?\d[\d.eE+-]*/g;

/**
 * Finds the first number that is wrong. Costs little for text without large numbers.
 *
 * @param json that `JSON.parse` accepts, nested at any depth.
 * @param isWrong is called for the text of at least each number beyond ±(2^53−1).
 */
export const findNumber = (
  json: string,
  isWrong: (text: string) => boolean,
): PlacedNumber | undefined => {
  if (!hasLargeNumber(json)) return undefined;
  /** The place in each open object and list: a name as JSON text, or an index. */
  const path: (string | number)[] = [];
  let lastText = '';
  mark.lastIndex = 0;
  for (let found = mark.exec(json); found !== null; found = mark.exec(json)) {
    const [text] = found;
    const place = path.at(-1);
    if (text === '"') {
      mark.lastIndex = endOfString(json, mark.lastIndex);
      lastText = json.slice(found.index, mark.lastIndex);
    } else if (text === '{') path.push('""');
    else if (text === '[') path.push(0);
    else if (text === '}' || text === ']') path.pop();
    else if (text === ':') path[path.length - 1] = lastText;
    else if (text === ',') {
      if (typeof place === 'number') path[path.length - 1] = place + 1;
    } else if (isWrong(text)) return { path: path.map(nameOf), index: found.index, text };
  }
  return undefined;
};

const nameOf = (step: string | number): string =>
  typeof step === 'number' ? String(step) : (JSON.parse(step) as string);

/** The index after the quote that closes a string. @param from the index after the one that opens it. */
const endOfString = (json: string, from: number): number => {
  for (let end = json.indexOf('"', from); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charAt(end - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
};
