import { audited } from '../events/record-audit.ts';
import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import { mailNotConfigured, queueMail, type QueueDependencies } from '../mail/queue-mail.ts';
import { queueRequest, type ResetRequest } from '../mail/reset-request.ts';
import { resetMail, resetMailWithoutPassword } from '../mail/link-mails.ts';
import { mailedLinkLifetimeMs } from '../model/account-link.ts';
import type { User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import type { Repositories } from '../ports/store.ts';
import { hour, minute } from '../primitives/time.ts';
import { readEmail } from './email.ts';
import { storeResetLink, type ResetLinkDependencies } from './reset-links.ts';

/** Per client. Every request counts, whatever its result. */
const requestLimit: Limit = { attempts: 5, windowMs: minute };

/** Per account. Without an error, which would say which accounts exist. */
const mailLimit: Limit = { attempts: 3, windowMs: hour };

type RequestDependencies = QueueDependencies &
  Pick<Dependencies, 'mails' | 'limiter' | 'domainNames'>;

export const startResetRequest =
  (dependencies: RequestDependencies) =>
  async (client: string): Promise<(email: string) => Promise<void>> => {
    const { limiter, mailer, mails, domainNames } = dependencies;
    await enforceLimit(limiter, `forgot:${clientKey(client)}`, requestLimit);
    return async (raw) => {
      if (mailer === undefined) throw mailNotConfigured();
      const email = readEmail(raw, domainNames);
      // No account has such an address, and everybody can see that.
      if (email === undefined) return;
      await queueRequest(dependencies, { mails }, { email, client });
    };
  };

export const requestReset =
  (dependencies: RequestDependencies) =>
  async (command: { readonly email: string; readonly client: string }): Promise<void> =>
    (await startResetRequest(dependencies)(command.client))(command.email);

type AnswerDependencies = QueueDependencies &
  ResetLinkDependencies &
  Pick<Dependencies, 'store' | 'users' | 'mails' | 'limiter'>;

/**
 * Writes the mail that was asked for, in the place of the request; or none, if there is no active account with the address,
 * or if it has got enough of them.
 *
 * @param id of the request.
 */
export const answerResetRequest =
  (dependencies: AnswerDependencies) =>
  async (id: string, { email, client }: ResetRequest): Promise<void> => {
    const { store, users, mails, limiter } = dependencies;
    const found = await users.findByEmail(email);
    if (found?.isActive !== true) return mails.delete(id);
    const rejection = await limiter.attempt(`reset-mail:${found.id}`, mailLimit);
    if (rejection !== undefined) return mails.delete(id);
    await audited(
      { store, lock: 'accounts' },
      { kind: 'anonymous', request: { address: client } },
      async (inside) => {
        await inside.mails.delete(id);
        const user = await inside.users.findById(found.id);
        if (user?.isActive !== true) return undefined;
        await writeMail(dependencies, inside, user);
        return user;
      },
      (user) => user && { action: 'user.request_reset', id: user.id },
    );
  };

const writeMail = async (
  dependencies: AnswerDependencies,
  inside: Pick<Repositories, 'accountLinks' | 'mails'>,
  { id: userId, email: to, passwordHash }: User,
): Promise<void> => {
  const text =
    passwordHash === undefined
      ? resetMailWithoutPassword
      : resetMail(await storeResetLink(dependencies, inside, userId, mailedLinkLifetimeMs));
  await queueMail(dependencies, inside, { kind: 'reset', userId, to, ...text });
};
