import type { Role } from '../access/role.ts';
import type { Settings } from '../settings/settings.ts';

/** The first account is the administrator's, every later one a viewer's. */
export const roleByArrival = (isFirst: boolean): Role => (isFirst ? 'admin' : 'viewer');

/** The role of whoever registers now; undefined for a later one while the setting is off. */
export const roleForNewcomer = (
  isFirst: boolean,
  { registrationEnabled }: Pick<Settings, 'registrationEnabled'>,
): Role | undefined => (isFirst || registrationEnabled ? roleByArrival(isFirst) : undefined);
