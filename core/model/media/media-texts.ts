import { rejectAll, issuesOf, type Issue } from '../../primitives/errors.ts';
import { parseText } from '../../primitives/text.ts';
import { findLocale, readLocaleCode, type Locale, type LocaleCode } from '../locale.ts';
import {
  captionMaxLength,
  lacksOwnAlt,
  type LocalTexts,
  type MediaFile,
  type MediaTexts,
} from './media-file.ts';

const members = ['alt', 'caption'] as const;

/**
 * Changes of texts, trimmed, by codes in canonical case.
 *
 * @param locales those that may be named; undefined for all codes.
 * @throws DomainError `invalid_input` with all mistakes, also for two spellings of a code; `invalid_text`.
 */
export const parseLocalTexts = (
  raw: LocalTexts,
  locales: readonly Locale[] | undefined,
): LocalTexts => {
  const parsed = new Map<LocaleCode, MediaTexts>();
  const issues: Issue[] = [];
  for (const [name, texts] of Object.entries(raw)) {
    const path = `texts.${name}`;
    const code = locales === undefined ? readLocaleCode(name) : findLocale(locales, name)?.code;
    if (code === undefined) {
      const known = locales?.map((each) => each.code).join(', ');
      const message =
        known === undefined ? 'must be the code of a locale' : `must be one of ${known}`;
      issues.push({ path, message });
    } else if (parsed.has(code)) {
      issues.push({ path, message: `is twice: ${code}` });
    } else {
      const changes: Record<string, string> = {};
      for (const member of members) {
        const text = texts[member];
        if (text === undefined) continue;
        const parse = () => parseText(`${path}.${member}`, text, { max: captionMaxLength });
        issues.push(...issuesOf(() => (changes[member] = parse())));
      }
      parsed.set(code, changes);
    }
  }
  rejectAll('invalid_input', issues);
  return Object.fromEntries(parsed);
};

/**
 * The texts after a change. What it does not name stays. An empty text is removed, and so is a language without texts.
 *
 * @returns undefined if there are none.
 */
export const textsAfter = (
  before: LocalTexts | undefined,
  changes: LocalTexts,
): LocalTexts | undefined => {
  const after = new Map(Object.entries(before ?? {}));
  for (const [code, changed] of Object.entries(changes)) {
    const texts = Object.entries({ ...after.get(code), ...changed }).filter(
      ([, text]) => text !== '',
    );
    if (texts.length === 0) after.delete(code);
    else after.set(code, Object.fromEntries(texts));
  }
  return after.size === 0 ? undefined : Object.fromEntries(after);
};

/**
 * Whether the image of a record has no alternative text for somebody.
 *
 * @param locales of the service. With its own text, or with one in each of them, nobody lacks it.
 */
export const lacksAlt = (
  file: Pick<MediaFile, 'kind' | 'alt' | 'texts'>,
  locales: readonly LocaleCode[],
): boolean =>
  lacksOwnAlt(file) &&
  (locales.length === 0 || locales.some((code) => file.texts?.[code]?.alt === undefined));

/** The record with the texts of a locale in the place of its own, as far as it has some. */
export const inLocale = (file: MediaFile, locale: LocaleCode | undefined): MediaFile => {
  const texts = locale === undefined ? undefined : file.texts?.[locale];
  return texts === undefined ? file : { ...file, ...texts };
};
