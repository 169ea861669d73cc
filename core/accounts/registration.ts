import type { Role } from '../access/role.ts';
import { DomainError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The role of whoever registers now: the first user is the administrator, later ones are viewers.
 *
 * @throws DomainError `registration_disabled` for a later one while the setting is off.
 */
export const roleForNewcomer = (
  isFirst: boolean,
  { registrationEnabled }: Pick<Settings, 'registrationEnabled'>,
): Role => {
  if (isFirst) return 'admin';
  if (registrationEnabled) return 'viewer';
  throw new DomainError('registration_disabled', 'Registration is disabled', {
    details:
      'An administrator can enable it: set registrationEnabled with PUT /api/settings or under Settings in the admin',
  });
};
