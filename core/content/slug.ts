import type { Brand } from '../brand.ts';
import { invalid, type DomainError } from '../errors.ts';
import { foldText, lengthOf } from '../text.ts';

/** The part of an address that names an item: unique across all content. */
export type Slug = Brand<string, 'Slug'>;

export const slugMaxLength = 200;

/** UTF-16 units of a text as it was sent. To fold a long one would take longer than anybody waits. */
const maxRawLength = 2_000;

/** Any text as a slug: folded, every run of anything but letters and digits of any script one hyphen. */
const normalize = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** @throws DomainError `invalid_slug` when nothing is left of the text, or too much. */
export const parseSlug = (text: string): Slug => {
  if (text.length > maxRawLength) throw tooLong();
  const slug = normalize(text);
  if (slug === '') throw invalidSlug('must contain a letter or a digit');
  if (lengthOf(slug) > slugMaxLength) throw tooLong();
  return slug as Slug;
};

/** A slug made from a title; one from a long title is cut. @throws DomainError `invalid_slug`. */
export const slugFromTitle = (title: string): Slug =>
  parseSlug(shorten(normalize(title), slugMaxLength));

/** The `n`th alternative to a slug that is taken, counting from 2: `post-2`, `post-3`, … */
export const alternativeSlug = (slug: Slug, n: number): Slug => {
  const suffix = `-${n}`;
  return `${shorten(slug, slugMaxLength - suffix.length)}${suffix}` as Slug;
};

const shorten = (slug: string, length: number): string =>
  Array.from(slug).slice(0, length).join('').replace(/-$/, '');

const tooLong = (): DomainError => invalidSlug(`must be at most ${slugMaxLength} characters`);

const invalidSlug = (message: string): DomainError =>
  invalid('invalid_slug', [{ path: 'slug', message }]);
