import { audited } from '../events/record-audit.ts';
import type { Notifying } from '../events/notification.ts';
import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import type { Role } from '../model/actor.ts';
import type { LoginClient } from '../model/session.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { DomainError } from '../primitives/errors.ts';
import { minute } from '../primitives/time.ts';
import {
  buildUser,
  parseNewUser,
  roleForRegistration,
  withTakenField,
  type NewUserInput,
} from '../accounts/new-user.ts';
import { signsInByPassword } from '../accounts/identity-rules.ts';
import type { CreateSessionDependencies, LoggedIn } from '../accounts/session.ts';
import { openFirstSession } from './open-session.ts';
import type { PasswordLoginRule } from './password-login.ts';

export interface RegisterUser extends NewUserInput {
  /** The caller's address, for the rate limit. */
  readonly client: string;
  /** What the client calls itself, for the list of sessions. */
  readonly userAgent?: string | undefined;
}

/** Per client. Every attempt counts, whatever its result. */
const registrationLimit: Limit = { attempts: 3, windowMs: minute };

type RegisterDependencies = Pick<
  Dependencies,
  'users' | 'site' | 'store' | 'limiter' | 'passwords' | 'domainNames'
> &
  CreateSessionDependencies &
  Notifying &
  RoleDependencies;

export const startRegistration =
  (dependencies: RegisterDependencies) =>
  async (
    client: string,
    userAgent?: string,
  ): Promise<(input: NewUserInput) => Promise<LoggedIn>> => {
    await enforceLimit(dependencies.limiter, `register:${clientKey(client)}`, registrationLimit);
    return (input) => createAndOpen(dependencies, input, { address: client, userAgent });
  };

export const registerUser =
  (dependencies: RegisterDependencies) =>
  async ({ client, userAgent, ...input }: RegisterUser): Promise<LoggedIn> =>
    (await startRegistration(dependencies)(client, userAgent))(input);

const createAndOpen = async (
  dependencies: RegisterDependencies,
  input: NewUserInput,
  from: LoginClient,
): Promise<LoggedIn> => {
  // Checked before the expensive hash, and again in the transaction.
  await roleOrThrow(dependencies);
  const parsed = parseNewUser(dependencies, input);
  const passwordHash = await dependencies.passwords.hash(parsed.password);
  const loggedIn = await audited(
    { store: dependencies.store, lock: 'accounts' },
    ({ user }: LoggedIn) => ({ kind: 'user', userId: user.id, request: { address: from.address } }),
    async (inside) => {
      const { users, site } = inside;
      const role = await roleOrThrow({ ...dependencies, users, site });
      const user = await buildUser(dependencies, users, parsed, { role, passwordHash });
      return openFirstSession(dependencies, inside, user, from);
    },
    ({ user: { id, role } }) => [
      { action: 'user.create', id, detail: role },
      { action: 'session.create', id },
    ],
  ).catch((error: unknown) => {
    throw withTakenField(error);
  });
  await dependencies.notify({ type: 'user.registered', user: loggedIn.user });
  return loggedIn;
};

type RoleDependencies = Pick<Dependencies, 'users' | 'site'> & PasswordLoginRule;

const roleOrThrow = async (dependencies: RoleDependencies): Promise<Role> => {
  const role = await newcomerRole(dependencies)();
  if (role !== undefined) return role;
  throw new DomainError('registration_disabled', 'Registration is disabled', {
    details:
      dependencies.passwordLogin === 'all'
        ? 'An administrator can enable it in the settings: registrationEnabled'
        : 'Sign in by the identity provider, on the login page',
  });
};

export const newcomerRole =
  ({ users, site, passwordLogin }: RoleDependencies) =>
  async (): Promise<Role | undefined> => {
    const role = roleForRegistration(!(await users.any()), (await site.load()).settings);
    // Whose password does not count could not sign in again.
    return role !== undefined && signsInByPassword(passwordLogin, role) ? role : undefined;
  };
