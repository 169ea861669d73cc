import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';

/**
 * The address of an item on the site, as links in a text have it: a path of its collection and its slug.
 * Frontends that have other addresses map it.
 */
export const itemAddress = ({
  collection,
  slug,
}: Pick<ContentSummaryDto, 'collection' | 'slug'>): string => `/${collection}/${slug}`;
