import type { Role } from '../access/role.ts';
import { DomainError } from '../errors.ts';
import type { Tell } from '../events/tell.ts';
import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import type { Ports } from '../ports/ports.ts';
import type { Repositories } from '../ports/repositories.ts';
import { minute } from '../time.ts';
import { buildUser, explainTaken, parseNewUser, type NewUserInput } from './new-user.ts';
import { openSession, type LoggedIn } from './open-session.ts';
import { roleForNewcomer } from './registration.ts';

export interface RegisterUser extends NewUserInput {
  /** The caller's address, for the limit. */
  readonly client: string;
}

/** Every attempt that gets as far as here counts, whatever comes of it. */
const registrationLimit: Limit = { attempts: 3, windowMs: minute };

/**
 * The first account is the administrator's; exactly one, however many race for it.
 *
 * @throws DomainError `rate_limited`, `registration_disabled`, `invalid_email`, `invalid_password`,
 *   `invalid_input`, `invalid_text`, `email_taken`, `username_taken`, `overloaded`.
 */
export const registerUser =
  (
    ports: Pick<
      Ports,
      'users' | 'settings' | 'unitOfWork' | 'limiter' | 'clock' | 'ids' | 'signer' | 'passwords'
    > & { readonly tell: Tell },
  ) =>
  async ({ client, ...input }: RegisterUser): Promise<LoggedIn> => {
    await enforceLimit(ports.limiter, `register:${clientKey(client)}`, registrationLimit);
    // Asked before any work is done for a stranger, and again below where nobody can come between.
    await roleOfNext(ports);
    const parsed = parseNewUser(input);
    const passwordHash = await ports.passwords.hash(parsed.password);
    const loggedIn = await ports.unitOfWork
      .run('accounts', async ({ users, settings, sessions }) => {
        const role = await roleOfNext({ users, settings });
        const newcomer = await buildUser(ports, users, parsed, { role, passwordHash });
        await users.insert(newcomer);
        return openSession({ ...ports, sessions }, newcomer);
      })
      .catch((error: unknown) => {
        throw explainTaken(error);
      });
    await ports.tell({ type: 'user.registered', user: loggedIn.user });
    return loggedIn;
  };

const roleOfNext = async ({
  users,
  settings,
}: Pick<Repositories, 'users' | 'settings'>): Promise<Role> => {
  const role = roleForNewcomer(!(await users.any()), await settings.load());
  if (role !== undefined) return role;
  throw new DomainError('registration_disabled', 'Registration is disabled', {
    details: 'An administrator can enable it in the settings: registrationEnabled',
  });
};
