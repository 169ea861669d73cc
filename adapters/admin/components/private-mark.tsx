import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import { t } from '../catalogue/texts.ts';
import { Icon } from './icon.tsx';

/** Whether the service says that the collection is private. It says so to admins and editors only. */
export const isPrivate = (collection: Pick<CollectionDto, 'access'> | undefined): boolean =>
  collection?.access === 'private';

/** The name of a collection where a list has only texts. */
export const markedName = (collection: Pick<CollectionDto, 'displayName' | 'access'>): string =>
  isPrivate(collection)
    ? `${collection.displayName} ${t.components.privateSuffix}`
    : collection.displayName;

interface PrivateMarkProps {
  readonly collection: Pick<CollectionDto, 'access'> | undefined;
}

/** A lock after the name of a private collection, and nothing after others. */
export const PrivateMark = ({ collection }: PrivateMarkProps) =>
  isPrivate(collection) ? (
    <span class="private-mark" title={t.components.private}>
      <Icon name="lock" size={14} />
      <span class="visually-hidden"> {t.components.privateSuffix}</span>
    </span>
  ) : null;

interface CollectionNameProps {
  readonly collection: Pick<CollectionDto, 'displayName' | 'access'> | undefined;
}

/** The name of a collection with its lock; a dash for one that the user does not see. */
export const CollectionName = ({ collection }: CollectionNameProps) => (
  <span>
    {collection?.displayName ?? '–'}
    <PrivateMark collection={collection} />
  </span>
);

/** The same as a chip, for the heading of a screen. */
export const PrivateChip = ({ collection }: PrivateMarkProps) =>
  isPrivate(collection) ? (
    <span class="chip with-icon">
      <Icon name="lock" size={14} /> {t.components.private}
    </span>
  ) : null;
