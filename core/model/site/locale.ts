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
