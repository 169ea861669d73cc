import { authorize } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import { handedLinkLifetimeMs } from '../model/account-link.ts';
import type { Actor } from '../model/actor.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import type { EpochMs } from '../primitives/time.ts';
import { newLink, type LinkDependencies } from './new-link.ts';
import { findUser } from './read-users.ts';

export interface ResetLink {
  /** The complete link. Nothing else returns it. */
  readonly url: string;
  readonly expiresAt: EpochMs;
}

export type ResetLinkDependencies = LinkDependencies & Pick<Dependencies, 'clock'>;

/**
 * Makes a link that gives an account a new password, in the place of earlier ones.
 *
 * @param inside a transaction with the lock `accounts`: the account cannot change meanwhile.
 */
export const storeResetLink = async (
  dependencies: ResetLinkDependencies,
  { accountLinks }: Pick<Repositories, 'accountLinks'>,
  userId: string,
  lifetimeMs: number,
): Promise<ResetLink> => {
  const { url, digest } = await newLink(dependencies, 'reset');
  const createdAt = dependencies.clock.now();
  const expiresAt = createdAt + lifetimeMs;
  await accountLinks.store({ userId, digest, createdAt, expiresAt });
  return { url, expiresAt };
};

export const createResetLink =
  (dependencies: ResetLinkDependencies & Pick<Dependencies, 'store'>) =>
  async (actor: Actor, rawId: string): Promise<ResetLink> => {
    authorize(actor, 'administer');
    const { store } = dependencies;
    const { link } = await audited(
      { store, lock: 'accounts' },
      actor,
      async (inside) => {
        const { id } = await findUser(inside.users, rawId);
        return { id, link: await storeResetLink(dependencies, inside, id, handedLinkLifetimeMs) };
      },
      ({ id }) => ({ action: 'user.create_reset_link', id }),
    );
    return link;
  };
