import { notice, passwordNotice } from '../mail/notices.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import { revisedUser, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { endAccess } from './end-access.ts';

interface NewPassword {
  readonly passwordHash: string;
  readonly by: 'owner' | 'link';
  /** The session that stays. */
  readonly except?: string;
}

/**
 * Gives an account another password, ends what the former one let in, and tells the address.
 *
 * @param inside a transaction with the lock `accounts`. @param before as it is stored.
 * @returns the account after the change.
 */
export const storePassword = async (
  dependencies: QueueDependencies & Pick<Dependencies, 'clock'>,
  inside: Repositories,
  before: User,
  { passwordHash, by, ...options }: NewPassword,
): Promise<User> => {
  const after = revisedUser(before, { passwordHash }, dependencies.clock.now());
  await inside.users.update(after);
  await endAccess(inside, after.id, options);
  await notice(dependencies, inside, after, passwordNotice(after, by));
  return after;
};
