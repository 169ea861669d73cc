import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import {
  canMakeCertificates,
  makeCertificates,
  type Certificates,
} from '../../support/deployment/certificates.ts';
import { quoin } from '../../support/service/command-line.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import type { OwnPostgres } from '../../support/postgres/own-postgres.ts';
import { withOwnPostgres } from '../../support/postgres/with-own-postgres.ts';
import { freePort } from '../../support/service/server-process.ts';
import { startService } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const registerTests = (postgres: OwnPostgres): void => {
  let certificates: Certificates;
  let right = '';
  let wrong = '';

  const address = (parameters: Readonly<Record<string, string>>, host = 'localhost'): string => {
    const url = new URL(postgres.url);
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };

  const useCertificateFor = async (host: string): Promise<void> => {
    const { certificate, key } = await certificates.forServer(host, 'right');
    await postgres.writeDataFile('server.crt', certificate);
    await postgres.writeDataFile('server.key', key);
    await postgres.stop('fast');
    await postgres.start({ ssl: 'on' });
  };

  const isEncrypted = async (url: string): Promise<unknown> => {
    const { knex } = openPool({ url, poolMax: 1 }, new SystemTimer());
    try {
      const own = knex('pg_stat_ssl').where('pid', knex.raw('pg_backend_pid()'));
      return (await own.first('ssl')).ssl;
    } finally {
      await knex.destroy();
    }
  };

  const start = async (url: string) => {
    await using folder = await temporaryFolder();
    const environment = { DATABASE_URL: url, JWT_SECRET: testSecret, DATA_DIR: folder.path };
    const { exitCode, printed, notices } = await quoin(['migrate', '--check'], { environment });
    return { exitCode, printed, reported: notices.join('\n') };
  };

  const rejection = (sentence: string) => ({
    exitCode: 1,
    printed: [],
    reported: `The database is not available at the moment. ${sentence}`,
  });

  const untrusted = rejection(
    'The certificate of the server does not satisfy sslmode and sslrootcert in DATABASE_URL',
  );

  beforeAll(async () => {
    certificates = await makeCertificates();
    right = certificates.authority('right');
    wrong = certificates.authority('wrong');
  });

  afterAll(() => certificates[Symbol.asyncDispose]());

  test('a server without TLS is rejected if sslmode requires TLS', async () => {
    expect(await isEncrypted(address({}))).toBe(false);
    expect(await start(address({ sslmode: 'require' }))).toEqual(
      rejection('The server does not offer TLS, which sslmode in DATABASE_URL requires'),
    );
  });

  test('verify-full accepts only the authority in sslrootcert', async () => {
    await useCertificateFor('localhost');
    expect(await isEncrypted(address({ sslmode: 'verify-full', sslrootcert: right }))).toBe(true);
    expect(await start(address({ sslmode: 'verify-full', sslrootcert: wrong }))).toEqual(untrusted);
    expect(await start(address({ sslmode: 'verify-full' }))).toEqual(untrusted);
  });

  test('require encrypts, and verifies the certificate only if sslrootcert is set', async () => {
    expect(await isEncrypted(address({ sslmode: 'require' }))).toBe(true);
    expect(await isEncrypted(address({ sslmode: 'require', sslrootcert: right }))).toBe(true);
    expect(await start(address({ sslmode: 'require', sslrootcert: wrong }))).toEqual(untrusted);
  });

  test('the service runs over TLS without warnings in its log', async () => {
    await using folder = await temporaryFolder();
    await using service = await startService({
      DATABASE_URL: address({ sslmode: 'require' }),
      JWT_SECRET: testSecret,
      DATA_DIR: folder.path,
    });
    await service.ready;
    expect((await fetch(`${service.url}/api/content`)).status).toBe(200);
    expect(service.output()).not.toMatch(/warning|sslmode|deprecat/i);
  });

  test('verify-full checks the name in the certificate, verify-ca does not', async () => {
    await useCertificateFor('elsewhere.test');
    expect(await start(address({ sslmode: 'verify-full', sslrootcert: right }))).toEqual(untrusted);
    expect(await isEncrypted(address({ sslmode: 'verify-ca', sslrootcert: right }))).toBe(true);
    expect(await start(address({ sslmode: 'verify-ca', sslrootcert: wrong }))).toEqual(untrusted);
    expect(await start(address({ sslmode: 'verify-ca' }))).toEqual(
      rejection('sslmode=verify-ca in DATABASE_URL also needs sslrootcert'),
    );
  });

  test('a failed start reports what is wrong with DATABASE_URL', async () => {
    const missing = address({ sslmode: 'verify-full', sslrootcert: '/nowhere/root.crt' });
    expect(await start(missing)).toEqual(
      rejection(
        'Cannot read the file /nowhere/root.crt, which sslrootcert, sslcert or sslkey in DATABASE_URL names',
      ),
    );
    const badParameter = rejection('The server rejects a timeout or options in DATABASE_URL');
    for (const [name, value] of [
      ['statement_timeout', 'abc'],
      ['options', '-c foo'],
      ['options', '-c foo=1'],
      ['options', '-c lock_timeout=abc'],
    ] as const) {
      const address = new URL(postgres.url);
      address.searchParams.set(name, value);
      expect(await start(address.href.replaceAll('+', '%20')), value).toEqual(badParameter);
    }
    const port = await freePort();
    expect(await start(`postgres://ada@localhost:${port}/quoin`)).toEqual(
      rejection('Nothing listens at the address in DATABASE_URL'),
    );
    expect(await start('postgres://ada@nowhere.invalid/quoin')).toEqual(
      rejection('The host name in DATABASE_URL cannot be resolved'),
    );
    const [unknown, noSuchUser] = [new URL(postgres.url), new URL(postgres.url)];
    unknown.pathname = '/nothing';
    noSuchUser.username = 'nobody';
    expect(await start(unknown.href)).toEqual(
      rejection('The server has no database of the name in DATABASE_URL'),
    );
    expect(await start(noSuchUser.href)).toEqual(
      rejection('The server rejects the user or the password in DATABASE_URL'),
    );
  });
};

await withOwnPostgres((postgres) => {
  if (canMakeCertificates()) registerTests(postgres);
  else test('TLS to PostgreSQL', ({ skip }) => skip('openssl is not installed'));
});
