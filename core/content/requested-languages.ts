import type { Languages, View } from '../model/content/view.ts';
import { parseLocale } from '../model/content/translation.ts';
import type { Locale } from '../model/locale.ts';
import type { SiteState } from '../ports/repositories/site-repository.ts';
import { invalid } from '../primitives/errors.ts';

/** What a request says about languages. */
export interface LocaleRequest {
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

const fallbackMax = 5;

/**
 * The languages of a read. While the service has no locales, requests for one are ignored, like every unknown parameter.
 *
 * @throws DomainError `invalid_input` for an unknown locale, and for a fallback without a locale.
 */
export const languagesOf = (
  { settings: { locales = [] }, collectionStates = [] }: SiteState,
  request: LocaleRequest,
): Pick<View, 'languages' | 'locales'> => {
  if (locales.length === 0) return {};
  const codes = { locales: locales.map(({ code }) => code) };
  const chain = chainOf(locales, request);
  if (chain === undefined) return codes;
  const isLocalized = new Map(
    collectionStates.map(({ id, baseLocale }) => [id, baseLocale !== undefined]),
  );
  const idsOf = (wanted: boolean): readonly string[] =>
    [...isLocalized].filter(([, is]) => is === wanted).map(([id]) => id);
  const languages: Languages = { chain, localized: idsOf(true), others: idsOf(false) };
  return { ...codes, languages };
};

const chainOf = (
  locales: readonly Locale[],
  { locale, fallback }: LocaleRequest,
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
