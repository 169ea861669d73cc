import { parseLocales, type LocaleList, type LocaleRequest } from '../locales/parse-locales.ts';
import { readLocaleCode, type Locale, type LocaleCode } from '../model/locale.ts';
import type { FileLocale } from './schema-file.ts';

/**
 * The locales that a file asks for, and those that are renamed. Members that the file lacks are those of the stored locale.
 *
 * @param languages those of the search.
 * @throws DomainError `invalid_input`.
 */
export const declaredLocales = (
  locales: readonly FileLocale[],
  stored: readonly Locale[],
  languages: readonly string[],
): LocaleList => {
  const formerOf = ({ renamedFrom }: FileLocale): LocaleCode | undefined => {
    const code = renamedFrom === undefined ? undefined : readLocaleCode(renamedFrom);
    return stored.some((each) => each.code === code) ? code : undefined;
  };
  const next = new Map(
    locales.flatMap((each) => {
      const code = readLocaleCode(each.code);
      return code === undefined ? [] : [[formerOf(each) ?? code, code] as const];
    }),
  );
  const requests = locales.map((each): LocaleRequest => {
    const { code, name, fallback, searchLanguage } = each;
    const renamedFrom = formerOf(each);
    const known = renamedFrom ?? readLocaleCode(code);
    const before = stored.find((other) => other.code === known);
    const keptFallback = before?.fallback.flatMap((other) => next.get(other) ?? []);
    return {
      code,
      name: name ?? before?.name,
      fallback: fallback ?? keptFallback,
      searchLanguage:
        searchLanguage === undefined ? before?.searchLanguage : (searchLanguage ?? undefined),
      renamedFrom,
    };
  });
  return parseLocales(requests, stored, languages);
};
