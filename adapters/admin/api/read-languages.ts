import { hasLocales } from '../shell/locales.ts';
import { readSummaries } from './read-summaries.ts';

/**
 * Adds their languages to entries that name items: where translations have the same title, only the language tells them
 * apart. An entry of an item without a language stays as it is. Reads nothing while the service has no languages.
 *
 * @throws ApiError, OfflineError.
 */
export const withLanguages = async <T extends { readonly id: string }>(
  entries: readonly T[],
): Promise<readonly (T & { readonly locale?: string })[]> => {
  if (!hasLocales() || entries.length === 0) return entries;
  const items = await readSummaries(entries.map(({ id }) => id));
  const languages = new Map(items.map(({ id, locale }) => [id, locale]));
  return entries.map((entry) => {
    const locale = languages.get(entry.id);
    return locale === undefined ? entry : { ...entry, locale };
  });
};
