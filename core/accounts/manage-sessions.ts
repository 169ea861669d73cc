import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import { deleteAudited } from '../events/delete-audited.ts';
import { audited } from '../events/record-audit.ts';
import type { Actor } from '../model/actor.ts';
import type { Session } from '../model/session.ts';
import type { Dependencies } from '../ports/ports.ts';
import { findUser } from './read-users.ts';

/** A session as its user and administrators see it. The id of its token is not part of it. */
export interface ShownSession extends Omit<Session, 'id' | 'userId' | 'expiresAt' | 'publicId'> {
  /** The session's `publicId`. */
  readonly id: string;
  /** Whether it is the session of the request. */
  readonly isCurrent: boolean;
}

type ReadDependencies = Pick<Dependencies, 'sessions' | 'clock'>;

export const listOwnSessions =
  (dependencies: ReadDependencies) =>
  async (actor: Actor): Promise<readonly ShownSession[]> =>
    shownSessions(dependencies, actor, authorizeOwnAccount(actor).userId);

export const listUserSessions =
  (dependencies: ReadDependencies & Pick<Dependencies, 'users'>) =>
  async (actor: Actor, userId: string): Promise<readonly ShownSession[]> => {
    authorize(actor, 'administer');
    return shownSessions(dependencies, actor, (await findUser(dependencies.users, userId)).id);
  };

const shownSessions = async (
  { sessions, clock }: ReadDependencies,
  actor: Actor,
  userId: string,
): Promise<readonly ShownSession[]> => {
  const stored = await sessions.listByUser(userId);
  const current = actor.kind === 'user' ? actor.sessionId : undefined;
  return stored
    .filter(({ expiresAt }) => expiresAt > clock.now())
    .map(({ id, userId: _, expiresAt: __, publicId, ...shown }) => ({
      ...shown,
      id: publicId,
      isCurrent: id === current,
    }));
};

export const endOwnSession =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor, rawId: string): Promise<void> => {
    const { userId } = authorizeOwnAccount(actor);
    await deleteAudited(dependencies, actor, {
      what: 'Session',
      id: rawId,
      remove: ({ sessions }, id) => sessions.deleteByPublicId(userId, id),
      operation: () => ({ action: 'session.end', id: userId }),
    });
  };

export const endUserSessions =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor, rawUserId: string): Promise<void> => {
    authorize(actor, 'administer');
    await audited(
      dependencies,
      actor,
      async ({ users, sessions }) => {
        const { id } = await findUser(users, rawUserId);
        await sessions.deleteByUser(id, undefined);
        return id;
      },
      (id) => ({ action: 'session.end_all', id }),
    );
  };
