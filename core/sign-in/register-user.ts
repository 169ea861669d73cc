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
import {
  byPassword,
  createSession,
  type CreateSessionDependencies,
  type LoggedIn,
} from '../accounts/session.ts';

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
  Notifying;

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
    async ({ users, site, sessions }) => {
      const role = await roleOrThrow({ users, site });
      const user = await buildUser(dependencies, users, parsed, { role, passwordHash });
      await users.insert(user);
      const { session, loggedIn } = await createSession(dependencies, user, from, byPassword);
      // Stored in any case: this transaction has just stored the account.
      await sessions.insert(session, passwordHash);
      return loggedIn;
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

const roleOrThrow = async ({
  users,
  site,
}: Pick<Dependencies, 'users' | 'site'>): Promise<Role> => {
  const role = roleForRegistration(!(await users.any()), (await site.load()).settings);
  if (role !== undefined) return role;
  throw new DomainError('registration_disabled', 'Registration is disabled', {
    details: 'An administrator can enable it in the settings: registrationEnabled',
  });
};

export const newcomerRole =
  ({ users, site }: Pick<Dependencies, 'users' | 'site'>) =>
  async (): Promise<Role | undefined> =>
    roleForRegistration(!(await users.any()), (await site.load()).settings);
