import type { Blocks } from './block-ids.ts';
import { isSame, type Json, type JsonObject } from './json-path.ts';

export type Side = 'mine' | 'theirs';

/** The blocks of a field before two changes, and after each of them. */
export type BlockVersions = Readonly<Record<Side | 'base', Blocks>>;

export const blockOrder: unique symbol = Symbol('order');

/** What both changed differently: a block, by its id, or the order of the blocks. */
export type BlockConflict = string | typeof blockOrder;

/** The side whose block or order is taken. Without a choice: mine. */
export type BlockChoices = ReadonlyMap<BlockConflict, Side>;

export interface MergedBlocks {
  readonly blocks: readonly JsonObject[];
  readonly conflicts: readonly BlockConflict[];
}

type Ids = readonly string[];

/** The side with a change; theirs if both changed the same, undefined if they differ. */
const changedSide = (
  values: Readonly<Record<Side | 'base', Json | undefined>>,
): Side | undefined => {
  const { base, mine, theirs } = values;
  if (isSame(mine, base) || isSame(mine, theirs)) return 'theirs';
  return isSame(theirs, base) ? 'mine' : undefined;
};

/** The ids in order, and each further id of the list behind the one that precedes it in the list. */
const insertFrom = (list: Ids, order: Ids): Ids => {
  const result = [...order];
  let place = 0;
  for (const id of list) {
    const known = result.indexOf(id);
    if (known < 0) result.splice(place, 0, id);
    place = (known < 0 ? place : known) + 1;
  }
  return result;
};

/**
 * A three-way merge by the ids of the blocks: takes over each block that only one side added, changed or removed. The
 * order is theirs, or mine if only I moved blocks. A block that this order does not have follows the block that precedes
 * it on its own side.
 */
export const mergeBlocks = (
  versions: BlockVersions,
  choices: BlockChoices = new Map(),
): MergedBlocks => {
  const { base, mine, theirs } = versions;
  const conflicts: BlockConflict[] = [];
  const decide = (conflict: BlockConflict): Side => {
    conflicts.push(conflict);
    return choices.get(conflict) ?? 'mine';
  };

  const kept = new Map<string, JsonObject>();
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const blocks = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) };
    const block = versions[changedSide(blocks) ?? decide(id)].get(id);
    if (block !== undefined) kept.set(id, block);
  }

  const isShared = (id: string): boolean => base.has(id) && mine.has(id) && theirs.has(id);
  const sharedIds = (blocks: Blocks): Ids => [...blocks.keys()].filter(isShared);
  const orders = { base: sharedIds(base), mine: sharedIds(mine), theirs: sharedIds(theirs) };
  const first = changedSide(orders) ?? decide(blockOrder);
  const second = first === 'mine' ? theirs : mine;
  const order = insertFrom([...second.keys()], [...versions[first].keys()]);
  const blocks = order.map((id) => kept.get(id)).filter((block) => block !== undefined);
  return { blocks, conflicts };
};
