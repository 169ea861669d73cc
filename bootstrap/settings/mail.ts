import { Type, type Static, type TObject } from 'typebox';
import type { SmtpOptions } from '../../adapters/smtp/smtp-mailer.ts';
import { readUrl } from './addresses.ts';

export const mailVariables = {
  SMTP_URL: Type.Optional(
    Type.String({
      description:
        'The server that sends [mail](operations/mail.md), as `smtp://user:password@host:port` or `smtps://…`. Without a port, 587 and 465. Not together with `mailer` of the [configuration file](configuration-file.md#ports). Without both, the service sends no mail.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      description:
        'The sender of mail: an address, also with a name, such as `Example <cms@example.com>`. Required with `SMTP_URL`.',
    }),
  ),
};

type MailEnvironment = Static<TObject<typeof mailVariables>>;

export type SmtpSettings = SmtpOptions;

export interface MailSettings {
  /** Undefined if none is configured. */
  readonly smtp: SmtpSettings | undefined;
}

/** No sentence has a part of SMTP_URL: it can contain a password. */
export function* mailMistakes({ SMTP_URL, MAIL_FROM }: MailEnvironment): Generator<string> {
  if (SMTP_URL !== undefined && readServer(SMTP_URL) === undefined) {
    yield 'SMTP_URL must be an address such as smtp://user:password@mail.example.com:587, without a path; special characters of the user and the password are percent-encoded';
  }
  if (MAIL_FROM !== undefined && readSender(MAIL_FROM) === undefined) {
    yield 'MAIL_FROM must be an e-mail address, such as cms@example.com or Example <cms@example.com>';
  }
  if ((SMTP_URL === undefined) !== (MAIL_FROM === undefined)) {
    yield 'SMTP_URL and MAIL_FROM must both be set, or neither';
  }
}

export const readMail = ({ SMTP_URL, MAIL_FROM }: MailEnvironment): MailSettings => {
  const server = SMTP_URL === undefined ? undefined : readServer(SMTP_URL);
  const from = MAIL_FROM === undefined ? undefined : readSender(MAIL_FROM);
  return { smtp: server && from && { ...server, from } };
};

const readServer = (text: string): Omit<SmtpSettings, 'from'> | undefined => {
  const url = readUrl(text, ['smtp:', 'smtps:']);
  if (url === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname)) return undefined;
  if (url.search !== '' || url.hash !== '' || url.port === '0') return undefined;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined) return undefined;
  if ((user === '') !== (password === '')) return undefined;
  const isSecure = url.protocol === 'smtps:';
  return {
    // An IPv6 address has brackets in a URL only.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    credentials: user === '' ? undefined : { user, password },
  };
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const senderForm =
  /^(?:(?<name>[^<>"\p{C}]*\S)\s*<(?<named>[^\s<>@]+@[^\s<>@]+)>|(?<bare>[^\s<>@]+@[^\s<>@]+))$/u;

const readSender = (text: string): SmtpSettings['from'] | undefined => {
  const { name = '', named, bare } = senderForm.exec(text.trim())?.groups ?? {};
  const address = named ?? bare;
  return address === undefined ? undefined : { name, address };
};
