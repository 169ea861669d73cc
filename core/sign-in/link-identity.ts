import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import {
  signsInByPassword,
  type IdentityRules,
  type PasswordLogin,
} from '../accounts/identity-rules.ts';
import { findUser } from '../accounts/read-users.ts';
import { linkNotice, notice } from '../mail/notices.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import type { Actor } from '../model/actor.ts';
import type { User } from '../model/user.ts';
import type { ProvenIdentity } from '../ports/identity-provider.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import { providerOf, type BeginDependencies } from './begin-sign-in.ts';
import type { LinkingSession } from './begun-sign-in.ts';

export type LinkDependencies = Pick<Dependencies, 'store' | 'clock'> &
  QueueDependencies & { readonly identityRules: IdentityRules };

/**
 * Links an identity to the account of the session that has begun it, if the caller still has that session.
 *
 * @returns why nothing was linked, for the log; undefined if the account has the identity now.
 */
export const linkIdentity = async (
  dependencies: LinkDependencies,
  actor: Actor,
  { userId, sessionId }: LinkingSession,
  { issuer, subject }: ProvenIdentity,
): Promise<string | undefined> => {
  if (actor.kind !== 'user' || actor.userId !== userId || actor.sessionId !== sessionId) {
    return 'The session that has begun the link has ended';
  }
  const { store, clock, identityRules } = dependencies;
  const result = await audited(
    { store, lock: 'accounts' },
    actor,
    async (inside): Promise<'linked' | 'was linked' | { readonly problem: string }> => {
      const live = await inside.sessions.find(sessionId);
      if (live?.user.isActive !== true) return { problem: 'The session has ended' };
      const linked = await inside.identities.find({ issuer, subject });
      if (linked?.userId === userId) return 'was linked';
      if (linked !== undefined) return { problem: 'The identity belongs to another account' };
      const createdAt = clock.now();
      const isStored = await inside.identities.insert({ userId, issuer, subject, createdAt });
      if (!isStored) return { problem: 'The account has another identity' };
      const told = linkNotice(identityRules.name, createdAt, 'linked');
      await notice(dependencies, inside, live.user, told);
      return 'linked';
    },
    (outcome) => (outcome === 'linked' ? { action: 'user.link_identity', id: userId } : undefined),
  );
  return typeof result === 'object' ? result.problem : undefined;
};

export type UnlinkDependencies = LinkDependencies &
  Pick<BeginDependencies, 'identityProvider' | 'publicUrl'> & {
    readonly passwordLogin: PasswordLogin;
  };

export const unlinkOwnIdentity =
  (dependencies: UnlinkDependencies) =>
  async (actor: Actor): Promise<void> => {
    const { userId } = authorizeOwnAccount(actor);
    await unlink(dependencies, actor, userId);
  };

export const unlinkIdentity =
  (dependencies: UnlinkDependencies) =>
  async (actor: Actor, userId: string): Promise<void> => {
    authorize(actor, 'administer');
    await unlink(dependencies, actor, userId);
  };

/** Administrators can take away the last way to sign in, but not their own. */
const unlink = async (
  dependencies: UnlinkDependencies,
  actor: Actor,
  rawUserId: string,
): Promise<void> => {
  providerOf(dependencies);
  const { store, clock, identityRules, passwordLogin } = dependencies;
  await audited(
    { store, lock: 'accounts' },
    actor,
    async (inside) => {
      const user = await findUser(inside.users, rawUserId);
      if (!(await inside.identities.deleteByUser(user.id))) throw notFound('Linked identity');
      const isOwn = actor.kind === 'user' && actor.userId === user.id;
      if (isOwn && !hasUsablePassword(user, passwordLogin)) throw lastSignIn();
      const told = linkNotice(identityRules.name, clock.now(), 'unlinked');
      await notice(dependencies, inside, user, told);
      return user.id;
    },
    (id) => ({ action: 'user.unlink_identity', id }),
  );
};

const hasUsablePassword = (
  { passwordHash, role }: Pick<User, 'passwordHash' | 'role'>,
  passwordLogin: PasswordLogin,
): boolean => passwordHash !== undefined && signsInByPassword(passwordLogin, role);

const lastSignIn = (): DomainError =>
  new DomainError('last_sign_in', 'Without this link, you could not sign in any more', {
    details: 'Set a password that signs in first',
  });
