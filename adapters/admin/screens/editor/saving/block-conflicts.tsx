import { useState } from 'preact/hooks';
import {
  blockOrder,
  mergeBlocks,
  type BlockConflict,
  type Blocks,
  type MergeConflict,
  type Side,
  type Versions,
} from '../../../../../contracts/client/merge-states.ts';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { t } from '../../../catalogue/texts.ts';
import { blockTitle, summaryOfBlock } from '../fields/blocks/blocks.ts';
import { writeBlocks } from '../model/block-clipboard.ts';
import type { Json } from '../model/json-path.ts';
import { blockName, printBlock } from './compare-blocks.ts';
import { ConflictSides } from './conflict-sides.tsx';

interface BlockConflictsProps {
  readonly label: string;
  readonly field: FieldDto;
  /** Who changed the field. */
  readonly saver: string | undefined;
  readonly blocks: NonNullable<MergeConflict['blocks']>;
  /** Called once everything is chosen, and again after each change. */
  readonly onDecide: (value: Json) => void;
}

/** The blocks of a field that both changed, and their order if both moved blocks: the user decides one by one. */
export const BlockConflicts = ({ label, field, saver, blocks, onDecide }: BlockConflictsProps) => {
  const [choices, setChoices] = useState<ReadonlyMap<BlockConflict, Side>>(new Map());
  const { versions, conflicts } = blocks;
  const choose = (conflict: BlockConflict, side: Side): void => {
    const next = new Map(choices).set(conflict, side);
    setChoices(next);
    if (next.size < conflicts.length) return;
    onDecide(mergeBlocks(versions, (each) => next.get(each) ?? 'mine').blocks);
  };
  return (
    <>
      {conflicts.map((conflict) => (
        <ConflictSides
          key={conflict}
          label={nameOf(conflict, label, field, versions)}
          saver={saver}
          mine={show(conflict, field, versions.mine)}
          theirs={show(conflict, field, versions.theirs)}
          choice={choices.get(conflict)}
          onChoose={(side) => choose(conflict, side)}
        />
      ))}
    </>
  );
};

/** “Body, block 2, Quote”: its place in my text, or in theirs if I removed it. */
const nameOf = (
  conflict: BlockConflict,
  label: string,
  field: FieldDto,
  versions: Versions<Blocks>,
): string => {
  if (conflict === blockOrder) return t.conflict.orderIn(label);
  const blocks = versions.mine.has(conflict) ? versions.mine : versions.theirs;
  const place = [...blocks.keys()].indexOf(conflict);
  return blockName(label, place, blocks.get(conflict) ?? {}, field);
};

const show = (conflict: BlockConflict, field: FieldDto, blocks: Blocks) => {
  if (conflict === blockOrder) {
    const lines = [...blocks.values()].map((block, index) => {
      const summary = summaryOfBlock(block, field);
      return `${index + 1}. ${blockTitle(block, field)}${summary && `: ${summary}`}`;
    });
    return { text: lines.join('\n') };
  }
  const block = blocks.get(conflict);
  // Copied like this, it can be pasted as another block.
  return block === undefined
    ? { text: t.conflict.removed, isEmpty: true }
    : { text: printBlock(block, field), copied: writeBlocks([block]) };
};
