import { withAlternates } from '../content/alternates.ts';
import { itemReader, type FoundItem, type ItemOf } from '../content/item-reader.ts';
import {
  readOnBasis,
  type BasisDependencies,
  type ReadOptions,
  type ReadResult,
} from '../content/read-on-basis.ts';
import type { Actor } from '../model/actor.ts';
import { expandItem } from '../references/expanded-reads.ts';
import type { Expansion } from '../references/read-expansion.ts';

export interface ReadItem extends ReadOptions {
  readonly of: ItemOf;
  /**
   * Paths of fields, separated by commas, whose targets are read, too. Those of the second level follow the path of the
   * first, after a dot. None by default.
   */
  readonly expand?: string | undefined;
}

export interface ItemRead extends FoundItem {
  /** What the fields of the item refer to, as it is shown to the caller; undefined without `expand`. */
  readonly expansion?: Expansion;
}

export const readItem =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, { of, expand, ...options }: ReadItem): Promise<ReadResult<ItemRead>> => {
    const { collection, read: readIt } = itemReader(of);
    const read =
      options.alternates === true ? withAlternates(readIt, ({ item }) => [item.id]) : readIt;
    const request = { ...options, collection };
    return expand === undefined
      ? readOnBasis(dependencies, actor, request, read)
      : expandItem(dependencies, actor, request, expand, read);
  };
