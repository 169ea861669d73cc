import { invalid, type DomainError } from '../../primitives/errors.ts';
import { decodePercent } from '../../primitives/percent-encoding.ts';
import { lengthOf, type Brand } from '../../primitives/text.ts';

/** The part of a URL that identifies an item. Unique across all collections. */
export type Slug = Brand<string, 'Slug'>;

export const slugMaxLength = 200;

/** In UTF-16 units of the input. Folding a very long text takes too long. */
const maxRawLength = 2_000;

/** A letter that is not Latin, with the marks that belong to it; or marks that belong to no such letter. */
const letterOrMarks = /((?!\p{Script=Latin})\p{L}\p{M}*)|\p{M}+/gu;

/**
 * Latin letters lose their accents. In other scripts, marks are vowels, tones and parts of letters, so they
 * stay. Composed and decomposed text (Unicode NFC and NFD) gets the same slug.
 */
const normalize = (text: string): string => {
  const folded = text
    .normalize('NFC')
    .replace(/[^\0-\x7f]/gu, plainLatin)
    .replace(letterOrMarks, '$1')
    .toLowerCase()
    // Lower-casing can produce a letter and a mark that have a composed form.
    .normalize('NFC');
  return (folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join('-');
};

/** The Latin letters and digits that a character is a form of, such as `e` for `é`, `fi` for `ﬁ`, `2` for `②`. */
const plainLatin = (character: string): string => {
  const form = character.normalize('NFKD');
  return /^[\p{Script=Latin}0-9]/u.test(form) ? form.replace(/\p{M}/gu, '') : character;
};

/**
 * Percent-encoded text is decoded first: some systems store the slugs of other scripts so.
 *
 * @throws DomainError `invalid_slug` if the slug would be empty or too long.
 */
export const parseSlug = (text: string): Slug => {
  const slug = readSlug(text);
  if (slug !== undefined) return slug;
  const isEmpty = text.length <= maxRawLength && normalize(decodePercent(text)) === '';
  throw isEmpty ? invalidSlug('must contain a letter or a digit') : tooLong();
};

/** Like {@link parseSlug}. @returns undefined for a text that it rejects. */
export const readSlug = (text: string): Slug | undefined => {
  if (text.length > maxRawLength) return undefined;
  const slug = normalize(decodePercent(text));
  return slug === '' || lengthOf(slug) > slugMaxLength ? undefined : (slug as Slug);
};

/** Generates a slug from a title and truncates it if necessary. @throws DomainError `invalid_slug`. */
export const slugFromTitle = (title: string): Slug =>
  parseSlug(
    title.length > maxRawLength ? title : shorten(normalize(decodePercent(title)), slugMaxLength),
  );

/** The `n`th alternative to a taken slug, counting from 2: `post-2`, `post-3`, … */
export const alternativeSlug = (slug: Slug, n: number): Slug => {
  const suffix = `-${n}`;
  return `${shorten(slug, slugMaxLength - suffix.length)}${suffix}` as Slug;
};

/** Ends before a character, as readers see it, that does not fit: never between a letter and its marks. */
const shorten = (slug: string, length: number): string => {
  if (lengthOf(slug) <= length) return slug;
  let start = '';
  let left = length;
  for (const { segment } of new Intl.Segmenter().segment(slug)) {
    left -= lengthOf(segment);
    if (left < 0) break;
    start += segment;
  }
  // A letter can have more marks than a slug has characters.
  return (start || Array.from(slug).slice(0, length).join('')).replace(/-$/, '');
};

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
