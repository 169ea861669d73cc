import { afterAll, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { startProvider } from '../../docs/examples/sign-in/provider.ts';
import { visitorsOf } from '../support/accounts/account-life.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { mailAccount, startMailServer, type ReceivedMail } from '../support/mail/mail-server.ts';
import { linkIn, secretOf } from '../support/mail/link-in.ts';
import { chooseAtProvider } from '../support/openid/choose-at-provider.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { appCode } from '../support/second-factor/app-code.ts';
import { waitUntil } from '../support/service/processes.ts';
import { startService } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { receiverEnv, startReceiver } from '../support/webhooks/receiver.ts';

const publicUrl = 'http://localhost:8787';
const email = 'grace@example.org';
const passwords = {
  admin: 'the password of the admin',
  first: 'the first password of Grace',
  second: 'the second password of Grace',
  third: 'the third password of Grace',
  wrong: 'a password that nobody has',
};
const clientSecret = 'the secret of the client at the provider';

/** As it was before its lines were cut for the transmission. */
const textOf = ({ source }: ReceivedMail): string =>
  source.replaceAll('=\r\n', '').replaceAll('=3D', '=');

await withPostgres('migrated', (url) => {
  const { knex } = openPool({ url, poolMax: 1 }, new SystemTimer());
  afterAll(() => knex.destroy());

  const stored = new Set<string>();
  /** Notes every row of every table, with all columns. What is deleted later was stored, too. */
  const noteRows = async (): Promise<void> => {
    const { rows } = await knex.raw<{ readonly rows: readonly { readonly name: string }[] }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const texts = rows.map(({ name }) =>
      knex(name).select(knex.raw('? || to_jsonb(??.*)::text as text', [`${name} `, name])),
    );
    const found = (await knex.unionAll(texts)) as { readonly text: string }[];
    for (const { text } of found) stored.add(text);
  };

  describe('in the life of an account', () => {
    test('its secrets are told to nobody else, and stored nowhere in clear', async () => {
      await using folder = await temporaryFolder();
      await using mailServer = await startMailServer({ disabledCommands: ['STARTTLS'] });
      await using receiver = await startReceiver();
      const { issuer, server: provider } = await startProvider({
        port: 0,
        clientId: 'quoin',
        clientSecret,
        redirectUri: `${publicUrl}/auth/oidc/callback`,
        people: { grace: { email, email_verified: true, given_name: 'Grace' } },
      });
      await using stack = new AsyncDisposableStack();
      stack.defer(() => provider.closeAllConnections());
      stack.defer(() => void provider.close());
      const smtpUser = [mailAccount.user, mailAccount.password].map(encodeURIComponent).join(':');
      await using service = await startService({
        ...receiverEnv,
        DATA_DIR: folder.path,
        DATABASE_URL: url,
        JWT_SECRET: testSecret,
        LOG_LEVEL: 'info',
        PUBLIC_URL: publicUrl,
        TRUST_PROXY: '1',
        SMTP_URL: `smtp://${smtpUser}@127.0.0.1:${mailServer.port}`,
        MAIL_FROM: 'Example <cms@example.com>',
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'quoin',
        OIDC_CLIENT_SECRET: clientSecret,
      });
      await service.ready;
      const { visitor, secrets, told } = visitorsOf(service.url, noteRows);
      for (const [name, password] of Object.entries(passwords)) secrets.add(name, password);
      secrets.add('JWT_SECRET', testSecret);
      secrets.add('OIDC_CLIENT_SECRET', clientSecret);
      secrets.add('SMTP_URL', smtpUser);

      /** Waits for the next mail with a link. @returns the secret in it. */
      const mailedSecret = async (page: string): Promise<string> => {
        const isIt = (mail: ReceivedMail): boolean => textOf(mail).includes(`/auth/${page}#`);
        await waitUntil(() => mailServer.received.some(isIt));
        await noteRows();
        const [mail] = mailServer.received.splice(mailServer.received.findIndex(isIt), 1);
        return secrets.add(`mail of ${page}`, secretOf(linkIn({ text: textOf(mail!) })));
      };

      const admin = visitor('the admin');
      const boss = { email: 'ada@example.com', password: passwords.admin };
      const registered = (await admin.post('/auth/register', boss)).json();
      secrets.add('token of the registration', registered.token);
      secrets.add('token of the login', (await admin.post('/auth/login', boss)).json().token);
      const hook = { name: 'A receiver', url: receiver.url, onlyPublished: false };
      expect((await admin.post('/api/webhooks', hook)).status).toBe(201);

      // An invitation, which is sent twice, and accepted once.
      const invitation = { email, role: 'editor', expiresIn: '1d' };
      const invited = (await admin.post('/api/invitations', invitation)).json().data;
      secrets.add('first invitation', secretOf(invited.url));
      await mailedSecret('invitation');
      const resent = await admin.post(`/api/invitations/${invited.id}/resend`);
      secrets.add('second invitation', secretOf(resent.json().data.url));
      const token = await mailedSecret('invitation');
      const accepted = await visitor('Grace at first').post('/auth/invitation/accept', {
        token,
        password: passwords.first,
      });
      expect(accepted.status).toBe(201);
      secrets.add('token of the acceptance', accepted.json().token);
      const { id } = accepted.json().user;

      // A forgotten password, and a link that the admin makes.
      const stranger = visitor('a stranger');
      const forgot = async () => {
        await stranger.post('/auth/password/forgot', { email });
        return mailedSecret('reset');
      };
      const reset = async (secret: string, password: string): Promise<void> => {
        const answer = await stranger.post('/auth/password/reset', { token: secret, password });
        expect(answer.status).toBe(200);
      };
      await reset(await forgot(), passwords.second);
      const handed = await admin.post(`/api/users/${id}/reset-link`);
      const unused = secrets.add('link of the admin', secretOf(handed.json().data.url));

      // A second factor. Its step is set back, as 30 seconds would.
      const grace = visitor('Grace');
      const credentials = { email, password: passwords.second };
      secrets.add('token', (await grace.post('/auth/login', credentials)).json().token);
      const begun = await grace.post('/auth/totp', { password: passwords.second });
      const { secret: key } = begun.json().data;
      secrets.add('key of the app', key);
      const code = async (name: string): Promise<string> =>
        secrets.addCode(name, await appCode(key, Date.now()));
      const wait = () => knex('second_factors').update({ last_step: 0 });
      const confirmed = await grace.post('/auth/totp/confirm', { code: await code('first code') });
      for (const each of confirmed.json().data.recoveryCodes) secrets.add('recovery code', each);
      await wait();
      const renewed = await grace.post('/auth/recovery-codes', { code: await code('next code') });
      const { recoveryCodes } = renewed.json().data as { readonly recoveryCodes: string[] };
      for (const each of recoveryCodes) secrets.add('new recovery code', each);

      // Signing in with codes, of which some are wrong, and in a trusted browser.
      const signIn = async (name: string, password: string, answer: string, trust = false) => {
        const browser = visitor(name);
        const asked = await browser.post('/auth/login', { email, password });
        expect([asked.status, browser.jar.names()]).toEqual([401, []]);
        const { challenge } = asked.json();
        const wrong = secrets.add(`wrong code of ${name}`, `wxyz-${name.slice(-4)}-wxyz-wxyz`);
        expect((await browser.post('/auth/login/code', { challenge, code: wrong })).status).toBe(
          401,
        );
        const begins = await browser.post('/auth/login/code', { challenge, code: answer, trust });
        expect(begins.status).toBe(200);
        secrets.add(`token of ${name}`, begins.json().token);
        return browser;
      };
      await wait();
      const trusted = await signIn('Grace, trusted', passwords.second, await code('code'), true);
      await trusted.post('/auth/logout');
      const again = await trusted.post('/auth/login', { email, password: passwords.second });
      expect(again.status).toBe(200);
      secrets.add('token of the trusted browser', again.json().token);
      expect((await trusted.open('/auth/trusted-browsers')).json().data).toHaveLength(1);

      // Another reset ends the trust, and leaves the factor.
      await reset(await forgot(), passwords.third);
      const untrusted = await trusted.post('/auth/login', { email, password: passwords.third });
      expect(untrusted.json().code).toBe('second_factor_required');
      const linking = await signIn('Grace, linking', passwords.third, recoveryCodes[0]!);

      // Linking to the provider, and signing in there.
      const visitProvider = async (browser: typeof grace, at: string): Promise<void> => {
        for (const [name, value] of new URL(at).searchParams) {
          if (/^(?:state|nonce|code_challenge)$/.test(name))
            secrets.add(`${name} to the provider`, value);
        }
        const back = await chooseAtProvider(at, 'grace');
        secrets.add('code of the provider', back.searchParams.get('code') ?? '');
        const ended = await browser.open(`${back.pathname}${back.search}`);
        expect(ended.headers.get('location')).toBe('/admin');
      };
      await visitProvider(linking, (await linking.post('/auth/oidc/link')).json().data.url);
      const byProvider = visitor('Grace, by the provider');
      const left = await byProvider.open('/auth/oidc');
      await visitProvider(byProvider, left.headers.get('location') ?? '');
      const me = (await byProvider.open('/auth/me')).json().user;
      expect(me).toMatchObject({ id, signInMethods: ['password', 'oidc'], hasSecondFactor: true });

      // Secrets where they do not belong.
      await stranger.post('/auth/login', { email, password: passwords.wrong });
      await stranger.post('/auth/password/reset', { token: unused, password: passwords.second });
      await stranger.open(`/auth/oidc/callback?code=${unused}&state=${unused}`);
      const page = await stranger.open(`/auth/reset?token=${unused}`, {
        headers: { Referer: `${publicUrl}/auth/reset?token=${unused}`, 'User-Agent': 'A browser' },
      });
      expect(page.headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin)$/);
      await stranger.open('/api/content', { headers: { Authorization: `Bearer ${unused}` } });

      // An event, for the feed and the receiver.
      const item = { collection: 'pages', title: 'Grace', status: 'published' };
      expect((await byProvider.post('/api/content', item)).status).toBe(201);
      await waitUntil(() => receiver.received.length > 0);

      const reads = [
        '/api/audit?limit=100',
        '/api/audit/export',
        '/api/transfer/export/complete',
        '/api/changes',
        '/api/openapi',
        '/api/mail/failures',
        '/api/invitations',
        '/api/users',
        `/api/users/${id}/sessions`,
        '/api/settings',
        '/api/webhooks',
        '/api/system/health',
      ];
      const places: Record<string, string> = {
        log: service.output(),
        tables: [...stored].join('\n'),
        errors: told.filter((each) => !each.startsWith(issuer)).join('\n'),
        webhook: receiver.received.map((each) => JSON.stringify(each)).join('\n'),
        mail: mailServer.received.map(textOf).join('\n'),
      };
      for (const path of reads) {
        const answer = await admin.open(path);
        expect([path, answer.status]).toEqual([path, 200]);
        places[path] = answer.text;
      }
      expect(secrets.count()).toBeGreaterThan(50);
      // Nor any session token or ID token.
      for (const [place, text] of Object.entries(places)) {
        expect([place, text.length > 0]).toEqual([place, true]);
        expect([place, secrets.foundIn(text)]).toEqual([place, []]);
        expect([place, /eyJ[\w-]{10,}\.eyJ/.exec(text)?.[0]]).toEqual([place, undefined]);
      }
      expect(places['log']).not.toContain(email);
      expect(places['/api/audit/export']).toContain('user.link_identity');
    });
  });
});
