import type { User } from '../model/user.ts';
import type { Repositories } from '../ports/store.ts';
import { queueMail, type QueueDependencies } from './queue-mail.ts';

/** Tells the address of an account that its password was changed, if mail is configured. @param user after the change. */
export const noticePassword = (
  dependencies: QueueDependencies,
  inside: Pick<Repositories, 'mails'>,
  { id, email, updatedAt }: User,
  by: 'owner' | 'administrator',
): Promise<void> =>
  queueMail(dependencies, inside, {
    kind: 'notice',
    userId: id,
    to: email,
    subject: 'Your password was changed',
    text: passwordText(dependencies.publicUrl, by, new Date(updatedAt).toISOString()),
  });

const passwordText = (
  publicUrl: string | undefined,
  by: 'owner' | 'administrator',
  at: string,
): string => {
  const who = by === 'owner' ? '' : ' by an administrator';
  const link = publicUrl === undefined ? [] : ['', `${publicUrl}/admin`];
  return [
    `The password of your account was changed${who} at ${at}. All other sessions of the account have ended.`,
    '',
    'If you know about this, there is nothing to do. If not, tell your administrator.',
    ...link,
    '',
  ].join('\n');
};
