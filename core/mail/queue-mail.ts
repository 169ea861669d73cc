import type { MailKind } from '../model/mail.ts';
import type { MailMessage } from '../ports/mailer.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError } from '../primitives/errors.ts';

/** What is needed to write a mail. */
export type QueueDependencies = Pick<Dependencies, 'mailer' | 'encryption' | 'ids'> & {
  readonly publicUrl: string | undefined;
};

/** A mail, before it has an id. */
export interface MailDraft extends Omit<MailMessage, 'id'> {
  readonly kind: MailKind;
  readonly userId: string | undefined;
}

/** What of a message is encrypted. */
export type MailContent = Omit<MailMessage, 'id'>;

/**
 * Stores a mail together with what causes it. It is sent after the commit. Does nothing if no mail is configured.
 *
 * @param inside the transaction of the cause.
 * @returns its id; undefined if no mail is configured.
 */
export const queueMail = async (
  { mailer, encryption, ids }: QueueDependencies,
  { mails }: Pick<Repositories, 'mails'>,
  { kind, userId, to, subject, text }: MailDraft,
): Promise<string | undefined> => {
  if (mailer === undefined) return undefined;
  const content: MailContent = { to, subject, text };
  const encrypted = await encryption.encrypt(JSON.stringify(content));
  const id = ids.next();
  await mails.insert({ id, kind, userId, content: encrypted });
  return id;
};

export const mailNotConfigured = (): DomainError =>
  new DomainError('mail_not_configured', 'This service sends no mail', {
    details: 'Set SMTP_URL and MAIL_FROM, and restart the service',
  });
