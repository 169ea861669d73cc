import { assertStorable, invalid, isStorable } from '../../core/index.ts';

/**
 * What a text must hold for its value to hold anything that is looked for below. An escaped letter
 * could be any of `__proto__`; a raw NUL or half a surrogate pair gets past no strict decoder.
 */
const suspicion = /__proto__|\\u(?:00[0-7]|d[89a-f])/i;

/** Where a member stands: its name, or its number in a list, and the member that holds it. */
interface Place {
  readonly key: string;
  readonly within: Place | undefined;
}

/** Names that a path is cut after. What can be sent may be nested a million levels deep. */
const maxNames = 64;

/**
 * Refuses what JSON can say and a service should not keep, at any depth: text with a NUL or half a
 * surrogate pair, and the key `__proto__`, a trap for whoever merges the object some day.
 *
 * @param source what the value was parsed from: most are above suspicion and not walked through.
 * @param name what the value is called in the request; without one it is the whole body.
 * @throws DomainError `invalid_text`, `invalid_input`.
 */
export const assertNotStrange = (value: unknown, source: string, name?: string): void => {
  if (!suspicion.test(source)) return;
  const place = name === undefined ? undefined : { key: name, within: undefined };
  assertText(value, place);
  const open: (readonly [unknown, Place | undefined])[] = [[value, place]];
  // By hand, because a call for each level would overflow the stack.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [holder, within] = next;
    if (typeof holder !== 'object' || holder === null) continue;
    for (const [key, member] of Object.entries(holder)) {
      assertText(key, within);
      if (key === '__proto__') throw refusal(within);
      assertText(member, { key, within });
      if (typeof member === 'object') open.push([member, { key, within }]);
    }
  }
};

/** A path is written only for what is refused: it can be as long as the text is. */
const assertText = (value: unknown, place: Place | undefined): void => {
  if (typeof value === 'string' && !isStorable(value)) assertStorable(value, pathOf(place));
};

const pathOf = (place: Place | undefined): string => {
  const names: string[] = [];
  for (let each = place; each !== undefined; each = each.within) names.push(each.key);
  return names.length === 0 ? 'body' : names.reverse().slice(0, maxNames).join('.');
};

const refusal = (place: Place | undefined): Error =>
  invalid('invalid_input', [{ path: pathOf(place), message: 'must not name __proto__' }]);
