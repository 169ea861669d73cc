import { useState } from 'preact/hooks';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { blockTitle, summaryOfBlock } from '../fields/blocks/blocks.ts';
import { writeBlocks } from '../model/block-clipboard.ts';
import type { Blocks } from '../model/block-ids.ts';
import type { Json } from '../model/json-path.ts';
import {
  blockOrder,
  mergeBlocks,
  type BlockChoices,
  type BlockConflict,
  type BlockVersions,
  type Side,
} from '../model/merge-blocks.ts';
import { printBlock } from './compare-blocks.ts';
import { ConflictSides } from './conflict-sides.tsx';

interface BlockConflictsProps {
  readonly label: string;
  readonly field: FieldDto;
  readonly versions: BlockVersions;
  /** Called once everything is chosen, and again after each change. */
  readonly onDecide: (value: Json) => void;
}

/** The blocks of a field that both changed, and their order if both moved blocks: the user decides one by one. */
export const BlockConflicts = ({ label, field, versions, onDecide }: BlockConflictsProps) => {
  const [choices, setChoices] = useState<BlockChoices>(new Map());
  const { conflicts } = mergeBlocks(versions);
  const choose = (conflict: BlockConflict, side: Side): void => {
    const next = new Map(choices).set(conflict, side);
    setChoices(next);
    if (next.size === conflicts.length) onDecide(mergeBlocks(versions, next).blocks);
  };
  return (
    <>
      {conflicts.map((conflict) => (
        <ConflictSides
          key={conflict}
          label={`${label}, ${nameOf(conflict, field, versions)}`}
          mine={show(conflict, field, versions.mine)}
          theirs={show(conflict, field, versions.theirs)}
          choice={choices.get(conflict)}
          onChoose={(side) => choose(conflict, side)}
        />
      ))}
    </>
  );
};

/** “block 2, Quote”: its place in my text, or in theirs if I removed it. */
const nameOf = (conflict: BlockConflict, field: FieldDto, versions: BlockVersions): string => {
  if (conflict === blockOrder) return 'order of the blocks';
  const blocks = versions.mine.has(conflict) ? versions.mine : versions.theirs;
  const place = [...blocks.keys()].indexOf(conflict) + 1;
  return `block ${place}, ${blockTitle(blocks.get(conflict) ?? {}, field)}`;
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
    ? { text: '(removed)', copied: '' }
    : { text: printBlock(block, field), copied: writeBlocks([block]) };
};
