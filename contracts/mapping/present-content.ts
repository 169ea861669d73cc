import { publicNameOf, type ContentInfo, type ContentSummary } from '../../core/vocabulary.ts';
import type { ContentInfoDto } from '../operations/content.ts';
import type { ContentSummaryDto } from '../operations/content-summaries.ts';

export const presentSummary = (summary: ContentSummary): ContentSummaryDto => ({
  id: summary.id,
  title: summary.title,
  slug: summary.slug,
  status: summary.status,
  collectionId: summary.collectionId,
  collection: summary.collection,
  author: summary.author ? { id: summary.author.id, name: publicNameOf(summary.author) } : null,
  version: summary.version,
  created_at: summary.createdAt,
  updated_at: summary.updatedAt,
  published_at: summary.publishedAt ?? null,
  ...(summary.locale !== undefined && { locale: summary.locale }),
});

export const presentContentInfo = ({
  id,
  author,
  words,
  readingMinutes,
  canEdit,
  canDelete,
  statuses,
}: ContentInfo): ContentInfoDto => ({
  id,
  author: author === undefined ? null : { id: author.id, name: author.name },
  words,
  readingMinutes,
  canEdit,
  canDelete,
  statuses,
});
