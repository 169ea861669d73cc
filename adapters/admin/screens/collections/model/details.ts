import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';

/** Who sees a collection. */
export type Access = NonNullable<CollectionDto['access']>;

export const accessNames: Readonly<Record<Access, string>> = {
  public: 'Public',
  private: 'Private',
};

/** What a collection is called, whether the public reads it, how many items it has, and where a website shows drafts. */
export type Details = Pick<CollectionDto, 'name' | 'displayName' | 'description' | 'isActive'> & {
  /** Whether it contains at most one item. */
  readonly singleton: boolean;
  /** Empty for none. */
  readonly previewUrl: string;
  readonly access: Access;
};

export const detailsOf = ({
  name,
  displayName,
  description,
  isActive,
  singleton = false,
  previewUrl = '',
  access = 'public',
}: CollectionDto): Details => ({
  name,
  displayName,
  description,
  isActive,
  singleton,
  previewUrl,
  access,
});

/** Unsaved work, as far as it says who can read the collection. */
interface AccessWork {
  readonly saved: CollectionDto;
  readonly details: Details;
}

/**
 * The work on top of what is stored now. Somebody may have closed or opened the collection since the work was begun: a
 * form that did not change that must show it, because people rely on it.
 */
export const withStoredAccess = <W extends AccessWork>(
  work: W,
  { access = 'public' }: Pick<CollectionDto, 'access'>,
): W => {
  const before = detailsOf(work.saved).access;
  const chosen = { ...detailsOf(work.saved), ...work.details }.access;
  return {
    ...work,
    saved: { ...work.saved, access },
    details: { ...work.details, access: chosen === before ? access : chosen },
  };
};
