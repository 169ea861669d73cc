import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Role } from '../access/role.ts';
import type { AccountPorts } from './account-ports.ts';
import { buildUser, explainTaken, parseNewUser, type NewUserInput } from './new-user.ts';
import { roleByArrival } from './registration.ts';
import type { ShownUser } from './shown-user.ts';
import { profileOf } from './user.ts';

export interface CreateUser extends NewUserInput {
  /**
   * `viewer` when absent. `by-arrival` makes the first account the administrator's, exactly one
   * however many race for it, and every later one a viewer's.
   */
  readonly role?: Role | 'by-arrival' | undefined;
  /** Whether the account can be used at once; true when absent. */
  readonly isActive?: boolean | undefined;
}

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_email`,
 *   `invalid_password`, `invalid_input`, `invalid_text`, `email_taken`, `username_taken`, `overloaded`.
 */
export const createUser =
  (ports: AccountPorts) =>
  async (
    actor: Actor,
    { role = 'viewer', isActive = true, ...input }: CreateUser,
  ): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const parsed = parseNewUser(input);
    const passwordHash = await ports.passwords.hash(parsed.password);
    const user = await ports.unitOfWork
      .run('accounts', async ({ users }) => {
        const given = role === 'by-arrival' ? roleByArrival(!(await users.any())) : role;
        const built = await buildUser(ports, users, parsed, { role: given, passwordHash });
        const newcomer = { ...built, isActive };
        await users.insert(newcomer);
        return newcomer;
      })
      .catch((error: unknown) => {
        throw explainTaken(error);
      });
    await ports.tell({ type: 'user.registered', user: profileOf(user) });
    return { user: profileOf(user), permissions: [] };
  };
