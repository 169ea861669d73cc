import type { ContentItem } from '../model/content/content-item.ts';
import type { Revision } from '../model/content/revision.ts';
import type { RevisionRepository } from '../ports/repositories/revision-repository.ts';

/** The item as a revision recorded it. */
const itemOf = (item: ContentItem, revision: Revision): ContentItem => ({
  ...item,
  title: revision.title,
  slug: revision.slug,
  status: revision.status,
  collectionId: revision.collectionId,
  data: revision.data,
  version: revision.version,
  updatedAt: revision.createdAt,
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
