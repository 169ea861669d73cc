import { assertStorable, invalid } from '../../core/index.ts';

/**
 * What a text must hold for its value to hold anything that is looked for below. An escaped letter
 * could be any of `__proto__`; a raw NUL or half a surrogate pair gets past no strict decoder.
 */
const suspicion = /__proto__|\\u(?:00[0-7]|d[89a-f])/i;

/** More than any body has that is of use. */
const maxDepth = 64;

/**
 * Refuses what JSON can say and a service should not keep, at any depth: text with a NUL or half a
 * surrogate pair, and the key `__proto__`, a trap for whoever merges the object some day.
 *
 * @param source what the value was parsed from: most are above suspicion and not walked through.
 * @param path where the value stands in the request; by default it is the whole body.
 * @throws DomainError `invalid_text`, `invalid_input`.
 */
export const assertNotStrange = (
  value: unknown,
  source: string,
  path: readonly string[] = [],
): void => {
  if (suspicion.test(source)) assertMember(value, path);
};

const assertMember = (value: unknown, path: readonly string[]): void => {
  if (typeof value === 'string') assertStorable(value, placeOf(path));
  if (typeof value !== 'object' || value === null) return;
  if (path.length === maxDepth) throw refusal(path, `must be at most ${maxDepth} levels deep`);
  for (const [key, member] of Object.entries(value)) {
    assertStorable(key, placeOf(path));
    if (key === '__proto__') throw refusal(path, 'must not name __proto__');
    assertMember(member, [...path, key]);
  }
};

const placeOf = (path: readonly string[]): string => (path.length === 0 ? 'body' : path.join('.'));

const refusal = (path: readonly string[], message: string): Error =>
  invalid('invalid_input', [{ path: placeOf(path), message }]);
