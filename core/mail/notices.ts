import type { User } from '../model/user.ts';
import type { Repositories } from '../ports/store.ts';
import type { EpochMs } from '../primitives/time.ts';
import { queueMail, type QueueDependencies } from './queue-mail.ts';

/** What is told about a change. */
export interface Notice {
  readonly subject: string;
  /** Sentences: what has changed, when, and what has ended by it. */
  readonly what: string;
}

/** Tells the address of an account about a change of how one signs in to it, if mail is configured. */
export const notice = async (
  dependencies: QueueDependencies,
  inside: Pick<Repositories, 'mails'>,
  { id, email }: Pick<User, 'id' | 'email'>,
  { subject, what }: Notice,
): Promise<void> => {
  await queueMail(dependencies, inside, {
    kind: 'notice',
    userId: id,
    to: email,
    subject,
    text: [
      what,
      '',
      'If you know about this, there is nothing to do. If not, tell your administrator.',
      ...(dependencies.publicUrl === undefined ? [] : ['', `${dependencies.publicUrl}/admin`]),
      '',
    ].join('\n'),
  });
};

/** @param provider what people call the identity provider. */
export const linkNotice = (
  provider: string,
  at: EpochMs,
  change: 'linked' | 'unlinked',
): Notice => {
  const when = new Date(at).toISOString();
  return change === 'linked'
    ? {
        subject: 'A way to sign in was added',
        what: `Since ${when}, one signs in to your account with ${provider}, too.`,
      }
    : {
        subject: 'A way to sign in was removed',
        what: `Since ${when}, nobody signs in to your account with ${provider} any more.`,
      };
};

/** @param user after the change. */
export const passwordNotice = (
  { updatedAt }: Pick<User, 'updatedAt'>,
  by: 'owner' | 'administrator' | 'link',
): Notice => {
  const who = { owner: '', administrator: ' by an administrator', link: ' with a link' }[by];
  const ended = by === 'owner' ? 'All other sessions' : 'All sessions';
  const at = new Date(updatedAt).toISOString();
  return {
    subject: 'Your password was changed',
    what: `The password of your account was changed${who} at ${at}. ${ended} of the account have ended.`,
  };
};
