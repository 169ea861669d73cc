import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import { parseEmail } from '../accounts/email.ts';
import { newLink, type LinkDependencies } from '../accounts/new-link.ts';
import { withTakenField } from '../accounts/new-user.ts';
import { findUser, permissionsOf, type Permission } from '../accounts/read-users.ts';
import { parseGrants } from '../accounts/set-permissions.ts';
import { deleteAudited } from '../events/delete-audited.ts';
import { audited } from '../events/record-audit.ts';
import { invitationMail } from '../mail/link-mails.ts';
import { queueMail, type QueueDependencies } from '../mail/queue-mail.ts';
import type { Actor, Role } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import {
  invitationLifetimeMs,
  type Invitation,
  type InvitationLifetime,
} from '../model/invitation.ts';
import { isActiveAdmin, publicNameOf, type Email } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';
import { ifOpen } from './take-invitation.ts';

export interface CreateInvitation {
  readonly email: string;
  /** Of the account. */
  readonly role: Role;
  /** Of the account. None by default. */
  readonly permissions?: readonly Permission[] | undefined;
  readonly expiresIn: InvitationLifetime;
}

/** An invitation, as administrators see it. */
export interface ShownInvitation extends Pick<Invitation, 'id' | 'email' | 'role' | 'expiresAt'> {
  readonly permissions: readonly Permission[];
  /** Whether the mail server has taken the mail with its link. */
  readonly isSent: boolean;
}

export interface NewInvitation extends ShownInvitation {
  /** The complete link. Nothing else returns it. */
  readonly url: string;
}

type InviteDependencies = Pick<
  Dependencies,
  'store' | 'collections' | 'site' | 'clock' | 'domainNames'
> &
  LinkDependencies &
  QueueDependencies;

export const listInvitations =
  ({
    invitations,
    users,
    collections,
    clock,
  }: Pick<Dependencies, 'invitations' | 'users' | 'collections' | 'clock'>) =>
  async (actor: Actor): Promise<readonly ShownInvitation[]> => {
    authorize(actor, 'administer');
    const now = clock.now();
    const valid = (await invitations.list()).filter(({ expiresAt }) => expiresAt > now);
    if (valid.length === 0) return [];
    const inviters = await users.findByIds([...new Set(valid.map(({ invitedBy }) => invitedBy))]);
    const admins = new Set(inviters.filter(isActiveAdmin).map(({ id }) => id));
    const all = await collections.list();
    return valid
      .filter(({ invitedBy }) => admins.has(invitedBy))
      .map((invitation) => shown(invitation, all));
  };

const shown = (
  { id, email, role, grants, expiresAt, isSent }: Invitation,
  collections: readonly Collection[],
): ShownInvitation => ({
  id,
  email,
  role,
  permissions: permissionsOf(grants, collections),
  expiresAt,
  isSent,
});

export const createInvitation =
  (dependencies: InviteDependencies) =>
  async (
    actor: Actor,
    { email: rawEmail, role, permissions = [], expiresIn }: CreateInvitation,
  ): Promise<NewInvitation> => {
    authorize(actor, 'administer');
    const email = parseEmail(rawEmail, dependencies.domainNames);
    const { locales } = (await dependencies.site.load()).settings;
    const collections = await dependencies.collections.list();
    const grants = parseGrants({ collections, locales }, permissions);
    return invite(dependencies, actor, 'invitation.create', async () => ({
      id: dependencies.ids.next(),
      email,
      role,
      grants,
      lifetime: expiresIn,
      createdAt: dependencies.clock.now(),
    }));
  };

export const resendInvitation =
  (dependencies: InviteDependencies) =>
  async (actor: Actor, rawId: string): Promise<NewInvitation> => {
    authorize(actor, 'administer');
    const id = readUuid(rawId);
    return invite(dependencies, actor, 'invitation.resend', async ({ invitations, users }) => {
      const found = id === undefined ? undefined : await invitations.findById(id);
      const open = await ifOpen({ users }, found, dependencies.clock.now());
      if (open === undefined) throw notFound('Invitation');
      return open;
    });
  };

/** The part of an invitation that stays when it gets another link. */
type Invited = Pick<Invitation, 'id' | 'email' | 'role' | 'grants' | 'lifetime' | 'createdAt'>;

/** Makes a link in the name of the caller, and queues the mail with it. */
const invite = async (
  dependencies: InviteDependencies,
  actor: Actor,
  action: 'invitation.create' | 'invitation.resend',
  find: (inside: Repositories) => Promise<Invited>,
): Promise<NewInvitation> => {
  const { store, clock, collections, publicUrl } = dependencies;
  const { userId } = authorizeOwnAccount(actor);
  const all = await collections.list();
  const { url, digest } = await newLink(dependencies, 'invitation');
  const invitation = await audited(
    { store, lock: 'accounts' },
    actor,
    async (inside) => {
      const inviter = await findUser(inside.users, userId);
      const invited = await find(inside);
      await assertNotTaken(inside, invited.email);
      const expiresAt = clock.now() + invitationLifetimeMs[invited.lifetime];
      const mailId = await queueMail(dependencies, inside, {
        kind: 'invitation',
        userId: undefined,
        to: invited.email,
        ...invitationMail(publicNameOf(inviter), publicUrl, { url, expiresAt }),
      });
      const link = { digest, expiresAt, invitedBy: userId, mailId, isSent: false };
      const { id, email, role, grants, lifetime, createdAt } = invited;
      const next = { id, email, role, grants, lifetime, createdAt, ...link };
      await inside.invitations.store(next);
      return next;
    },
    ({ id, role }) => ({ action, id, detail: role }),
  );
  return { ...shown(invitation, all), url };
};

/** @throws DomainError `email_taken`. */
export const assertNotTaken = async (
  { users }: Pick<Repositories, 'users'>,
  email: Email,
): Promise<void> => {
  if ((await users.findByEmail(email)) === undefined) return;
  throw withTakenField(new DomainError('email_taken', 'This email is taken'));
};

export const withdrawInvitation =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor, rawId: string): Promise<void> => {
    authorize(actor, 'administer');
    await deleteAudited(dependencies, actor, {
      what: 'Invitation',
      id: rawId,
      remove: ({ invitations }, id) => invitations.delete(id),
      operation: (id) => ({ action: 'invitation.withdraw', id }),
    });
  };
