import type { Collection } from '../model/collection.ts';
import type { CollectionsByLocale, Languages, View } from '../model/content/view.ts';
import { parseLocale } from '../model/content/translation.ts';
import { fallbackMax, type Locale } from '../model/locale.ts';
import type { ExactConditions } from '../ports/repositories/content-repository.ts';
import type { SiteState } from '../ports/repositories/site-repository.ts';
import { invalid } from '../primitives/errors.ts';

/** What a request says about languages. */
export interface LanguageRequest {
  /** The locale in which items are shown; all translations by default. */
  readonly locale?: string | undefined;
  /**
   * The locales that are read where a translation is missing, separated by commas, or `none`. Defaults to those that the locale
   * names.
   */
  readonly fallback?: string | undefined;
  /** Whether to name the translations of each item. Defaults to false. */
  readonly alternates?: boolean | undefined;
}

/**
 * The languages of a read. While the service has no locales, requests for one are ignored, like every unknown parameter.
 *
 * @throws DomainError `invalid_input` for an unknown locale, and for a fallback without a locale.
 */
export const languagesOf = (
  { settings: { locales = [] }, collectionStates = [] }: SiteState,
  request: LanguageRequest,
): Pick<View, 'languages' | 'locales'> => {
  if (locales.length === 0) return {};
  const codes = { locales: locales.map(({ code }) => code) };
  const chain = chainOf(locales, request);
  if (chain === undefined) return codes;
  const languages: Languages = { chain, ...byLocale(collectionStates) };
  return { ...codes, languages };
};

/** What a read says that finds items in one locale only. */
export interface ExactLocaleRequest {
  /**
   * Finds only items in this locale, and those of collections that are not localised. By default, those in all locales; also
   * while the service has none.
   */
  readonly locale?: string | undefined;
}

/** The condition of such a read. @throws DomainError `invalid_input` for an unknown locale. */
export const localeCondition = (
  { settings: { locales = [] }, collectionStates = [] }: LocalizedSite,
  { locale }: ExactLocaleRequest,
): Pick<ExactConditions, 'locale'> => {
  if (locale === undefined || locales.length === 0) return {};
  const code = parseLocale(locales, locale);
  return { locale: { code, ...byLocale(collectionStates) } };
};

type LocalizedSite = Pick<SiteState, 'settings'> & {
  readonly collectionStates?: readonly Pick<Collection, 'id' | 'baseLocale'>[] | undefined;
};

const byLocale = (
  collections: readonly Pick<Collection, 'id' | 'baseLocale'>[],
): CollectionsByLocale => {
  const idsOf = (isLocalized: boolean): readonly string[] =>
    collections
      .filter(({ baseLocale }) => (baseLocale !== undefined) === isLocalized)
      .map(({ id }) => id);
  return { localized: idsOf(true), others: idsOf(false) };
};

const chainOf = (
  locales: readonly Locale[],
  { locale, fallback }: LanguageRequest,
): Languages['chain'] | undefined => {
  if (locale === undefined) {
    if (fallback === undefined) return undefined;
    throw invalid('invalid_input', [
      { path: 'fallback', message: 'must not be sent without a locale' },
    ]);
  }
  const requested = parseLocale(locales, locale);
  const rest =
    fallback === undefined
      ? (locales.find(({ code }) => code === requested)?.fallback ?? [])
      : parseFallback(locales, fallback);
  return [...new Set([requested, ...rest])];
};

const parseFallback = (locales: readonly Locale[], raw: string): readonly string[] => {
  if (raw === 'none') return [];
  const codes = raw.split(',').map((code) => parseLocale(locales, code.trim(), 'fallback'));
  if (codes.length <= fallbackMax) return codes;
  throw invalid('invalid_input', [
    { path: 'fallback', message: `must name at most ${fallbackMax} locales` },
  ]);
};
