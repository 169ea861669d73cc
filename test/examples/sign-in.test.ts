import { once } from 'node:events';
import { expect, test } from 'vitest';
import { SmtpMailer } from '../../adapters/smtp/smtp-mailer.ts';
import { startMailServer } from '../../docs/examples/sign-in/mail.ts';

// The provider of the example is tested in test/adapters/openid/real-provider.test.ts.
test('the mail server of the example shows what the service sends', async () => {
  const shown: string[] = [];
  const server = startMailServer(0, (mail) => shown.push(mail));
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const mailer = new SmtpMailer({
    host: 'localhost',
    port,
    isSecure: false,
    credentials: undefined,
    from: { name: '', address: 'cms@example.com' },
  });
  const message = { id: '1', to: 'ada@example.com', subject: 'Hello', text: 'The text\n' };
  expect(await mailer.send(message)).toEqual({ kind: 'sent' });
  expect(shown.join()).toMatch(/Subject: Hello[^]*The text/);
  await new Promise<void>((resolve) => {
    server.close(resolve);
  });
});
