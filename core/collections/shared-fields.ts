import { sharedKeysOf, type Collection } from '../model/collection.ts';
import { encodeData } from '../model/content/content-item.ts';
import { dataPath } from '../model/content/revision.ts';
import type { ContentRepository } from '../ports/repositories/content-repository.ts';
import { DomainError, type ItemFailure } from '../primitives/errors.ts';
import { decodeJson, differingKeys, type JsonObject, type JsonText } from '../primitives/json.ts';

/** The members of an object that have one of the keys. */
export const pickKeys = (keys: readonly string[], data: JsonObject): JsonObject =>
  Object.fromEntries(
    keys.flatMap((key) => (Object.hasOwn(data, key) ? [[key, data[key] ?? null]] : [])),
  );

/**
 * Data with the values that other data has for these keys. A key that the other data lacks is removed.
 *
 * @returns the same text if it has these values.
 * @throws DomainError `invalid_data` for data that becomes too large.
 */
export const withValuesOf = (
  keys: readonly string[],
  text: JsonText,
  source: JsonText,
): JsonText => {
  if (text === source) return text;
  const [data, other] = [decodeJson(text), decodeJson(source)];
  const changed = new Set(differingKeys(keys, data, other));
  if (changed.size === 0) return text;
  const kept = Object.entries(data).filter(
    ([key]) => !changed.has(key) || Object.hasOwn(other, key),
  );
  return encodeData({ ...Object.fromEntries(kept), ...pickKeys([...changed], other) });
};

/** Which of the keys have other values in other data. */
export const changedKeys = (
  keys: readonly string[],
  one: JsonText,
  other: JsonText,
): readonly string[] =>
  one === other ? [] : differingKeys(keys, decodeJson(one), decodeJson(other));

/** The error for a change of what published translations have in common, by an item that is not published. */
export const sharedField = (keys: readonly string[], publishedId: string): DomainError =>
  new DomainError(
    'shared_field',
    'The translations have this value in common, and one of them is published',
    {
      details: `Change it in the published translation: ${publishedId}`,
      issues: keys.map((key) => ({
        path: dataPath(key),
        message: 'must be that of the published translations',
      })),
    },
  );

/** @param results of the item and of its translations. */
export const siblingsFailed = (results: readonly ItemFailure[]): DomainError =>
  new DomainError(
    'siblings_failed',
    'Nothing was changed, because a translation cannot get the change of a shared field',
    { details: 'The results contain the reason', results },
  );

/** What a request would make common to items that have different values. */
interface Unequal {
  readonly keys?: readonly string[];
  /** The ids of groups, at most {@link unequalGroupsMax}. */
  readonly groups?: readonly string[];
}

/** How many groups an error names. */
export const unequalGroupsMax = 10;

/** The error for items that cannot have a field in common, because they differ. */
export const notShared = ({ keys, groups }: Unequal): DomainError =>
  new DomainError('not_shared', 'Translations have different values of a shared field', {
    details: 'Make the values equal first, or say with shareFrom which of them all get',
    ...(groups !== undefined && { groups }),
    ...(keys !== undefined && {
      issues: keys.map((key) => ({ path: dataPath(key), message: 'differs' })),
    }),
  });

/** A collection before and after a change. */
export interface CollectionChange {
  readonly before: Collection;
  readonly after: Collection;
}

/** The keys that become common to translations by a change of a collection. */
export const newlyShared = ({ before, after }: CollectionChange): readonly string[] => {
  const present = new Set(sharedKeysOf(before));
  return sharedKeysOf(after).filter((key) => !present.has(key));
};

/** @throws DomainError `not_shared` if translations have different values of a field that a change makes common to them. */
export const assertShared = async (
  { contents }: { readonly contents: Pick<ContentRepository, 'findUnequalGroups'> },
  change: CollectionChange,
): Promise<void> => {
  const keys = newlyShared(change);
  if (keys.length === 0) return;
  const groups = await contents.findUnequalGroups(change.after.id, keys, unequalGroupsMax);
  if (groups.length > 0) throw notShared({ groups });
};
