import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';

/** What a collection is called, whether the public reads it, and how many items it has. */
export type Details = Pick<CollectionDto, 'name' | 'displayName' | 'description' | 'isActive'> & {
  /** Whether it contains at most one item. */
  readonly singleton: boolean;
};

export const detailsOf = ({
  name,
  displayName,
  description,
  isActive,
  singleton = false,
}: CollectionDto): Details => ({
  name,
  displayName,
  description,
  isActive,
  singleton,
});
