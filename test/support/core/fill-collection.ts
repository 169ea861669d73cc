import { encodeJson, parseSlug, type ContentItem } from '../../../core/vocabulary.ts';
import { creationOf } from '../../conformance/content/content-changes.ts';
import type { CoreWorld } from './core-world.ts';

/**
 * Stores drafts in `posts`, directly, because creating thousands takes too long. Each is newer than the
 * one before. The field `rating` is a number in the first one, text in the second, and so on.
 */
export const fillCollection = async ({ ports, posts }: CoreWorld, count: number): Promise<void> => {
  const items = Array.from({ length: count }, (_, n): ContentItem => ({
    id: ports.ids.next(),
    collectionId: posts.id,
    authorId: undefined,
    title: `Filled ${n}`,
    slug: parseSlug(`filled-${n}`),
    status: 'draft',
    data: encodeJson({ rating: n % 2 === 0 ? 1 : 'one' }),
    version: 1,
    origin: undefined,
    createdAt: n,
    updatedAt: n,
    publishedAt: undefined,
  }));
  await ports.store.commit(items.map((item) => creationOf(item, posts.version)));
};
