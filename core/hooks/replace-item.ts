import { withBlockIds } from '../collections/data/block-ids.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import type { Collection } from '../model/collection.ts';
import { encodeData, parseTitle, type ContentItem } from '../model/content/content-item.ts';
import type { IdGenerator } from '../ports/generators.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { decodeJson, isJsonObject, type JsonObject, type JsonText } from '../primitives/json.ts';
import type { Attempt, Replacement, Verdict } from './hook.ts';

/** The attempts that store an item. */
type StoringAttempt = Exclude<
  Extract<Attempt, { readonly item: ContentItem }>,
  { readonly operation: 'content.delete' }
>;

/** Whether hooks can replace members of the item. */
export const isReplaceable = (attempt: Attempt): attempt is StoringAttempt =>
  'item' in attempt && attempt.operation !== 'content.delete';

/** @throws TypeError for anything that is not a verdict. Hooks can be JavaScript. */
export const parseVerdict = (value: unknown): Verdict => {
  if (value === undefined || typeof value === 'string') return value;
  if (isJsonObject(value) && hasOnly(value, ['replace'])) {
    const { replace } = value;
    if (isJsonObject(replace) && hasOnly(replace, ['title', 'data'])) {
      const { title, data } = replace;
      if (
        (title === undefined || typeof title === 'string') &&
        (data === undefined || isJsonObject(data))
      ) {
        return { replace: { ...(title !== undefined && { title }), ...(data && { data }) } };
      }
    }
  }
  throw new TypeError(
    'A hook must return undefined, a text, or { replace } with a text as title, an object as data, or both',
  );
};

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

interface ItemRules {
  readonly collection: Pick<Collection, 'schema'>;
  readonly patterns: PatternCompiler;
  readonly ids: IdGenerator;
}

/**
 * Checks replaced members like the input of a caller. Data that equals that of the item is not checked:
 * it may be older than the schema.
 *
 * @throws DomainError `invalid_input`, `invalid_text`, `invalid_data`; TypeError for values that JSON
 *   cannot represent.
 */
export const replaceIn = (
  item: ContentItem,
  { replace: { title, data } }: Replacement,
  { collection, patterns, ids }: ItemRules,
): ContentItem => {
  const replaced = {
    ...item,
    ...(title !== undefined && { title: parseTitle(title) }),
    ...(data !== undefined && { data: encodeTwice(data) }),
  };
  if (replaced.data === item.data) return replaced;
  checkItemData(patterns, collection, decodeJson(replaced.data), item.status);
  return { ...replaced, data: withBlockIds(ids, collection, replaced.data, item.data) };
};

/** The second time, because what methods named `toJSON` return is not checked the first time. */
const encodeTwice = (data: JsonObject): JsonText => {
  const plain: unknown = decodeJson(encodeData(data));
  if (!isJsonObject(plain)) throw new TypeError('The data that a hook returns must be an object');
  return encodeData(plain);
};
