import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { locales } from '../shell/locales.ts';

/** The texts of a file by the code of the language. What is absent or empty is that of the file itself. */
export type TextsByLanguage = NonNullable<MediaFileDto['texts']>;

/** The texts of a file in one language. */
export type LanguageTexts = TextsByLanguage[string];

type Described = Pick<MediaFileDto, 'alt' | 'texts'>;

const translatedAlt = ({ texts }: Described, locale: string | undefined): string =>
  (locale === undefined ? undefined : texts?.[locale]?.alt) ?? '';

/** The alternative text of a file in a language: its own where that language has none. */
export const altIn = (file: Described, locale: string | undefined): string =>
  translatedAlt(file, locale) || file.alt;

/**
 * The change that gives a file an alternative text in a language. In the default language it is that of the file itself,
 * which all languages without one have, unless the file has another one there.
 */
export const altChange = (
  file: Described,
  alt: string,
  locale: string | undefined,
): Partial<Described> => {
  const isDefault = locale === locales.peek()[0]?.code && translatedAlt(file, locale) === '';
  return locale === undefined || isDefault ? { alt } : { texts: { [locale]: { alt } } };
};

const valuesOf = ({ alt = '', caption = '' }: LanguageTexts = {}) => ({ alt, caption });

/** The texts of the languages in which something has changed; undefined if nothing has. An empty text removes one. */
export const changedTexts = (
  before: TextsByLanguage,
  after: TextsByLanguage,
): TextsByLanguage | undefined => {
  const changed = Object.entries(after).filter(([code, texts]) => {
    const [former, latter] = [valuesOf(before[code]), valuesOf(texts)];
    return former.alt !== latter.alt || former.caption !== latter.caption;
  });
  return changed.length === 0
    ? undefined
    : Object.fromEntries(changed.map(([code, texts]) => [code, valuesOf(texts)]));
};
