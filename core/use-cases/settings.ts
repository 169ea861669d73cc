import type { Actor } from '../model/actor.ts';
import type { SettingValues } from '../model/site/settings-table.ts';
import {
  draftsArePublic,
  getSetting,
  getSettings,
  listSearchLanguages,
  updateSettings,
  type UpdateSettings,
} from '../system/manage-settings.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The settings of the site. */
export interface SettingsUseCases {
  /**
   * All settings.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly get: (actor: Actor) => Promise<SettingValues>;

  /**
   * Changes settings.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_text`.
   */
  readonly update: (actor: Actor, command: UpdateSettings) => Promise<SettingValues>;

  /**
   * The languages that the setting `searchLanguage` accepts.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly searchLanguages: (actor: Actor) => Promise<readonly string[]>;

  /** The name of the site, which everybody may see. */
  readonly siteName: () => Promise<string>;

  /** The time zone in which people plan. Driving adapters show it to everybody who may plan. */
  readonly timeZone: () => Promise<string>;

  /**
   * For how many days deleted content can be restored; 0 without a trash. Driving adapters show it to everybody who may
   * delete.
   */
  readonly trashDays: () => Promise<number>;

  /** Whether anonymous callers can read drafts. Driving adapters show it to authors. */
  readonly draftsArePublic: () => Promise<boolean>;
}

export const settingsUseCases = (dependencies: UseCaseDependencies): SettingsUseCases => ({
  get: getSettings(dependencies),
  update: updateSettings(dependencies),
  searchLanguages: listSearchLanguages(dependencies),
  siteName: getSetting(dependencies, 'siteName'),
  timeZone: getSetting(dependencies, 'timeZone'),
  trashDays: getSetting(dependencies, 'trashDays'),
  draftsArePublic: draftsArePublic(dependencies),
});
