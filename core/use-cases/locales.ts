import {
  listLocales,
  updateLocales,
  type ExpectedLocales,
  type UpdateLocales,
} from '../locales/update-locales.ts';
import type { Actor } from '../model/actor.ts';
import type { Locale } from '../model/locale.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The languages in which content is written. */
export interface LocaleUseCases {
  /** All locales, in their order: the first one is the default. Everybody may see them. A new service has none. */
  readonly list: () => Promise<readonly Locale[]>;

  /**
   * Replaces the list. With `renamedFrom`, a locale gets another code, and so does everything that has it; no item is written.
   * Another order changes the default locale, and nothing else.
   *
   * @param isExpected whether the stored list may be replaced. By default, any may.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_text`;
   *   `version_mismatch` if the stored list is not as expected; `locale_in_use` if a removed locale is the base locale of a
   *   collection.
   */
  readonly update: (
    actor: Actor,
    command: UpdateLocales,
    isExpected?: ExpectedLocales,
  ) => Promise<readonly Locale[]>;
}

export const localeUseCases = (dependencies: UseCaseDependencies): LocaleUseCases => ({
  list: listLocales(dependencies),
  update: updateLocales(dependencies),
});
