import type { MailMessage } from '../ports/mailer.ts';
import type { EpochMs } from '../primitives/time.ts';

/** What a mail says. */
export type MailText = Pick<MailMessage, 'subject' | 'text'>;

/** A link, and when it ends. */
export interface MailedLink {
  readonly url: string;
  readonly expiresAt: EpochMs;
}

const timeText = (at: EpochMs): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const asked = 'Somebody has asked for a new password for your account. Probably it was you.';

export const resetMail = ({ url, expiresAt }: MailedLink): MailText => ({
  subject: 'Set a new password',
  text: [
    asked,
    '',
    `To set a new password, open this link. It works once, until ${timeText(expiresAt)}:`,
    '',
    url,
    '',
    'If it was not you, there is nothing to do: your password stays as it is.',
    '',
  ].join('\n'),
});

export const resetMailWithoutPassword: MailText = {
  subject: 'Your account has no password',
  text: [
    asked,
    '',
    'Your account has no password, so there is none to replace. Sign in as you did before, or ask your administrator.',
    '',
    'If it was not you, there is nothing to do.',
    '',
  ].join('\n'),
};

/**
 * @param inviter the name of the administrator.
 * @param publicUrl of the service.
 */
export const invitationMail = (
  inviter: string,
  publicUrl: string | undefined,
  { url, expiresAt }: MailedLink,
): MailText => ({
  subject: 'You are invited',
  text: [
    `${inviter} invites you to make an account${publicUrl === undefined ? '' : ` at ${publicUrl}`}.`,
    '',
    `To make it, open this link. It works once, until ${timeText(expiresAt)}:`,
    '',
    url,
    '',
    'If you do not know about this, there is nothing to do.',
    '',
  ].join('\n'),
});
