import { setTimeout as sleep } from 'node:timers/promises';
import { Socket } from 'node:net';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import type { Mailer, MailMessage, MailOutcome } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import { outcomeOf, SmtpEnd, SmtpTimeout } from './smtp-failures.ts';

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  /** TLS from the beginning. Otherwise the connection is upgraded if the server offers STARTTLS. */
  readonly isSecure: boolean;
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  /** The name can be empty. */
  readonly from: { readonly name: string; readonly address: string };
  /** Certificates, in PEM, that are trusted instead of those of Node. */
  readonly ca?: string;
  /** How long an attempt may take; 30 seconds by default. */
  readonly timeoutMs?: number;
}

/** How long the server may take to answer the last command. */
const quitTimeoutMs = second;

/**
 * Sends each message over a connection of its own. Certificates are checked, whatever the environment says. If the server
 * offers TLS and it fails, nothing is sent.
 */
export class SmtpMailer implements Mailer {
  readonly #options: SmtpOptions;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  async send(message: MailMessage): Promise<MailOutcome> {
    const { host, port, isSecure, ca, timeoutMs = 30 * second } = this.#options;
    // A socket of ours: the library never destroys one that a server does not close.
    const socket = new Socket();
    const connection = new SMTPConnection({
      socket,
      host,
      port,
      secure: isSecure,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      tls: { rejectUnauthorized: true, ...(ca !== undefined && { ca }) },
    });
    const ended = new AbortController();
    const { promise: lost, reject: lose } = Promise.withResolvers<never>();
    // Errors that come after the end have no reader.
    lost.catch(() => undefined);
    connection.on('error', lose);
    connection.on('end', () => lose(new SmtpEnd()));
    try {
      await Promise.race([
        this.#transmit(connection, message),
        lost,
        // The library has a limit for each step only.
        sleep(timeoutMs, undefined, { signal: ended.signal }).then(() => {
          throw new SmtpTimeout();
        }),
      ]);
      connection.quit();
      setTimeout(() => socket.destroy(), quitTimeoutMs).unref();
      return { kind: 'sent' };
    } catch (error) {
      connection.close();
      socket.destroy();
      return outcomeOf(error);
    } finally {
      ended.abort();
    }
  }

  async #transmit(connection: SMTPConnection, { id, to, subject, text }: MailMessage) {
    const { credentials, from } = this.#options;
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    const composer = new MailComposer({
      from,
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${domain}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const bytes = await composer.compile().build();
    await called((done) => connection.connect(done));
    if (credentials !== undefined) {
      const { user, password: pass } = credentials;
      await called((done) => connection.login({ user, pass }, done));
    }
    const envelope = { from: from.address, to: [to] };
    await called((done) => connection.send(envelope, bytes, done));
  }
}

/** Calls a function that takes a callback. */
const called = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    call((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
