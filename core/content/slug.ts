import { DomainError, invalid } from '../errors.ts';
import type { ContentRepository } from '../ports/content-repository.ts';
import { foldedWords, lengthOf, type Brand } from '../text.ts';

/** The part of a URL that identifies an item. Unique across all collections. */
export type Slug = Brand<string, 'Slug'>;

export const slugMaxLength = 200;

/** In UTF-16 units of the input. Folding a very long text takes too long. */
const maxRawLength = 2_000;

const normalize = (text: string): string => foldedWords(text).join('-');

/** @throws DomainError `invalid_slug` if the slug would be empty or too long. */
export const parseSlug = (text: string): Slug => {
  const slug = readSlug(text);
  if (slug !== undefined) return slug;
  const isEmpty = text.length <= maxRawLength && normalize(text) === '';
  throw isEmpty ? invalidSlug('must contain a letter or a digit') : tooLong();
};

/** Like {@link parseSlug}. @returns undefined for a text that it rejects. */
export const readSlug = (text: string): Slug | undefined => {
  if (text.length > maxRawLength) return undefined;
  const slug = normalize(text);
  return slug === '' || lengthOf(slug) > slugMaxLength ? undefined : (slug as Slug);
};

/** Generates a slug from a title and cuts it if necessary. @throws DomainError `invalid_slug`. */
export const slugFromTitle = (title: string): Slug =>
  parseSlug(shorten(normalize(title), slugMaxLength));

/** The `n`th alternative to a taken slug, counting from 2: `post-2`, `post-3`, … */
export const alternativeSlug = (slug: Slug, n: number): Slug => {
  const suffix = `-${n}`;
  return `${shorten(slug, slugMaxLength - suffix.length)}${suffix}` as Slug;
};

const shorten = (slug: string, length: number): string =>
  Array.from(slug).slice(0, length).join('').replace(/-$/, '');

const tooLong = (): DomainError => invalidSlug(`must be at most ${slugMaxLength} characters`);

const invalidSlug = (message: string): DomainError =>
  invalid('invalid_slug', [{ path: 'slug', message }]);

// Consecutive numbers first, then powers of two, so that one lookup also finds a free slug after
// thousands of items with the same title.
const suffixes: readonly number[] = [
  ...Array.from({ length: 31 }, (_, index) => index + 2),
  ...Array.from({ length: 25 }, (_, index) => 2 ** (index + 6)),
];

/** The slugs among which {@link findFreeSlug} looks for a free one, in order. */
export const alternativeSlugs = (slug: Slug): readonly Slug[] =>
  suffixes.map((n) => alternativeSlug(slug, n));

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
