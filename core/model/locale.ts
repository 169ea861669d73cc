/** A BCP 47 tag of a language, perhaps with a script and a region, in canonical case: `de`, `pt-BR`, `zh-Hant`. */
export type LocaleCode = string;

/** A language in which content is written. */
export interface Locale {
  readonly code: LocaleCode;
  /** What people call it. */
  readonly name: string;
  /** The locales that are read instead where a translation is missing, the first one first: the whole chain. */
  readonly fallback: readonly LocaleCode[];
  /** The language of the search in items of this locale; absent for that of the site. */
  readonly searchLanguage?: string | undefined;
}

export const localesMax = 50;
export const fallbackMax = 5;

/** Language, script and region of RFC 5646, section 2.1, without the other subtags. */
const codeForm = /^([a-z]{2,3})(?:-([a-z])([a-z]{3}))?(?:-([a-z]{2}|\d{3}))?$/i;

/**
 * A code in canonical case (RFC 5646, section 2.1.1). An outdated language such as `iw` is kept: which one replaces it depends
 * on the data of the runtime.
 *
 * @returns undefined if the text is no code.
 */
export const readLocaleCode = (raw: string): LocaleCode | undefined => {
  const [, language, initial, rest = '', region] = codeForm.exec(raw) ?? [];
  if (language === undefined) return undefined;
  const script = initial && initial.toUpperCase() + rest.toLowerCase();
  return [language.toLowerCase(), script, region?.toUpperCase()]
    .filter((subtag) => subtag !== undefined)
    .join('-');
};

/** @param raw a code, in any case. */
export const findLocale = (locales: readonly Locale[], raw: string): Locale | undefined => {
  const wanted = readLocaleCode(raw);
  return locales.find(({ code }) => code === wanted);
};
