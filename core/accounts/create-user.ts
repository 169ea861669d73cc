import { authorize } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import type { Notifying } from '../events/notification.ts';
import type { Actor, Role } from '../model/actor.ts';
import { profileOf } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import {
  buildUser,
  parseNewUser,
  roleByArrival,
  withTakenField,
  type NewUserInput,
} from './new-user.ts';
import type { ShownUser } from './read-users.ts';

export interface CreateUser extends NewUserInput {
  /**
   * Defaults to `viewer`. `by-arrival` creates an admin if there is no account yet, and a viewer
   * otherwise; of concurrent calls, exactly one creates the admin.
   */
  readonly role?: Role | 'by-arrival' | undefined;
  /** Whether the user can log in. Defaults to true. */
  readonly isActive?: boolean | undefined;
}

export const createUser =
  ({
    passwords,
    store,
    ids,
    clock,
    notify,
    domainNames,
  }: Pick<Dependencies, 'passwords' | 'store' | 'ids' | 'clock' | 'domainNames'> & Notifying) =>
  async (
    actor: Actor,
    { role = 'viewer', isActive = true, ...input }: CreateUser,
  ): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const parsed = parseNewUser({ domainNames }, input);
    const passwordHash = await passwords.hash(parsed.password);
    const user = await audited(
      { store, lock: 'accounts' },
      actor,
      async ({ users }) => {
        const assigned = role === 'by-arrival' ? roleByArrival(!(await users.any())) : role;
        const properties = { role: assigned, isActive, passwordHash };
        const built = await buildUser({ ids, clock }, users, parsed, properties);
        await users.insert(built);
        return built;
      },
      (built) => ({ action: 'user.create', id: built.id, detail: built.role }),
    ).catch((error: unknown) => {
      throw withTakenField(error);
    });
    await notify({ type: 'user.registered', user: profileOf(user) });
    return {
      user: profileOf(user),
      permissions: [],
      lastSignInAt: undefined,
      signInMethods: ['password'],
    };
  };
