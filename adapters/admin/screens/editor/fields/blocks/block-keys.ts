import { useRef } from 'preact/hooks';
import { randomId } from '../../../../shell/current-tab.ts';
import type { JsonObject } from '../../model/json-path.ts';

interface Known {
  readonly key: string;
  /** The id of the block; undefined while it has none. */
  readonly id: string | undefined;
}

type KnownBlocks = readonly (Known | undefined)[];

/** The keys of the blocks of a field. */
export interface BlockKeys {
  /** By position. Each block keeps its key while it moves, and when it gets its id. */
  readonly keys: readonly string[];
  /** Called before a change of the order. @param order the former index of each block; -1 for a new one. */
  readonly follow: (order: readonly number[]) => void;
}

const blockId = ({ id }: JsonObject): string | undefined =>
  typeof id === 'string' && id !== '' ? id : undefined;

/**
 * Recognizes each block by its id. If that fails, a block gets the key of its position, unless another block with an id
 * was there.
 */
const identify = (blocks: readonly JsonObject[], before: KnownBlocks): readonly Known[] => {
  const used = new Set<string>();
  return blocks.map((block, index) => {
    const id = blockId(block);
    const isFree = (known: Known | undefined): boolean => !used.has(known?.key ?? '');
    const there = before[index];
    const same =
      before.find((known) => id !== undefined && known?.id === id && isFree(known)) ??
      (there?.id === undefined && isFree(there) ? there : undefined);
    const key = same?.key ?? (id === undefined || used.has(id) ? randomId() : id);
    used.add(key);
    return { key, id };
  });
};

export const useBlockKeys = (blocks: readonly JsonObject[]): BlockKeys => {
  const known = useRef<KnownBlocks>([]);
  const current = identify(blocks, known.current);
  known.current = current;
  return {
    keys: current.map(({ key }) => key),
    follow: (order) => {
      const before = known.current;
      known.current = order.map((index) => before[index]);
    },
  };
};
