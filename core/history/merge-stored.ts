import { encodeData } from '../model/content/content-item.ts';
import { blockOrder, type BlockConflict, type Versions } from '../model/content/merge-blocks.ts';
import {
  mergeStates,
  type MergeConflict,
  type MergedValues,
  type MergeOptions,
} from '../model/content/merge-states.ts';
import { contentStateOf, dataPath, type ContentState } from '../model/content/revision.ts';
import { hasCode, type DomainError, type ErrorContext } from '../primitives/errors.ts';
import { decodeJson, type JsonObject, type JsonText } from '../primitives/json.ts';

/** How two changes of one state are merged. */
export interface MergeRequest {
  /** Whether fields of blocks are merged by block. A merge that breaks a rule of the schema is a conflict then. */
  readonly blocks?: boolean | undefined;
}

/**
 * {@link mergeStates} of what is stored. Decodes nothing if the data of `mine` has not changed, and keeps the texts of
 * data that does not change.
 *
 * @throws DomainError `invalid_data` if the merged data is too large.
 */
export const mergeStored = (
  versions: Versions<ContentState>,
  options?: MergeOptions<ContentState>,
): MergedValues<ContentState> => {
  const { base, mine, theirs } = versions;
  const isSame = mine.data === base.data || mine.data === theirs.data;
  const valueOf = isSame ? () => noData : decodeOnce();
  const values = (state: ContentState) => ({ ...contentStateOf(state), data: valueOf(state.data) });
  const [from, one, other] = [values(base), values(mine), values(theirs)];
  const { merged, conflicts } = mergeStates({ base: from, mine: one, theirs: other }, options);
  const unchanged = [
    [other.data, theirs.data],
    [one.data, mine.data],
  ] as const;
  const [, text = encodeData(merged.data)] = unchanged.find(([each]) => each === merged.data) ?? [];
  return { merged: { ...merged, data: text }, conflicts };
};

const noData: JsonObject = {};

/** Equal texts are one object. */
const decodeOnce = (): ((text: JsonText) => JsonObject) => {
  const decoded = new Map<JsonText, JsonObject>();
  return (text) => {
    const value = decoded.get(text) ?? decodeJson(text);
    decoded.set(text, value);
    return value;
  };
};

/** The most blocks that an error names for each field. */
const namedBlocksMax = 20;

/** What an error says about the paths that both sides changed. Names the blocks of fields that are merged by block. */
export const describeConflicts = (conflicts: readonly MergeConflict[]): ErrorContext => ({
  details: `Changed by both: ${conflicts.map(nameOf).join(', ')}`,
  issues: conflicts.map(({ path }) => ({ path, message: 'was changed by both' })),
});

const nameOf = ({ path, blocks }: MergeConflict): string =>
  blocks === undefined ? path : `${path} (${namesOf(blocks.conflicts)})`;

const namesOf = (conflicts: readonly BlockConflict[]): string => {
  const ids = conflicts.filter((each) => each !== blockOrder);
  const more = ids.length - namedBlocksMax;
  return [
    ...(ids.length > 0
      ? [`${ids.length === 1 ? 'block' : 'blocks'} ${ids.slice(0, namedBlocksMax).join(' ')}`]
      : []),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(ids.length < conflicts.length ? ['the order of the blocks'] : []),
  ].join(', ');
};

/**
 * Does something with merged data that throws `invalid_data`. Data that is invalid only because it was merged is a
 * conflict, whose paths are the fields.
 *
 * @param checkMine throws what is wrong with the change without the merge: that is a mistake of the caller.
 * @param conflict makes the error.
 */
export const fitOrConflict = async <T>(
  work: () => Promise<T> | T,
  checkMine: () => void,
  conflict: (context: ErrorContext) => DomainError,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, 'invalid_data')) throw error;
    checkMine();
    throw conflict(describeMisfit(error));
  }
};

/** Names the first mistake of each field. */
const describeMisfit = ({ issues = [] }: DomainError): ErrorContext => {
  const mistakes = new Map(issues.toReversed().map((issue) => [fieldOf(issue.path), issue]));
  const named = [...mistakes].toReversed();
  return {
    details: `Invalid with both changes: ${named.map(([, { path, message }]) => `${path} ${message}`).join(', ')}`,
    issues: named.map(([field, { path, message }]) => ({
      path: field,
      message: `is invalid with both changes: ${path === field ? '' : `${path} `}${message}`,
    })),
  };
};

/** The top-level key of `data` that a path begins with, as a path. The names of fields contain no dot. */
const fieldOf = (path: string): string => {
  const [member = '', key] = path.split('.');
  return key === undefined ? member : dataPath(key);
};
