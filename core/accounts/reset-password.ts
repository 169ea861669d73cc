import { audited } from '../events/record-audit.ts';
import type { Notifying } from '../events/notification.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import type { AccountLink } from '../model/account-link.ts';
import { profileOf, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';
import { parsePassword } from './password.ts';
import { storePassword } from './store-password.ts';

export interface ResetPassword {
  /** The secret of the link. */
  readonly token: string;
  readonly password: string;
  /** The caller's address, for the audit. */
  readonly client: string;
}

type ResetDependencies = Pick<
  Dependencies,
  'store' | 'users' | 'accountLinks' | 'passwords' | 'digest' | 'clock'
> &
  Notifying &
  QueueDependencies;

export const resetPassword =
  (dependencies: ResetDependencies) =>
  async ({ token, password: raw, client }: ResetPassword): Promise<void> => {
    const { store, passwords, clock, notify } = dependencies;
    const digest = await dependencies.digest.sha256(token);
    // Checked before the expensive hash, and again in the transaction.
    const { user: found } = await findLinked(dependencies, digest, clock.now());
    const passwordHash = await passwords.hash(parsePassword('password', raw));
    const user = await audited(
      { store, lock: 'accounts' },
      { kind: 'user', userId: found.id, request: { address: client } },
      async (inside) => {
        const { link, user: before } = await findLinked(inside, digest, clock.now());
        if (!(await inside.accountLinks.delete(link.digest))) throw invalidLink();
        return storePassword(dependencies, inside, before, { passwordHash, by: 'link' });
      },
      ({ id }) => ({ action: 'user.reset_password', id }),
    );
    await notify({ type: 'user.changed', user: profileOf(user) });
  };

/** @throws DomainError `invalid_link`. */
const findLinked = async (
  { accountLinks, users }: Pick<Repositories, 'accountLinks' | 'users'>,
  digest: string,
  now: EpochMs,
): Promise<{ readonly link: AccountLink; readonly user: User }> => {
  const link = await accountLinks.findByDigest(digest);
  if (link === undefined || link.expiresAt <= now) throw invalidLink();
  const user = await users.findById(link.userId);
  if (user?.isActive !== true) throw invalidLink();
  return { link, user };
};

/** For links of all kinds: nobody learns more about one than that it does not work. */
export const invalidLink = (): DomainError =>
  new DomainError('invalid_link', 'This link is not valid', {
    details: 'It has expired, was used, or was replaced by a newer one',
  });
