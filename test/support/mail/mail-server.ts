import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { localhostCertificate, localhostKey } from '../localhost-certificate.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it was transmitted. */
  readonly source: string;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

/** A server of mail on this machine. */
export interface MailServer extends AsyncDisposable {
  readonly port: number;
  /** What it has taken. */
  readonly received: ReceivedMail[];
  /** The recipients that clients have named. */
  readonly recipients: string[];
  /** Called for each recipient. A number is the status of a refusal. */
  recipient: () => Promise<number | undefined> | number | undefined;
  /** Likewise for each message, when it was transmitted. */
  message: () => Promise<number | undefined> | number | undefined;
}

export const mailAccount = { user: 'cms', password: 'p@ss w/rd' };

/** Text that some servers answer: it names the recipient. */
const refusal = (status: number): Error =>
  Object.assign(new Error('5.1.1 <ada@example.org> is unknown'), { responseCode: status });

const answer = async (
  done: (error?: Error | null) => void,
  status: Promise<number | undefined> | number | undefined,
): Promise<void> => {
  const code = await status;
  done(code === undefined ? null : refusal(code));
};

/** @param options by default, it offers STARTTLS with a certificate for localhost, and accepts everybody. */
export const startMailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const take = async (
    stream: Readable,
    { envelope, secure, user }: SMTPServerSession,
  ): Promise<number | undefined> => {
    // Undefined if the client has ended the connection.
    const source = await text(stream).catch(() => undefined);
    const status = await server.message();
    if (source === undefined || status !== undefined) return status;
    server.received.push({
      from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
      to: envelope.rcptTo.map(({ address }) => address),
      source,
      isSecure: secure,
      user: user as string | undefined,
    });
    return undefined;
  };
  const smtp = new SMTPServer({
    key: localhostKey,
    cert: localhostCertificate,
    authOptional: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _, done) => {
      const isKnown = username === mailAccount.user && password === mailAccount.password;
      done(isKnown ? null : refusal(535), isKnown ? { user: username } : undefined);
    },
    onRcptTo: ({ address }, _, done) => {
      server.recipients.push(address);
      void answer(done, server.recipient());
    },
    onData: (stream, session, done) => {
      void answer(done, take(stream, session));
    },
    ...options,
  });
  // Clients that end a connection are not its fault.
  smtp.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listener = smtp.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
    });
  });
  const server: MailServer = {
    port,
    received: [],
    recipients: [],
    recipient: () => undefined,
    message: () => undefined,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        smtp.close(() => resolve());
      }),
  };
  return server;
};
