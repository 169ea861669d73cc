/**
 * How the service merges two changes of an item with the preference `merge=blocks`. Clients use it to show what somebody else
 * changed and to let people decide; the service merges what is stored. Only clients merge texts by paragraph, and save them whole.
 */
export {
  blockOrder,
  blocksById,
  changesBetween,
  isSameJson,
  mergeBlocks,
  mergeStates,
  type BlockConflict,
  type Blocks,
  type MergeConflict,
  type MergedValues,
  type Side,
  type Versions,
} from '../../core/vocabulary.ts';
