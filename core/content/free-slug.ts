import { DomainError, hasCode } from '../errors.ts';
import type { ContentRepository } from '../ports/content-repository.ts';
import { alternativeSlug, type Slug } from './slug.ts';

// The first few numbers, for the common case; then ever larger steps, so that a slug with thousands
// of namesakes costs no more than one with twenty.
const suffixes: readonly number[] = [
  ...Array.from({ length: 31 }, (_, index) => index + 2),
  ...Array.from({ length: 25 }, (_, index) => 2 ** (index + 6)),
];

/** A slug close to `slug` that nothing has at this moment. One look-up. */
export const findFreeSlug = async (
  contents: Pick<ContentRepository, 'findTakenSlugs'>,
  slug: Slug,
): Promise<Slug | undefined> => {
  const candidates = suffixes.map((n) => alternativeSlug(slug, n));
  const taken = await contents.findTakenSlugs(candidates);
  return candidates.find((candidate) => !taken.has(candidate));
};

/** @returns for `slug_taken` the same refusal, naming a slug that is free; any other error as it is. */
export const explainSlugTaken = async (
  contents: Pick<ContentRepository, 'findTakenSlugs'>,
  slug: Slug,
  error: unknown,
): Promise<unknown> => {
  if (!hasCode(error, 'slug_taken')) return error;
  const free = await findFreeSlug(contents, slug);
  return new DomainError('slug_taken', `The slug '${slug}' is taken`, {
    details: free === undefined ? 'Choose another one' : `'${free}' is free`,
    issues: [{ path: 'slug', message: 'must not be taken' }],
    cause: error,
  });
};
