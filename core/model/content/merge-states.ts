import type { Json, JsonObject } from '../../primitives/json.ts';
import type { CollectionSchema, Field } from '../field.ts';
import { isTextForm } from '../paragraphs/merge-paragraphs.ts';
import { stateMembers } from './content-item.ts';
import {
  blocksById,
  mergeBlocks,
  mergedSide,
  type BlockConflict,
  type Blocks,
  type Side,
  type Versions,
} from './merge-blocks.ts';
import { mergeText, mergeTextsOfBlocks } from './merge-texts.ts';
import { dataPath } from './revision.ts';

/** What is merged of an item. A client that changes neither the status nor the collection omits both. */
export interface ItemValues {
  readonly title: string;
  readonly slug: string;
  readonly status?: string;
  readonly collectionId?: string;
  readonly data: JsonObject;
}

const members = stateMembers.filter((name) => name !== 'data');

/** A path that both sides changed, each to another value. */
export interface MergeConflict {
  /** The name of a member, or `data.<key>`. */
  readonly path: string;
  /**
   * Undefined if the side removed the key. Of a text that was merged by paragraph: with the changes of the other side too, except
   * in the paragraphs that both changed.
   */
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
  /** Of a field that was merged by block: only these blocks, or their order, are in conflict. */
  readonly blocks?: {
    /** With merged texts, if they were merged by paragraph; see {@link mergeTextsOfBlocks}. */
    readonly versions: Versions<Blocks>;
    /** At least one. */
    readonly conflicts: readonly BlockConflict[];
  };
}

export interface MergedValues<V> {
  /** Has the changes of both sides and, where they conflict, those of the winner. */
  readonly merged: V;
  /** In the order of {@link ItemValues}; keys of `data` in the order of the merged data. */
  readonly conflicts: readonly MergeConflict[];
}

export interface MergeOptions<V> {
  /** Whose value a conflict gets. Default: theirs. */
  readonly winner?: Side | undefined;
  /**
   * The schema by which fields of blocks are merged by block, by the members as they are merged. Without one, such a field is
   * merged as a whole, and so is one with a block that has no id, or the id of another block.
   */
  readonly schemaOf?:
    | ((members: Omit<V, 'data'>) => Pick<CollectionSchema, 'properties'> | undefined)
    | undefined;
  /**
   * Whether fields of the types `markdown` and `richtext` are merged by paragraph, by the same schema, also those of blocks.
   * Default: false. See {@link mergeText} and {@link mergeTextsOfBlocks}.
   */
  readonly paragraphs?: boolean | undefined;
}

/**
 * Merges two changes of one state. Compares the values of each member and of each top-level key of `data`: a change that
 * was taken back is none, and equal changes do not conflict. The order of the keys of an object is no change. Objects and
 * lists are merged as a whole, except for fields of blocks with a schema; see {@link mergeBlocks}.
 *
 * Returns `data` of a side itself if it is the result, so that callers can compare identities. Values of `base` and
 * `theirs` that are the same should be one object: then the result keeps the order of keys that `mine` has.
 */
export const mergeStates = <V extends ItemValues>(
  versions: Versions<V>,
  { winner = 'theirs', schemaOf, paragraphs = false }: MergeOptions<V> = {},
): MergedValues<V> => {
  const { base, mine, theirs } = versions;
  const conflicts: MergeConflict[] = [];
  const changed = members.flatMap((name) => {
    const side = mergedSide({ base: base[name], mine: mine[name], theirs: theirs[name] });
    if (side === undefined) conflicts.push({ path: name, mine: mine[name], theirs: theirs[name] });
    return (side ?? winner) === 'mine' ? [[name, mine[name]] as const] : [];
  });
  const merged = { ...theirs, ...Object.fromEntries(changed) };
  const data = mergeData({ base: base.data, mine: mine.data, theirs: theirs.data }, winner, {
    fields: new Map(Object.entries(schemaOf?.(merged)?.properties ?? {})),
    paragraphs,
  });
  return { merged: { ...merged, data: data.merged }, conflicts: [...conflicts, ...data.conflicts] };
};

/** By which fields the keys of data are merged. */
interface Rules {
  readonly fields: ReadonlyMap<string, Field>;
  readonly paragraphs: boolean;
}

/** Keys keep the order that they have in `theirs`, and new ones follow; those of `mine`, if only that has changed. */
const mergeData = (
  { base, mine, theirs }: Versions<JsonObject>,
  winner: Side,
  { fields, paragraphs }: Rules,
): MergedValues<JsonObject> => {
  if (mine === base || mine === theirs) return { merged: theirs, conflicts: [] };
  const sides = { base: membersOf(base), mine: membersOf(mine), theirs: membersOf(theirs) };
  const entries: (readonly [string, Json])[] = [];
  const conflicts: MergeConflict[] = [];
  let isChanged = false;
  for (const key of new Set([...sides.theirs.keys(), ...sides.mine.keys()])) {
    const values = {
      base: sides.base.get(key),
      mine: sides.mine.get(key),
      theirs: sides.theirs.get(key),
    };
    const { value, conflict } = mergeField(values, winner, fields.get(key), paragraphs);
    if (conflict !== undefined) conflicts.push({ path: dataPath(key), ...conflict });
    if (value !== undefined) entries.push([key, value]);
    if (value !== values.theirs) isChanged = true;
  }
  if (!isChanged) return { merged: theirs, conflicts };
  return { merged: theirs === base ? mine : Object.fromEntries(entries), conflicts };
};

const membersOf = (data: JsonObject): ReadonlyMap<string, Json> => new Map(Object.entries(data));

interface MergedField {
  readonly value: Json | undefined;
  readonly conflict?: Omit<MergeConflict, 'path'>;
}

/** @param values undefined for an absent key. */
const mergeField = (
  values: Versions<Json | undefined>,
  winner: Side,
  field: Field | undefined,
  paragraphs: boolean,
): MergedField => {
  const side = mergedSide(values);
  if (side !== undefined) return { value: values[side] };
  const { mine, theirs } = values;
  const texts = paragraphs && isTextForm(field?.type) ? mergeText(values, field.type) : undefined;
  if (texts !== undefined) {
    return { value: texts[winner], ...(texts.mine !== texts.theirs && { conflict: texts }) };
  }
  const stored = field?.type === 'blocks' ? blockVersions(values) : undefined;
  if (stored === undefined) return { value: values[winner], conflict: { mine, theirs } };
  const versions = paragraphs ? mergeTextsOfBlocks(stored, field?.blocks ?? {}) : stored;
  const { blocks, conflicts } = mergeBlocks(versions, () => winner);
  if (conflicts.length === 0) return { value: blocks };
  return { value: blocks, conflict: { mine, theirs, blocks: { versions, conflicts } } };
};

const blockVersions = (values: Versions<Json | undefined>): Versions<Blocks> | undefined => {
  const [base, mine, theirs] = [values.base, values.mine, values.theirs].map(blocksById);
  if (base === undefined || mine === undefined || theirs === undefined) return undefined;
  return { base, mine, theirs };
};
