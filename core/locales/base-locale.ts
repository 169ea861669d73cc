import type { Collection } from '../model/collection.ts';
import { findLocale, type Locale, type LocaleCode } from '../model/locale.ts';
import type { SiteRepository } from '../ports/repositories/site-repository.ts';
import { invalid } from '../primitives/errors.ts';

/** What a command says about the locales of a collection. Absent members change nothing. */
export interface Localisation {
  /** Whether its items have locales. Defaults to false. */
  readonly localized?: boolean | undefined;
  /** The locale of the items that exist when the collection is localised. Defaults to the default locale. */
  readonly baseLocale?: string | undefined;
}

/**
 * The base locale that a collection has after a command, as a member of it, in the transaction of the change.
 *
 * @param before the collection; undefined for a new one.
 * @throws DomainError `invalid_input`.
 */
export const localise = async (
  site: Pick<SiteRepository, 'load'>,
  before: Pick<Collection, 'baseLocale'> | undefined,
  command: Localisation,
): Promise<Pick<Collection, 'baseLocale'>> => {
  const { localized, baseLocale } = command;
  if (localized === undefined && baseLocale === undefined) return {};
  const { locales = [] } = (await site.load()).settings;
  return { baseLocale: baseLocaleAfter(before?.baseLocale, command, locales) };
};

/** @returns undefined for a collection that is not localised. */
const baseLocaleAfter = (
  before: LocaleCode | undefined,
  { localized = before !== undefined, baseLocale }: Localisation,
  locales: readonly Locale[],
): LocaleCode | undefined => {
  if (!localized) {
    if (baseLocale === undefined) return undefined;
    throw mistake('baseLocale', 'needs localized: true');
  }
  const [standard] = locales;
  if (standard === undefined) throw mistake('localized', 'needs locales, and there are none yet');
  if (baseLocale === undefined) return before ?? standard.code;
  const found = findLocale(locales, baseLocale)?.code;
  if (found === undefined) {
    throw mistake('baseLocale', `must be one of: ${locales.map(({ code }) => code).join(', ')}`);
  }
  if (before === undefined || found === before) return found;
  throw mistake('baseLocale', `is ${before}, and changes only with the code of that locale`);
};

const mistake = (path: keyof Localisation, message: string) =>
  invalid('invalid_input', [{ path, message }]);
