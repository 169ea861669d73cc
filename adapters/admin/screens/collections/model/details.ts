import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';

/** What a collection is called, whether the public reads it, how many items it has, and where a website shows drafts. */
export type Details = Pick<CollectionDto, 'name' | 'displayName' | 'description' | 'isActive'> & {
  /** Whether it contains at most one item. */
  readonly singleton: boolean;
  /** Empty for none. */
  readonly previewUrl: string;
};

export const detailsOf = ({
  name,
  displayName,
  description,
  isActive,
  singleton = false,
  previewUrl = '',
}: CollectionDto): Details => ({
  name,
  displayName,
  description,
  isActive,
  singleton,
  previewUrl,
});
