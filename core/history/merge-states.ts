import { encodeData } from '../model/content/content-item.ts';
import { dataPath, type ContentState } from '../model/content/revision.ts';
import type { ErrorContext } from '../primitives/errors.ts';
import { decodeJson, isSameJson, type Json, type JsonText } from '../primitives/json.ts';

/** What each of two changes of the same state wants. */
export type Side = 'mine' | 'theirs';

export interface MergedStates {
  /** Has the changes of both sides and, where they conflict, those of the winner. */
  readonly merged: ContentState;
  /** The paths that both sides changed, each to another value; in the order of {@link ContentState}. */
  readonly conflicts: readonly string[];
}

const members = ['title', 'slug', 'status', 'collectionId'] as const;

/**
 * Merges two changes of one state. Compares states, member by member, and `data` by its top-level keys: a change that
 * was taken back is none, and equal changes do not conflict. The order of keys is no change.
 *
 * @param winner whose value a conflict gets.
 * @throws DomainError `invalid_data` if the merged data is too large.
 */
export const mergeStates = (
  base: ContentState,
  mine: ContentState,
  theirs: ContentState,
  winner: Side = 'theirs',
): MergedStates => {
  const merge = <T>(values: Sides<T>, isSame: (one: T, other: T) => boolean): Merged<T> => {
    if (isSame(values.mine, values.base)) return { value: values.theirs, isConflict: false };
    if (isSame(values.theirs, values.base)) return { value: values.mine, isConflict: false };
    const isConflict = !isSame(values.mine, values.theirs);
    return { value: isConflict ? values[winner] : values.theirs, isConflict };
  };
  const plain = <Name extends (typeof members)[number]>(name: Name) =>
    merge<ContentState[Name]>(
      { base: base[name], mine: mine[name], theirs: theirs[name] },
      (one, other) => one === other,
    );
  const merged = {
    title: plain('title'),
    slug: plain('slug'),
    status: plain('status'),
    collectionId: plain('collectionId'),
  };
  const data = mergeData({ base: base.data, mine: mine.data, theirs: theirs.data }, (values) =>
    merge(values, isSameJson),
  );
  return {
    merged: {
      title: merged.title.value,
      slug: merged.slug.value,
      status: merged.status.value,
      collectionId: merged.collectionId.value,
      data: data.value,
    },
    conflicts: [...members.filter((name) => merged[name].isConflict), ...data.conflicts],
  };
};

/** What an error says about the paths that both sides changed. */
export const describeConflicts = (paths: readonly string[]): ErrorContext => ({
  details: `Changed by both: ${paths.join(', ')}`,
  issues: paths.map((path) => ({ path, message: 'was changed by both' })),
});

interface Sides<T> extends Readonly<Record<Side, T>> {
  readonly base: T;
}

interface Merged<T> {
  readonly value: T;
  readonly isConflict: boolean;
}

type Value = Json | undefined;

interface MergedData {
  readonly value: JsonText;
  readonly conflicts: readonly string[];
}

/**
 * Keys keep the order that they have in `theirs`, and new ones follow; those of `mine`, if only that changed something.
 * Undefined stands for an absent key.
 */
const mergeData = (
  { base, mine, theirs }: Sides<JsonText>,
  merge: (values: Sides<Value>) => Merged<Value>,
): MergedData => {
  if (mine === base || mine === theirs) return { value: theirs, conflicts: [] };
  const valuesOf = (text: JsonText) => new Map<string, Json>(Object.entries(decodeJson(text)));
  const sides = { base: valuesOf(base), mine: valuesOf(mine), theirs: valuesOf(theirs) };
  const entries: (readonly [string, Json])[] = [];
  const conflicts: string[] = [];
  let isChanged = false;
  for (const key of new Set([...sides.theirs.keys(), ...sides.mine.keys()])) {
    const current = sides.theirs.get(key);
    const values = { base: sides.base.get(key), mine: sides.mine.get(key), theirs: current };
    const { value, isConflict } = merge(values);
    if (isConflict) conflicts.push(dataPath(key));
    if (value !== undefined) entries.push([key, value]);
    if (value !== current) isChanged = true;
  }
  if (!isChanged) return { value: theirs, conflicts };
  const value = theirs === base ? mine : encodeData(Object.fromEntries(entries));
  return { value, conflicts };
};
