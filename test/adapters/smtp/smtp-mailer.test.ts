import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { SmtpMailer, type SmtpOptions } from '../../../adapters/smtp/smtp-mailer.ts';
import type { MailMessage, MailOutcome } from '../../../core/index.ts';
import { mailAccount, startMailServer, type MailServer } from '../../support/mail/mail-server.ts';
import { localhostCertificate } from '../../support/localhost-certificate.ts';

const message: MailMessage = {
  id: '01890000-0000-7000-8000-000000000001',
  to: 'ada@example.org',
  subject: 'Ünïcode',
  text: 'First line\n.\n\nlast line: ✓\n',
};

const mailerTo = ({ port }: Pick<MailServer, 'port'>, options: Partial<SmtpOptions> = {}) =>
  new SmtpMailer({
    host: 'localhost',
    port,
    isSecure: false,
    credentials: undefined,
    from: { name: 'Änne "A" <x>', address: 'cms@example.com' },
    ca: localhostCertificate,
    ...options,
  });

const sentTo = (server: MailServer, options?: Partial<SmtpOptions>): Promise<MailOutcome> =>
  mailerTo(server, options).send(message);

/** A server that does what the test says with each connection. */
const rawServer = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
};

/** The reasons tell neither the address nor the subject, and no secret. */
const expectReason = (outcome: MailOutcome, kind: MailOutcome['kind'], pattern: RegExp): void => {
  expect(outcome.kind).toBe(kind);
  const reason = 'reason' in outcome ? outcome.reason : '';
  expect(reason).toMatch(pattern);
  for (const secret of [message.to, message.subject, mailAccount.password]) {
    expect(reason).not.toContain(secret);
  }
};

describe('a message', () => {
  test('arrives as plain text for one recipient, over STARTTLS where it is offered', async () => {
    await using server = await startMailServer();
    expect(await sentTo(server)).toEqual({ kind: 'sent' });
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: 'cms@example.com',
      to: [message.to],
      isSecure: true,
    });
    const [head = '', body = ''] = mail!.source.split(/\r\n\r\n([^]*)/);
    expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/im);
    expect(head).toMatch(/^To: ada@example.org$/m);
    expect(head).toContain(`Message-ID: <${message.id}@example.com>`);
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(head).not.toMatch(/^Bcc|^Cc/im);
    expect(decodeQuoted(body)).toBe(message.text.replaceAll('\n', '\r\n'));
  });

  test('is sent without TLS if the server does not offer it', async () => {
    await using server = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    expect(await sentTo(server)).toEqual({ kind: 'sent' });
    expect(server.received[0]?.isSecure).toBe(false);
  });

  test('is sent over TLS from the beginning with smtps', async () => {
    await using server = await startMailServer({ secure: true });
    expect(await sentTo(server, { isSecure: true })).toEqual({ kind: 'sent' });
    expect(server.received[0]?.isSecure).toBe(true);
  });

  test('is sent with the user and the password', async () => {
    await using server = await startMailServer({ authOptional: false });
    expect(await sentTo(server, { credentials: mailAccount })).toEqual({ kind: 'sent' });
    expect(server.received[0]?.user).toBe(mailAccount.user);
  });

  test('cannot add headers by its subject', async () => {
    await using server = await startMailServer();
    const subject = 'Hello\r\nBcc: eve@example.org';
    await mailerTo(server).send({ ...message, subject });
    expect(server.received[0]?.to).toEqual([message.to]);
    expect(server.received[0]?.source).not.toMatch(/^Bcc:/im);
  });
});

const decodeQuoted = (text: string): string => {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

describe('a certificate that is wrong', () => {
  test.each([
    ['for STARTTLS', { secure: false }],
    ['for smtps', { secure: true }],
  ])('%s ends the attempt before anything is sent', async (_, { secure }) => {
    await using server = await startMailServer({ secure });
    const options = { isSecure: secure, credentials: mailAccount };
    // It is for another name, or signed by nobody.
    for (const wrong of [{ host: '127.0.0.1' }, { ca: '' }]) {
      expectReason(await sentTo(server, { ...options, ...wrong }), 'failed', /connection/);
    }
    expect(server.recipients).toEqual([]);
    expect(server.received).toEqual([]);
  });

  test('is rejected even if the environment says otherwise', async () => {
    await using server = await startMailServer();
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect((await sentTo(server, { host: '127.0.0.1' })).kind).toBe('failed');
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
    expect(server.recipients).toEqual([]);
  });
});

test('nothing is sent if the server offers STARTTLS and refuses it', async () => {
  const lines: string[] = [];
  await using server = await rawServer((socket) => {
    socket.write('220 hello\r\n');
    socket.setEncoding('utf8').on('data', (line: string) => {
      lines.push(line);
      if (line.startsWith('EHLO')) socket.write('250-hello\r\n250 STARTTLS\r\n');
      else socket.write(line.startsWith('STARTTLS') ? '554 5.7.0 No\r\n' : '250 OK\r\n');
    });
  });
  const outcome = await mailerTo(server, { credentials: mailAccount }).send(message);
  expectReason(outcome, 'failed', /TLS failed/);
  expect(lines.join('')).not.toMatch(/MAIL FROM|AUTH/);
});

describe('a refusal', () => {
  test.each([
    [550, 'refused'],
    [450, 'failed'],
  ] as const)('of the recipient with %i is "%s"', async (status, kind) => {
    await using server = await startMailServer();
    server.recipient = () => status;
    expectReason(await sentTo(server), kind, new RegExp(`RCPT TO with ${status} 5\\.1\\.1$`));
  });

  test.each([
    [554, 'refused'],
    [451, 'failed'],
  ] as const)('of the message with %i is "%s"', async (status, kind) => {
    await using server = await startMailServer();
    server.message = () => status;
    expectReason(await sentTo(server), kind, new RegExp(`DATA with ${status} `));
  });

  test('of the password says so', async () => {
    await using server = await startMailServer();
    const credentials = { user: 'cms', password: 'wrong secret' };
    const outcome = await sentTo(server, { credentials });
    expectReason(outcome, 'refused', /rejected the user or the password with 535/);
    expect(JSON.stringify(outcome)).not.toContain(credentials.password);
    expect(server.recipients).toEqual([]);
  });
});

describe('an attempt fails for now', () => {
  test('if nobody listens', async () => {
    const closed = await rawServer(() => undefined);
    await closed[Symbol.asyncDispose]();
    expectReason(await mailerTo(closed).send(message), 'failed', /No connection.*ECONNREFUSED/);
  });

  test('if the connection is lost', async () => {
    await using server = await rawServer((socket) => socket.destroy());
    expectReason(await mailerTo(server).send(message), 'failed', /No connection/);
  });

  test('if the connection is lost after the message', async () => {
    await using server = await rawServer((socket) => {
      socket.write('220 hello\r\n');
      let isBody = false;
      socket.setEncoding('utf8').on('data', (text: string) => {
        if (isBody) socket.destroy();
        else if (text.startsWith('DATA')) {
          isBody = true;
          socket.write('354 go on\r\n');
        } else socket.write('250 OK\r\n');
      });
    });
    expectReason(await mailerTo(server).send(message), 'failed', /No connection/);
  });

  test('if the server hangs, and nothing is sent later', async () => {
    await using server = await startMailServer();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.recipient = () => promise;
    expectReason(await sentTo(server, { timeoutMs: 300 }), 'failed', /in time/);
    expect(server.recipients).toEqual([message.to]);
    resolve(undefined);
    await sleep(50);
    expect(server.received).toEqual([]);
  });

  test('if the server is too slow with all its answers together', async () => {
    await using server = await rawServer((socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const outcome = await mailerTo(server, { timeoutMs: 300 }).send(message);
    expectReason(outcome, 'failed', /in time/);
  });

  test('if the answer is no SMTP', async () => {
    await using server = await rawServer((socket) => socket.write('HTTP/1.1 400 Bad\r\n\r\n'));
    const outcome = await mailerTo(server, { timeoutMs: 1_000 }).send(message);
    expect(outcome.kind).toBe('failed');
  });

  test('a slow server that answers in time takes the message', async () => {
    await using server = await startMailServer();
    server.message = async () => {
      await sleep(300);
      return undefined;
    };
    expect(await sentTo(server)).toEqual({ kind: 'sent' });
  });
});
