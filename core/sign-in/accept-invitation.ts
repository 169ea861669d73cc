import {
  buildUser,
  parseNewNames,
  withTakenField,
  type NewNamesInput,
  type ParsedNewNames,
} from '../accounts/new-user.ts';
import { parsePassword } from '../accounts/password.ts';
import { invalidLink } from '../accounts/reset-password.ts';
import type { CreateSessionDependencies, LoggedIn } from '../accounts/session.ts';
import { audited } from '../events/record-audit.ts';
import type { Notifying } from '../events/notification.ts';
import { assertNotTaken } from '../invitations/manage-invitations.ts';
import { ifOpen, takeInvitationByLink } from '../invitations/take-invitation.ts';
import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import type { LoginClient } from '../model/session.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { hasCode } from '../primitives/errors.ts';
import { minute } from '../primitives/time.ts';
import { openFirstSession } from './open-session.ts';
import { assertSignsInByPassword, type PasswordLoginRule } from './password-login.ts';

/** What the owner of an invited address says about the account. */
export interface InvitedUser extends NewNamesInput {
  /** The secret of the link. */
  readonly token: string;
  readonly password: string;
}

export interface AcceptInvitation extends InvitedUser {
  /** The caller's address, for the rate limit. */
  readonly client: string;
  /** What the client calls itself, for the list of sessions. */
  readonly userAgent?: string | undefined;
}

/** Per client, beside that of registrations. Every attempt counts, whatever its result. */
const acceptanceLimit: Limit = { attempts: 3, windowMs: minute };

type AcceptDependencies = Pick<
  Dependencies,
  'store' | 'users' | 'invitations' | 'limiter' | 'passwords'
> &
  CreateSessionDependencies &
  Notifying &
  PasswordLoginRule;

export const startAcceptance =
  (dependencies: AcceptDependencies) =>
  async (
    client: string,
    userAgent?: string,
  ): Promise<(input: InvitedUser) => Promise<LoggedIn>> => {
    await enforceLimit(dependencies.limiter, `invitation:${clientKey(client)}`, acceptanceLimit);
    return (input) => acceptAndOpen(dependencies, input, { address: client, userAgent });
  };

export const acceptInvitation =
  (dependencies: AcceptDependencies) =>
  async ({ client, userAgent, ...input }: AcceptInvitation): Promise<LoggedIn> =>
    (await startAcceptance(dependencies)(client, userAgent))(input);

const acceptAndOpen = async (
  dependencies: AcceptDependencies,
  input: InvitedUser,
  from: LoginClient,
): Promise<LoggedIn> => {
  const { invitations, users, clock, passwords } = dependencies;
  const digest = await dependencies.digest.sha256(input.token);
  // Checked before the expensive hash, and again in the transaction.
  const found = await ifOpen({ users }, await invitations.findByDigest(digest), clock.now());
  if (found === undefined) throw invalidLink();
  // A session now, and no way to sign in later: by the provider, the same invitation makes a better account.
  assertSignsInByPassword(dependencies, found.role);
  const names = parseNewNames(input);
  const passwordHash = await passwords.hash(parsePassword('password', input.password));
  const loggedIn = await createAndOpen(dependencies, { digest, names, passwordHash }, from);
  await dependencies.notify({ type: 'user.registered', user: loggedIn.user });
  return loggedIn;
};

interface Owner {
  readonly digest: string;
  readonly names: ParsedNewNames;
  readonly passwordHash: string;
}

interface Accepted {
  /** Of the invitation. */
  readonly id: string;
  readonly loggedIn: LoggedIn;
}

const createAndOpen = async (
  dependencies: AcceptDependencies,
  owner: Owner,
  from: LoginClient,
): Promise<LoggedIn> => {
  const { store, clock } = dependencies;
  const { digest, names, passwordHash } = owner;
  const accepted = await audited(
    { store, lock: 'accounts' },
    ({ loggedIn: { user } }: Accepted) => ({
      kind: 'user',
      userId: user.id,
      request: { address: from.address },
    }),
    async (inside) => {
      const invitation = await takeInvitationByLink(inside, digest, clock.now());
      if (invitation === undefined) throw invalidLink();
      const { id, email, role, grants } = invitation;
      await assertNotTaken(inside, email);
      const properties = { role, grants, passwordHash };
      const user = await buildUser(dependencies, inside.users, { email, ...names }, properties);
      return { id, loggedIn: await openFirstSession(dependencies, inside, user, from) };
    },
    ({ id, loggedIn: { user } }) => [
      { action: 'invitation.accept', id },
      { action: 'user.create', id: user.id, detail: user.role },
      { action: 'session.create', id: user.id },
    ],
  ).catch((error: unknown) => {
    // A collection was deleted between two statements of the transaction, which has stored nothing.
    if (hasCode(error, 'collection_not_found')) return undefined;
    throw withTakenField(error);
  });
  return accepted?.loggedIn ?? createAndOpen(dependencies, owner, from);
};
