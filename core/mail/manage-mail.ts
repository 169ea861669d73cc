import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import { sweepAll } from '../limits/sweep-all.ts';
import type { Actor } from '../model/actor.ts';
import { mailFailureDays, mailFailuresMax, type MailFailure } from '../model/mail.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import type { Signal } from '../primitives/signal.ts';
import { day } from '../primitives/time.ts';
import { storableReason } from './deliver-mails.ts';
import { mailNotConfigured } from './queue-mail.ts';

/** How a trial has ended. */
export interface MailTrial {
  readonly sent: boolean;
  /** Why it was not sent. */
  readonly reason?: string;
}

export const testMail =
  ({
    mailer,
    users,
    store,
    ids,
    publicUrl,
  }: Pick<Dependencies, 'mailer' | 'users' | 'store' | 'ids'> & {
    readonly publicUrl: string | undefined;
  }) =>
  async (actor: Actor): Promise<MailTrial> => {
    authorize(actor, 'administer');
    const { userId } = authorizeOwnAccount(actor);
    if (mailer === undefined) throw mailNotConfigured();
    const user = await users.findById(userId);
    if (user === undefined) throw notFound('User');
    // Before the mail, which cannot be undone.
    await audited(
      { store },
      actor,
      async () => undefined,
      () => ({ action: 'mail.test' }),
    );
    const outcome = await mailer.send({
      id: ids.next(),
      to: user.email,
      subject: 'Test of mail',
      text: ['This service can send mail.', publicUrl ?? '', ''].join('\n'),
    });
    return outcome.kind === 'sent'
      ? { sent: true }
      : { sent: false, reason: storableReason(outcome.reason) };
  };

export const listMailFailures =
  ({ mails }: Pick<Dependencies, 'mails'>) =>
  async (actor: Actor): Promise<readonly MailFailure[]> => {
    authorize(actor, 'administer');
    return mails.listFailures(mailFailuresMax);
  };

export const sweepMails =
  ({ mails }: Pick<Dependencies, 'mails'>) =>
  (signal?: Signal): Promise<void> =>
    sweepAll(mails, mailFailureDays * day, signal);
