import { afterAll, expect, test, vi } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { httpClient } from '../support/http/http-client.ts';
import { mailAccount, startMailServer } from '../support/mail/mail-server.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { startService } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery' };
const newPassword = 'another good password';
const subject = 'Your password was changed';

await withPostgres('migrated', (url) => {
  const { knex } = openPool({ url, poolMax: 1 }, new SystemTimer());
  afterAll(() => knex.destroy());

  test('a mail is sent although the service is killed after the response, and no secret is told', async () => {
    await using folder = await temporaryFolder();
    await using server = await startMailServer({ disabledCommands: ['STARTTLS'] });
    const credentials = [mailAccount.user, mailAccount.password].map(encodeURIComponent).join(':');
    const start = () =>
      startService({
        DATA_DIR: folder.path,
        DATABASE_URL: url,
        JWT_SECRET: testSecret,
        SMTP_URL: `smtp://${credentials}@127.0.0.1:${server.port}`,
        MAIL_FROM: 'Example <cms@example.com>',
        PUBLIC_URL: 'https://cms.example.com',
        ALLOWED_HOSTS: '127.0.0.1',
      });
    // The first process hangs in the middle of the mail.
    server.recipient = () => Promise.withResolvers<undefined>().promise;
    const first = await start();
    await first.ready;
    const { request } = httpClient(first.url);
    const registered = await request('/auth/register', { method: 'POST', json: account });
    const headers = { Authorization: `Bearer ${registered.json().token}` };
    const changed = await request('/auth/password', {
      method: 'PUT',
      headers,
      json: { currentPassword: account.password, newPassword },
    });
    expect(changed.status).toBe(200);
    await vi.waitUntil(() => server.recipients.length === 1, { timeout: 10_000 });
    // A link that was asked for, whose mail is not written yet when the process ends.
    const asked = await request('/auth/password/forgot', {
      method: 'POST',
      json: { email: account.email },
    });
    expect(asked.status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;

    const { rows } = await knex.raw<{ readonly rows: readonly object[] }>('select * from mails');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/ada@example|password was/);
    // What two minutes do.
    await knex.raw('update mails set due_at = due_at - 120000');

    server.recipient = () => undefined;
    await using second = await start();
    await second.ready;
    await vi.waitUntil(() => server.received.length > 1, { timeout: 10_000 });
    const countOf = async (): Promise<number> =>
      (await knex.raw<{ readonly rows: readonly object[] }>('select 1 from mails')).rows.length;
    await vi.waitUntil(async () => (await countOf()) === 0, { timeout: 10_000 });
    expect(server.received).toHaveLength(2);
    const mail = server.received.find(({ source }) => source.includes(`Subject: ${subject}`));
    const link = server.received.find((each) => each !== mail);
    expect(link?.to).toEqual([account.email]);
    const secret = /\/auth\/reset#(\w{32,})/.exec(link?.source.replaceAll('=\r\n', '') ?? '')?.[1];
    expect(secret).toBeDefined();
    expect(mail).toMatchObject({ to: [account.email], user: mailAccount.user });
    expect(mail?.source).toContain(`Subject: ${subject}`);
    // Lines are cut for the transmission.
    const text = mail?.source.replaceAll('=\r\n', '');
    expect(text).toContain('https://cms.example.com/admin');

    const admin = httpClient(second.url);
    const audit = await admin.request('/api/audit?limit=100', { headers });
    expect(audit.text).toContain('user.change_password');
    const complete = await admin.request('/api/transfer/export/complete', { headers });
    expect(complete.status).toBe(200);
    const told = [first.output(), second.output(), audit.text, complete.text].join('\n');
    const { password } = mailAccount;
    for (const each of [password, encodeURIComponent(password), subject, newPassword, secret!]) {
      expect(told).not.toContain(each);
    }
    expect([first.output(), second.output()].join('\n')).not.toContain(account.email);
  });
});
