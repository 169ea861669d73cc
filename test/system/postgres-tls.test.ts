import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../adapters/postgres/connection.ts';
import {
  canMakeCertificates,
  makeCertificates,
  type Certificates,
} from '../support/certificates.ts';
import { quoin } from '../support/command-line.ts';
import { testSecret } from '../support/memory-cms.ts';
import type { OwnPostgres } from '../support/own-postgres.ts';
import { withOwnPostgres } from '../support/with-own-postgres.ts';
import { freePort } from '../support/server-process.ts';
import { startService } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

  const present = async (host: string): Promise<void> => {
    const { certificate, key } = await certificates.forServer(host, 'right');
    await postgres.keepFile('server.crt', certificate);
    await postgres.keepFile('server.key', key);
    await postgres.stop('fast');
    await postgres.start({ ssl: 'on' });
  };

  const isEncrypted = async (url: string): Promise<unknown> => {
    const knex = openDatabase({ url, poolMax: 1 });
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
    const { exitCode, printed, told } = await quoin(['migrate', '--check'], { environment });
    return { exitCode, printed, told: told.join('\n') };
  };

  const refusal = (sentence: string) => ({
    exitCode: 1,
    printed: [],
    told: `The database is not available at the moment. ${sentence}`,
  });

  const untrusted = refusal(
    'The certificate of the server is not one that sslmode and sslrootcert in DATABASE_URL trust',
  );

  beforeAll(async () => {
    certificates = await makeCertificates();
    right = certificates.authority('right');
    wrong = certificates.authority('wrong');
  });

  afterAll(() => certificates[Symbol.asyncDispose]());

  test('a server without TLS is refused where TLS is asked for', async () => {
    expect(await isEncrypted(address({}))).toBe(false);
    expect(await start(address({ sslmode: 'require' }))).toEqual(
      refusal('The server does not offer TLS, which sslmode in DATABASE_URL asks for'),
    );
  });

  test('verify-full accepts the authority that is named, and no other', async () => {
    await present('localhost');
    expect(await isEncrypted(address({ sslmode: 'verify-full', sslrootcert: right }))).toBe(true);
    expect(await start(address({ sslmode: 'verify-full', sslrootcert: wrong }))).toEqual(untrusted);
    expect(await start(address({ sslmode: 'verify-full' }))).toEqual(untrusted);
  });

  test('require encrypts, and looks at the certificate only where an authority is named', async () => {
    expect(await isEncrypted(address({ sslmode: 'require' }))).toBe(true);
    expect(await isEncrypted(address({ sslmode: 'require', sslrootcert: right }))).toBe(true);
    expect(await start(address({ sslmode: 'require', sslrootcert: wrong }))).toEqual(untrusted);
  });

  test('the service runs over TLS, and its log is free of warnings about it', async () => {
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

  test('the name in the certificate matters to verify-full, not to verify-ca', async () => {
    await present('elsewhere.test');
    expect(await start(address({ sslmode: 'verify-full', sslrootcert: right }))).toEqual(untrusted);
    expect(await isEncrypted(address({ sslmode: 'verify-ca', sslrootcert: right }))).toBe(true);
    expect(await start(address({ sslmode: 'verify-ca', sslrootcert: wrong }))).toEqual(untrusted);
    expect(await start(address({ sslmode: 'verify-ca' }))).toEqual(
      refusal('sslmode=verify-ca in DATABASE_URL needs sslrootcert beside it'),
    );
  });

  test('a start that cannot be says what is wrong with the address', async () => {
    const missing = address({ sslmode: 'verify-full', sslrootcert: '/nowhere/root.crt' });
    expect(await start(missing)).toEqual(
      refusal(
        'The file /nowhere/root.crt, which sslrootcert, sslcert or sslkey in DATABASE_URL names, cannot be read',
      ),
    );
    const refused = refusal('The server refuses a time-out or options in DATABASE_URL');
    for (const [name, value] of [
      ['statement_timeout', 'abc'],
      ['options', '-c foo'],
      ['options', '-c foo=1'],
      ['options', '-c lock_timeout=abc'],
    ] as const) {
      const address = new URL(postgres.url);
      address.searchParams.set(name, value);
      expect(await start(address.href.replaceAll('+', '%20')), value).toEqual(refused);
    }
    const port = await freePort();
    expect(await start(`postgres://ada@localhost:${port}/quoin`)).toEqual(
      refusal('Nobody answers at the address in DATABASE_URL'),
    );
    expect(await start('postgres://ada@nowhere.invalid/quoin')).toEqual(
      refusal('The name of the server in DATABASE_URL is not known'),
    );
    const [unknown, nobody] = [new URL(postgres.url), new URL(postgres.url)];
    unknown.pathname = '/nothing';
    nobody.username = 'nobody';
    expect(await start(unknown.href)).toEqual(
      refusal('The server has no database of the name in DATABASE_URL'),
    );
    expect(await start(nobody.href)).toEqual(
      refusal('The server refuses the user or the password in DATABASE_URL'),
    );
  });
};

await withOwnPostgres((postgres) => {
  if (canMakeCertificates()) registerTests(postgres);
  else test('TLS to PostgreSQL', ({ skip }) => skip('openssl is not installed'));
});
