import {
  findJsonMistake,
  findNumber,
  losesDigits,
  mistakeOfNumber,
} from '../../../contracts/index.ts';
import { assertStorable, DomainError, invalid, isStorable } from '../../../core/index.ts';

/** @param name of the part; omit it for the whole body. @throws DomainError `malformed_body`, `invalid_text`. */
export const decodeText = (bytes: Uint8Array, name?: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    if (name !== undefined)
      throw invalid('invalid_text', [{ path: name, message: 'must be UTF-8' }]);
    throw new DomainError('malformed_body', 'The body is not valid UTF-8', { cause });
  }
};

/** Parses JSON that is safe to store. @param name as above. @throws DomainError `malformed_body`, `invalid_text`, `invalid_input`. */
export const parseJson = (text: string, name?: string): unknown => {
  const value = parse(text, name);
  assertSafeJson(value, text, name);
  return value;
};

const parse = (text: string, name: string | undefined): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const mistake = findJsonMistake(text);
    // Contains nothing of the text.
    const place = mistake && `: see line ${mistake.line}, column ${mistake.column}`;
    const message = `${name === undefined ? 'The body is not valid' : 'must be'} JSON${place ?? ''}`;
    if (name !== undefined) throw invalid('invalid_input', [{ path: name, message }]);
    throw new DomainError('malformed_body', message, { cause });
  }
};

/**
 * JSON text without a match is safe. `__proto__` may be spelled with ASCII escapes. NULs and lone
 * surrogates need escapes: JSON rejects a raw NUL, and UTF-8 a raw lone surrogate.
 */
const suspicious = /__proto__|\\u(?:00[0-7]|d[89a-f])/i;

/** The path of a member, as a linked list from the member up. */
interface Place {
  /** A name, or an index in a list. */
  readonly key: string;
  readonly parent: Place | undefined;
}

/** Error messages show this many segments of a path; JSON can be nested a million levels deep. */
const maxNames = 64;

/**
 * Rejects values that are valid JSON and unsafe to store, at any depth: text with a NUL or a lone
 * surrogate, the key `__proto__`, which pollutes prototypes when objects are merged, and numbers that
 * `JSON.parse` has rounded to another integer. Numbers that have become infinite are left to the core.
 *
 * @param source the text that the value was parsed from. Most texts are safe at a glance, so that
 *   their values need no walk.
 * @param name of the value in the request; omit it for the whole body.
 * @throws DomainError `invalid_text`, `invalid_input`.
 */
export const assertSafeJson = (value: unknown, source: string, name?: string): void => {
  assertExactNumbers(source, name);
  if (!suspicious.test(source)) return;
  const place = name === undefined ? undefined : { key: name, parent: undefined };
  assertText(value, place);
  const open: (readonly [unknown, Place | undefined])[] = [[value, place]];
  // A loop, because recursion would overflow the stack.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [holder, parent] = next;
    if (typeof holder !== 'object' || holder === null) continue;
    for (const [key, member] of Object.entries(holder)) {
      assertText(key, parent);
      if (key === '__proto__') throw protoKeyError(parent);
      assertText(member, { key, parent });
      if (typeof member === 'object') open.push([member, { key, parent }]);
    }
  }
};

const assertExactNumbers = (source: string, name: string | undefined): void => {
  const found = findNumber(source, losesDigits);
  if (found === undefined) return;
  const path = name === undefined ? found.path : [name, ...found.path];
  throw invalid('invalid_input', [
    { path: joined(path), message: `${mistakeOfNumber(found.text)}` },
  ]);
};

/** Builds the path only for an error, because a path can be as long as the text. */
const assertText = (value: unknown, place: Place | undefined): void => {
  if (typeof value === 'string' && !isStorable(value)) assertStorable(value, pathOf(place));
};

const pathOf = (place: Place | undefined): string => {
  const names: string[] = [];
  for (let each = place; each !== undefined; each = each.parent) names.push(each.key);
  return joined(names.reverse());
};

const joined = (names: readonly string[]): string =>
  names.length === 0 ? 'body' : names.slice(0, maxNames).join('.');

const protoKeyError = (place: Place | undefined): Error =>
  invalid('invalid_input', [{ path: pathOf(place), message: 'must not name __proto__' }]);
