import { isJsonObject, isSameJson, type Json, type JsonObject } from '../../primitives/json.ts';

/** Which of two changes of the same state: the one that is merged, or the one that was stored before it. */
export type Side = 'mine' | 'theirs';

/** Something before two changes, and after each of them. */
export type Versions<T> = Readonly<Record<Side | 'base', T>>;

/** The side whose value is the merged one: theirs if mine has no change or the same. @returns undefined for a conflict. */
export const mergedSide = ({
  base,
  mine,
  theirs,
}: Versions<Json | undefined>): Side | undefined => {
  if (isSameJson(mine, base) || isSameJson(mine, theirs)) return 'theirs';
  return isSameJson(theirs, base) ? 'mine' : undefined;
};

/** The blocks of a field by their ids, in their order. */
export type Blocks = ReadonlyMap<string, JsonObject>;

/** @param value of a field; without a value, it has no blocks. @returns undefined if a block has no id, or two have the same. */
export const blocksById = (value: Json | undefined): Blocks | undefined => {
  const list: Json = value ?? [];
  if (!Array.isArray(list)) return undefined;
  const blocks = new Map<string, JsonObject>();
  for (const block of list as readonly Json[]) {
    const id = isJsonObject(block) ? block['id'] : undefined;
    if (!isJsonObject(block) || typeof id !== 'string' || id === '' || blocks.has(id)) {
      return undefined;
    }
    blocks.set(id, block);
  }
  return blocks;
};

export const blockOrder: unique symbol = Symbol('order');

/** What both sides changed differently: a block, by its id, or the order of the blocks. */
export type BlockConflict = string | typeof blockOrder;

export interface MergedBlocks {
  readonly blocks: readonly JsonObject[];
  /** Blocks in the order of `theirs`, then those that only `mine` has, then the order. */
  readonly conflicts: readonly BlockConflict[];
}

type Ids = readonly string[];

/**
 * Merges a field of blocks by their ids: each block that only one side added, changed or removed is as that side has it. A
 * block is whole. Takes time in proportion to the number of blocks.
 *
 * The order is that of the side that moved blocks, which both have. A block that this side does not have follows the block
 * that it follows on its own side; where both added blocks in one place, theirs come first.
 *
 * @param choose the side whose block or order is taken in a conflict.
 */
export const mergeBlocks = (
  versions: Versions<Blocks>,
  choose: (conflict: BlockConflict) => Side,
): MergedBlocks => {
  const { base, mine, theirs } = versions;
  const conflicts: BlockConflict[] = [];
  const decide = (conflict: BlockConflict): Side => {
    conflicts.push(conflict);
    return choose(conflict);
  };

  const kept = new Map<string, JsonObject>();
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const blocks = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) };
    const block = blocks[mergedSide(blocks) ?? decide(id)];
    if (block !== undefined) kept.set(id, block);
  }

  const isShared = (id: string): boolean => base.has(id) && mine.has(id) && theirs.has(id);
  const sharedIds = (blocks: Blocks): Ids => [...blocks.keys()].filter(isShared);
  const orders = { base: sharedIds(base), mine: sharedIds(mine), theirs: sharedIds(theirs) };
  const isMineFirst = (mergedSide(orders) ?? decide(blockOrder)) === 'mine';
  const isAddedByThem = (id: string): boolean => !base.has(id) && !mine.has(id);
  const order = isMineFirst
    ? insertRuns(mine.keys(), runsOf(theirs, mine), () => false)
    : insertRuns(theirs.keys(), runsOf(mine, theirs), isAddedByThem);
  const blocks = Array.from(order, (id) => kept.get(id)).filter((block) => block !== undefined);
  return { blocks, conflicts };
};

type Runs = ReadonlyMap<string | undefined, Ids>;

/** The ids that only `blocks` has, by the id of both that they follow; by `undefined` at the beginning. */
const runsOf = (blocks: Blocks, others: Blocks): Runs => {
  let run: string[] = [];
  const runs = new Map<string | undefined, string[]>([[undefined, run]]);
  for (const id of blocks.keys()) {
    if (!others.has(id)) run.push(id);
    else runs.set(id, (run = []));
  }
  return runs;
};

/** @param isPassed whether ids that would come before this one come after it. */
function* insertRuns(
  order: Iterable<string>,
  runs: Runs,
  isPassed: (id: string) => boolean,
): Generator<string> {
  let waiting = runs.get(undefined) ?? [];
  for (const id of order) {
    if (!isPassed(id)) {
      yield* waiting;
      waiting = runs.get(id) ?? [];
    }
    yield id;
  }
  yield* waiting;
}
