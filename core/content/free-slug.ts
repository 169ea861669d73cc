import { alternativeSlugs, type Slug } from '../model/content/slug.ts';
import type { ContentRepository } from '../ports/repositories/content-repository.ts';
import { DomainError } from '../primitives/errors.ts';

/** Knows which slugs are taken. */
export type SlugLookup = Pick<ContentRepository, 'findTakenSlugs'>;

/** A free slug similar to `slug`. One lookup. */
export const findFreeSlug = async (contents: SlugLookup, slug: Slug): Promise<Slug | undefined> => {
  const candidates = alternativeSlugs(slug);
  const taken = await contents.findTakenSlugs(candidates);
  return candidates.find((candidate) => !taken.has(candidate));
};

/** @returns the error for a taken slug. It names a free one. */
export const slugTaken = async (
  contents: SlugLookup,
  slug: Slug,
  cause?: unknown,
): Promise<DomainError> => {
  const free = await findFreeSlug(contents, slug);
  return new DomainError('slug_taken', `The slug '${slug}' is taken`, {
    details: free === undefined ? 'Choose another slug' : `'${free}' is free`,
    issues: [{ path: 'slug', message: 'must not be taken' }],
    cause,
  });
};
