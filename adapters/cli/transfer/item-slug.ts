import type { IncomingContentDto } from '../../../contracts/index.ts';
import { hasCode, parseSlug, slugFromTitle, type Slug } from '../../../core/vocabulary.ts';

/** The slug that the service gives to an item. Undefined if the service rejects the item. */
export const slugOf = ({
  slug,
  title,
}: Pick<IncomingContentDto, 'slug' | 'title'>): Slug | undefined => {
  try {
    return slug === undefined ? slugFromTitle(title) : parseSlug(slug);
  } catch (error) {
    if (hasCode(error, 'invalid_slug')) return undefined;
    throw error;
  }
};
