import { audited } from '../events/record-audit.ts';
import type { Notifying } from '../events/notification.ts';
import { takeInvitation } from '../invitations/take-invitation.ts';
import { buildUser } from '../accounts/new-user.ts';
import { roleOfGroups, type IdentityRules } from '../accounts/identity-rules.ts';
import { changeUser } from '../accounts/update-user.ts';
import { linkNotice, notice } from '../mail/notices.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import type { Role } from '../model/actor.ts';
import type { AuditedActor, AuditedOperation } from '../model/audit-entry.ts';
import type { LoginClient } from '../model/session.ts';
import { profileOf, type Email, type User } from '../model/user.ts';
import type { ProvenIdentity } from '../ports/identity-provider.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { hasCode } from '../primitives/errors.ts';
import { claimedEmail, claimedGroups, claimedNames } from './identity-claims.ts';
import type { SignInFailure } from './sign-in-failure.ts';

export type IdentifyDependencies = Pick<
  Dependencies,
  'store' | 'users' | 'identities' | 'clock' | 'domainNames' | 'log'
> &
  Notifying &
  QueueDependencies & { readonly identityRules: IdentityRules };

type Identified = User | SignInFailure;

/**
 * The account of an identity: that which it is linked to, and otherwise, as far as the rules allow it, the one with its
 * verified address, or a new one. Names and the role are as the provider says now.
 */
export const identifiedUser = async (
  dependencies: IdentifyDependencies,
  identity: ProvenIdentity,
  from: LoginClient,
): Promise<Identified> => {
  const linked = await dependencies.identities.find(identity);
  const user = linked && (await dependencies.users.findById(linked.userId));
  if (user === undefined) return admit(dependencies, identity, from);
  return user.isActive ? refresh(dependencies, user, identity, from) : 'oidc_inactive';
};

/** Stores the names and the role of the provider if they differ. */
const refresh = async (
  dependencies: IdentifyDependencies,
  user: User,
  identity: ProvenIdentity,
  from: LoginClient,
): Promise<User> => {
  const claimed: Partial<User> = {
    ...claimedNames(identity.claims),
    ...managedRole(dependencies, identity),
  };
  const changes = changed(user, claimed);
  if (Object.keys(changes).length === 0) return user;
  const by = actorOf(user, from);
  try {
    return await changeUser(dependencies, by, user.id, changes);
  } catch (error) {
    // Groups never take away the last administrator.
    if (!hasCode(error, 'last_admin')) throw error;
    dependencies.log.warn('The last administrator keeps the role, whatever its groups say', {
      user: user.id,
    });
    const { role: _, ...names } = changes;
    return Object.keys(names).length === 0 ? user : changeUser(dependencies, by, user.id, names);
  }
};

const changed = (user: User, claimed: Partial<User>): Partial<User> =>
  Object.fromEntries(
    Object.entries(claimed).filter(([member, value]) => user[member as keyof User] !== value),
  );

const managedRole = (
  { identityRules: { groupRoles } }: Pick<IdentifyDependencies, 'identityRules'>,
  { claims }: ProvenIdentity,
): { readonly role?: Role } =>
  groupRoles === undefined
    ? {}
    : { role: roleOfGroups(groupRoles, claimedGroups(claims, groupRoles.claim)) };

const actorOf = ({ id }: Pick<User, 'id'>, { address }: LoginClient): AuditedActor => ({
  kind: 'user',
  userId: id,
  request: { address },
});

/** What a first sign-in has stored. */
interface Admission {
  readonly user: User;
  readonly isNew: boolean;
  /** The id of the one that was used up. */
  readonly invitation?: string | undefined;
}

const isAdmission = (result: Admission | SignInFailure | 'try again'): result is Admission =>
  typeof result === 'object';

/** The first sign-in with an identity. */
const admit = async (
  dependencies: IdentifyDependencies,
  identity: ProvenIdentity,
  from: LoginClient,
): Promise<Identified> => {
  const { linksByEmail, creates } = dependencies.identityRules;
  const { email, isVerified } = claimedEmail(identity.claims, dependencies.domainNames);
  if (email === undefined || (!linksByEmail && creates === 'none')) return 'oidc_unknown_account';
  // Whether there is such an account or not: others must not learn it by an address of theirs.
  if (!isVerified) return 'oidc_email_unverified';
  const admitted = await audited(
    { store: dependencies.store, lock: 'accounts' },
    (result: Admission | SignInFailure | 'try again') =>
      isAdmission(result) ? actorOf(result.user, from) : { kind: 'anonymous' },
    async (inside) => {
      if ((await inside.identities.find(identity)) !== undefined) return 'try again';
      const existing = await inside.users.findByEmail(email);
      return existing === undefined
        ? createAccount(dependencies, inside, identity, email)
        : linkAccount(dependencies, inside, identity, existing);
    },
    (result) => (isAdmission(result) ? operationsOf(result) : undefined),
  ).catch((error: unknown) => {
    // A collection of the grants was deleted between two statements of the transaction, which has stored nothing.
    if (hasCode(error, 'collection_not_found')) return 'try again' as const;
    throw error;
  });
  if (admitted === 'try again') return identifiedUser(dependencies, identity, from);
  if (!isAdmission(admitted)) return admitted;
  const { user, isNew } = admitted;
  if (!isNew) return refresh(dependencies, user, identity, from);
  await dependencies.notify({ type: 'user.registered', user: profileOf(user) });
  return user;
};

const operationsOf = ({
  user: { id, role },
  isNew,
  invitation,
}: Admission): readonly AuditedOperation[] => [
  ...(invitation === undefined ? [] : [{ action: 'invitation.accept', id: invitation } as const]),
  ...(isNew ? [{ action: 'user.create', id, detail: role } as const] : []),
  { action: 'user.link_identity', id },
];

/** Never of an admin: otherwise, control of the address at the provider would be enough to be one here. */
const linkAccount = async (
  dependencies: IdentifyDependencies,
  inside: Repositories,
  { issuer, subject }: ProvenIdentity,
  user: User,
): Promise<Admission | SignInFailure> => {
  const { identityRules, clock } = dependencies;
  const isAdmin = [user, ...user.grants].some(({ role }) => role === 'admin');
  if (!identityRules.linksByEmail || isAdmin) return 'oidc_unknown_account';
  if (!user.isActive) return 'oidc_inactive';
  const createdAt = clock.now();
  const isStored = await inside.identities.insert({ userId: user.id, issuer, subject, createdAt });
  // The account has another identity.
  if (!isStored) return 'oidc_unknown_account';
  const { name } = identityRules;
  await notice(dependencies, inside, user, linkNotice(name, createdAt, 'linked'));
  return { user, isNew: false };
};

const createAccount = async (
  dependencies: IdentifyDependencies,
  inside: Repositories,
  identity: ProvenIdentity,
  email: Email,
): Promise<Admission | SignInFailure> => {
  const { identityRules, clock } = dependencies;
  const { creates } = identityRules;
  const invitation =
    creates === 'none' ? undefined : await takeInvitation(inside, email, clock.now());
  if (invitation === undefined && creates !== 'any') return 'oidc_unknown_account';
  const { role = invitation?.role ?? 'viewer' } = managedRole(dependencies, identity);
  // Otherwise nobody could become an administrator: the first registration does.
  if (role !== 'admin' && !(await inside.users.any())) return 'oidc_unknown_account';
  const { firstName = '', lastName = '' } = claimedNames(identity.claims);
  const names = { email, username: undefined, firstName, lastName };
  const properties = { role, grants: invitation?.grants ?? [], passwordHash: undefined };
  const user = await buildUser(dependencies, inside.users, names, properties);
  await inside.users.insert(user);
  const { issuer, subject } = identity;
  const { id: userId, createdAt } = user;
  await inside.identities.insert({ userId, issuer, subject, createdAt });
  return { user, isNew: true, invitation: invitation?.id };
};
