import { authorize } from '../access/policy.ts';
import { audienceOf } from '../access/visibility.ts';
import { anonymous, type Actor } from '../model/actor.ts';
import {
  maxTrashDays,
  siteNameMaxLength,
  type PublicContent,
  type Settings,
} from '../model/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import { parseText } from '../primitives/text.ts';

/** @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`. */
export const getSettings =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (actor: Actor): Promise<Settings> => {
    authorize(actor, 'administer');
    return (await site.load()).settings;
  };

/** Absent members keep their value. */
export interface UpdateSettings {
  readonly siteName?: string | undefined;
  readonly registrationEnabled?: boolean | undefined;
  readonly publicContent?: PublicContent | undefined;
  readonly trashDays?: number | undefined;
}

/** @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_text`. */
export const updateSettings =
  ({ store }: Pick<Dependencies, 'store'>) =>
  async (actor: Actor, command: UpdateSettings): Promise<Settings> => {
    authorize(actor, 'administer');
    const { siteName, registrationEnabled, publicContent, trashDays } = command;
    const changes = {
      ...(siteName !== undefined && {
        siteName: parseText('siteName', siteName, { min: 1, max: siteNameMaxLength }),
      }),
      ...(registrationEnabled !== undefined && { registrationEnabled }),
      ...(publicContent !== undefined && { publicContent }),
      ...(trashDays !== undefined && { trashDays: parseDays('trashDays', trashDays) }),
    };
    return store.exclusively('settings', async ({ site }) => {
      const revised = { ...(await site.load()).settings, ...changes };
      await site.saveSettings(revised);
      return revised;
    });
  };

const parseDays = (path: string, days: number): number => {
  if (Number.isSafeInteger(days) && days >= 0 && days <= maxTrashDays) return days;
  const message = `must be a whole number from 0 to ${maxTrashDays}`;
  throw invalid('invalid_input', [{ path, message }]);
};

/** The name of the site, which everybody may see. */
export const getSiteName =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (): Promise<string> =>
    (await site.load()).settings.siteName;

/** Whether anonymous callers can read drafts. Driving adapters show it to authors. */
export const draftsArePublic =
  ({ site }: Pick<Dependencies, 'site'>) =>
  async (): Promise<boolean> =>
    !audienceOf(anonymous, await site.load()).publishedOnly;
