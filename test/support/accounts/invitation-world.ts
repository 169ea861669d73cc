import type { CreateInvitation, InvitedUser, UserActor } from '../../../core/index.ts';
import type { LoggedIn, NewInvitation, ShownInvitation } from '../../../core/vocabulary.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';
import { secretOf } from '../mail/link-in.ts';
import { linkWorld, newPassword, type LinkWorld } from './link-world.ts';

/** The core with helpers for invitations. Fake the timers of `Date` before. */
export interface InvitationWorld extends LinkWorld {
  /** Invites a new address as an author, for a week. */
  readonly invite: (
    command?: Partial<CreateInvitation>,
    inviter?: UserActor,
  ) => Promise<NewInvitation & { readonly secret: string }>;
  /** Accepts with another client than before. */
  readonly accept: (token: string, input?: Partial<InvitedUser>) => Promise<LoggedIn>;
  readonly open: () => Promise<readonly ShownInvitation[]>;
}

export const invitationWorld = async (options?: MemoryCmsOptions): Promise<InvitationWorld> => {
  const world = await linkWorld(options);
  const { cms, admin } = world;
  let invited = 0;
  return {
    ...world,
    invite: async (command = {}, inviter = admin) => {
      const email = `invited${(invited += 1)}@example.org`;
      const defaults = { email, role: 'author', expiresIn: '7d' } as const;
      const created = await cms.invitations.create(inviter, { ...defaults, ...command });
      return { ...created, secret: secretOf(created.url) };
    },
    accept: (token, input = {}) =>
      cms.invitations.accept({ token, password: newPassword, client: world.newClient(), ...input }),
    open: () => cms.invitations.list(admin),
  };
};
