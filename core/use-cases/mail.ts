import { answerResetRequest } from '../accounts/request-reset.ts';
import { deliverMails } from '../mail/deliver-mails.ts';
import { listMailFailures, testMail, type MailTrial } from '../mail/manage-mail.ts';
import type { Actor } from '../model/actor.ts';
import type { MailFailure } from '../model/mail.ts';
import type { Signal } from '../primitives/signal.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Mail. */
export interface MailUseCases {
  /** Whether this service sends mail. Driving adapters use it to decide what to offer. */
  readonly isConfigured: () => boolean;

  /**
   * Sends a mail to the caller at once, and does not repeat it.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `mail_not_configured`, `not_found` if the
   *   account was deleted meanwhile.
   */
  readonly test: (actor: Actor) => Promise<MailTrial>;

  /**
   * The mails that were given up, the latest first, at most 1,000.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly listFailures: (actor: Actor) => Promise<readonly MailFailure[]>;

  /**
   * Sends the mails that are due. Called about every second, also while an earlier call runs. Each mail is sent once,
   * whichever instances call this; again if an instance was killed before it has stored that the mail was sent. Writes the mails
   * that were asked for by `AccountUseCases.requestReset`, and notes which mails of invitations were sent.
   *
   * @param signal no other mail is begun after it is aborted.
   * @throws DomainError `dependency_unavailable`.
   */
  readonly deliver: (signal: Signal) => Promise<void>;
}

export const mailUseCases = (dependencies: UseCaseDependencies): MailUseCases => ({
  isConfigured: () => dependencies.mailer !== undefined,
  test: testMail(dependencies),
  listFailures: listMailFailures(dependencies),
  deliver: deliverMails(dependencies, answerResetRequest(dependencies)),
});
