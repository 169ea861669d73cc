import type { Role } from '../access/role.ts';
import type { Ports } from '../ports/ports.ts';
import { roleForNewcomer } from './registration.ts';

/**
 * What whoever registered now would become; undefined while nobody may. For those who show a way
 * to register: the answer can be another one a moment later.
 */
export const newcomerRole =
  ({ users, settings }: Pick<Ports, 'users' | 'settings'>) =>
  async (): Promise<Role | undefined> =>
    roleForNewcomer(!(await users.any()), await settings.load());
