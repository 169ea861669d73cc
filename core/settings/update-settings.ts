import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Ports } from '../ports/ports.ts';
import { parseText } from '../text.ts';
import { siteNameMaxLength, type PublicContent, type Settings } from './settings.ts';

/** What is absent stays as it is. */
export interface UpdateSettings {
  readonly siteName?: string | undefined;
  readonly registrationEnabled?: boolean | undefined;
  readonly publicContent?: PublicContent | undefined;
}

/** @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_text`. */
export const updateSettings =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  async (actor: Actor, command: UpdateSettings): Promise<Settings> => {
    authorize(actor, 'administer');
    const { siteName, registrationEnabled, publicContent } = command;
    const changes = {
      ...(siteName !== undefined && {
        siteName: parseText('siteName', siteName, { min: 1, max: siteNameMaxLength }),
      }),
      ...(registrationEnabled !== undefined && { registrationEnabled }),
      ...(publicContent !== undefined && { publicContent }),
    };
    return unitOfWork.run('settings', async ({ settings }) => {
      const revised = { ...(await settings.load()), ...changes };
      await settings.save(revised);
      return revised;
    });
  };
