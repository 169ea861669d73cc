import type { ContentItem } from '../model/content/content-item.ts';
import { contentStateOf, type Revision } from '../model/content/revision.ts';
import type { RevisionRepository } from '../ports/repositories/revision-repository.ts';

/** Whether the item had been published by then. */
const wasPublished = ({ publishedAt }: ContentItem, { status, createdAt }: Revision): boolean =>
  status === 'published' || (publishedAt !== undefined && publishedAt < createdAt);

/** The item as it was at the time of the revision. */
const itemOf = (item: ContentItem, revision: Revision): ContentItem => ({
  ...item,
  ...contentStateOf(revision),
  version: revision.version,
  updatedAt: revision.createdAt,
  publishedAt: wasPublished(item, revision) ? item.publishedAt : undefined,
});

/** The highest version that a store can have. */
const maxVersion = 2 ** 31 - 1;

/** @returns the item as of a version; undefined if the history does not have it. */
export const findItemAt = async (
  revisions: Pick<RevisionRepository, 'find'>,
  item: ContentItem,
  version: number,
): Promise<ContentItem | undefined> => {
  if (!Number.isInteger(version) || version < 1 || version > maxVersion) return undefined;
  const revision = await revisions.find(item.id, version);
  return revision && itemOf(item, revision);
};
