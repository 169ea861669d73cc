import type { LocaleCode } from '../model/locale.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError } from '../primitives/errors.ts';

/** What has a locale, in words with their numbers; empty if nothing does. */
const usesOf = async (
  { collections }: Pick<Repositories, 'collections'>,
  code: LocaleCode,
): Promise<readonly string[]> => {
  const all = await collections.list();
  const { length } = all.filter(({ baseLocale }) => baseLocale === code);
  return length === 0
    ? []
    : [`It is the base locale of ${length} ${length === 1 ? 'collection' : 'collections'}`];
};

/** @throws DomainError `locale_in_use` if something has one of the locales. */
export const assertUnused = async (
  repositories: Pick<Repositories, 'collections'>,
  codes: readonly LocaleCode[],
): Promise<void> => {
  for (const code of codes) {
    const uses = await usesOf(repositories, code);
    if (uses.length > 0) {
      throw new DomainError('locale_in_use', `The locale '${code}' is in use`, {
        details: uses.join('. '),
      });
    }
  }
};
