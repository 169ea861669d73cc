import { exactCountMax } from '../model/content/bounded-count.ts';
import type { LocaleCode } from '../model/locale.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError } from '../primitives/errors.ts';

/** What has a locale, in words with their numbers; empty if nothing does. */
const usesOf = async (
  { collections, contents }: Pick<Repositories, 'collections' | 'contents'>,
  code: LocaleCode,
): Promise<readonly string[]> => {
  const all = await collections.list();
  const { length } = all.filter(({ baseLocale }) => baseLocale === code);
  const items = await contents.countInLocale(code, exactCountMax + 1);
  return [
    ...(length === 0
      ? []
      : [`It is the base locale of ${length} ${length === 1 ? 'collection' : 'collections'}`]),
    ...(items === 0 ? [] : [`It is that of ${numberOf(items)}, those in the trash included`]),
  ];
};

const numberOf = (items: number): string => {
  if (items > exactCountMax) return `more than ${exactCountMax} items`;
  return items === 1 ? '1 item' : `${items} items`;
};

/** @throws DomainError `locale_in_use` if something has one of the locales. */
export const assertUnused = async (
  repositories: Pick<Repositories, 'collections' | 'contents'>,
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
