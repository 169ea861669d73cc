import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../architecture/sources.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { withOwnPostgres } from '../../support/postgres/with-own-postgres.ts';
import { appCode } from '../../support/second-factor/app-code.ts';
import { serviceStarter } from '../../support/service/processes.ts';
import { asJson, attempt } from '../../support/service/request-load.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

const pages = [
  'docs/accounts.md',
  'docs/operations.md',
  'docs/postgres.md',
  ...globSync('docs/operations/*.md', { cwd: projectRoot }),
];

/** The blocks of a page in this language; without one, they are commands, settings or formulas. */
const blocksOf = (page: string, language: '' | 'sql'): readonly string[] =>
  [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)]
    .filter(([, , each]) => each === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

/** The lines of the blocks, without settings and formulas. */
const commandsOf = (page: string): readonly string[] =>
  blocksOf(page, '')
    .flatMap((block) => block.replaceAll(/\\\n|(?<=--command)\n/g, ' ').split('\n'))
    .map((line) => line.trim())
    .filter((line) => /^(?:[A-Z_]+=\S* )?[a-z]/.test(line) && !/^[a-z]+:\/\//.test(line));

/** What needs another machine, a cluster, a container engine or a cloud, or is run by another test. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/^(?:apt-get|git clone|useradd|install|cp|systemctl|nginx -t)\b/, 'changes the machine'],
  [/^(?:docker|kubectl|gcloud)\b/, 'needs an engine, a cluster or a cloud'],
  [/^npm start$|npm run setup$/, 'launchers.test.ts and systemd-unit.test.ts'],
];

const account = { email: 'ada@example.com', password: 'correct horse battery' };
const startService = serviceStarter(afterAll);

await withOwnPostgres((postgres) => {
  let folder: TemporaryFolder;
  let service: ServiceProcess;
  const urlOf = (role: string, database = 'quoin'): string => {
    const url = new URL(postgres.url);
    Object.assign(url, { username: role, password: 'secret', pathname: `/${database}` });
    return url.href;
  };
  const settings = (url = urlOf('quoin')): Readonly<Record<string, string>> => ({
    DATABASE_URL: url,
    DATA_DIR: join(folder.path, 'data'),
    JWT_SECRET: testSecret,
  });
  const ran = new Set<string>();

  /** Runs a command as the pages have it, as the superuser of the server. */
  const run = (command: string, more: Readonly<Record<string, string>> = {}): string => {
    ran.add(command);
    const { hostname, port, username } = new URL(postgres.url);
    const env = {
      PATH: `${join(folder.path, 'bin')}:${process.env['PATH']}:/usr/sbin`,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      OWNER_URL: urlOf('quoin_owner'),
      QUOIN_PASSWORD: account.password,
      ...settings(),
      ...more,
    };
    const here = command
      .replaceAll('/var/lib/quoin', folder.path)
      .replaceAll('/etc/quoin', folder.path)
      .replaceAll('http://localhost:8787', service?.url)
      .replaceAll('https://cms.example.com', service?.url)
      .replaceAll('-u quoin', '-u "$(id -un)"')
      .replaceAll('/opt/quoin/', projectRoot);
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', here], {
      cwd: folder.path,
      env,
      encoding: 'utf8',
    });
    expect([command, status, stderr]).toMatchObject([command, 0, expect.any(String)]);
    return stdout;
  };
  const sql = (database: string, text: string): string =>
    run(
      `psql --no-psqlrc --quiet --tuples-only --dbname=${database} --set=ON_ERROR_STOP=1 <<'EOF'\n${text}\nEOF`,
    );
  /** The only command of a page that begins like this. */
  const only = (page: string, start: string): string => {
    const found = commandsOf(page).filter((each) => each.startsWith(start));
    expect(found, start).toHaveLength(1);
    return found[0] ?? '';
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder.path, 'bin'));
    const cli = join(projectRoot, 'bootstrap/dist/cli.mjs');
    const shim = `#!/bin/sh\n[ "$1" = quoin ] && shift\nexec '${process.execPath}' '${cli}' "$@"\n`;
    for (const name of ['npx', 'quoin']) {
      await writeFile(join(folder.path, 'bin', name), shim, { mode: 0o755 });
    }
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  test('the roles of the Postgres page migrate, serve and work behind a pooler', async () => {
    const [roles = '', rights = '', pooler = ''] = blocksOf('docs/postgres.md', 'sql');
    sql('postgres', roles.replaceAll("'…'", "'secret'"));
    sql('quoin', rights);
    sql('postgres', pooler);
    // As the steps for a machine have it.
    const quoted = Object.entries(settings()).map(([name, value]) => `${name}="${value}"\n`);
    await writeFile(join(folder.path, 'quoin.env'), quoted.join(''));
    const lines = commandsOf('docs/operations/hosts.md');
    const from = lines.indexOf('cd /var/lib/quoin');
    const to = lines.findIndex((line) => line.includes(' user create '));
    lines.slice(from, to + 1).forEach((line) => ran.add(line));
    run(lines.slice(from, to + 1).join('\n'));
    run('quoin migrate --check');
    service = await startService(settings());
    await service.ready;
    const login = await attempt(`${service.url}/auth/login`, asJson('POST', account));
    const { token: first } = JSON.parse(login.body) as { readonly token: string };
    // The phone is lost; the service goes on.
    const send = async (
      path: string,
      body: object,
    ): Promise<{ readonly data: { secret: string } }> =>
      JSON.parse((await attempt(`${service.url}${path}`, asJson('POST', body, first))).body);
    const { secret } = (await send('/auth/totp', { password: account.password })).data;
    await send('/auth/totp/confirm', { code: await appCode(secret, Date.now()) });
    const unlocked = run(only('docs/accounts.md', 'npx quoin user unlock'));
    expect(unlocked).toContain('Removed the second factor of ada@example.com');
    const again = await attempt(`${service.url}/auth/login`, asJson('POST', account));
    expect(again.status).toBe(200);
    const { token } = JSON.parse(again.body) as { readonly token: string };
    const item = { collection: 'pages', title: 'Tides 🌊', data: { content: 'x' } };
    const created = await attempt(`${service.url}/api/content`, asJson('POST', item, token));
    expect(created.status).toBe(201);
    // The example names a time that has not come yet.
    const audit = only('docs/operations/audit.md', 'curl');
    run(audit.replace(/from=\d+/, 'from=0'), { TOKEN: token });
    ran.add(audit);
    const exported = await readFile(join(folder.path, 'audit.ndjson'), 'utf8');
    expect(exported).toContain('content.create');
    expect(run('quoin audit export')).toContain('content.create');
    run(only('docs/operations/audit.md', 'quoin audit export'));
    // This service knows no mail server.
    const mail = only('docs/operations/mail.md', 'curl');
    expect(run(mail, { TOKEN: token })).toContain('mail_not_configured');
    const [yesterday = ''] = globSync('audit-*.ndjson', { cwd: folder.path });
    expect(await readFile(join(folder.path, yesterday), 'utf8')).toBe('');
  });

  test('the commands of the page about backups dump, compare and restore', async () => {
    const page = 'docs/operations/backups.md';
    run(only(page, 'pg_dump'));
    run(only(page, 'pg_dump'), { DATABASE_URL: urlOf('quoin_owner') });
    for (const command of commandsOf(page).filter((each) => each.startsWith('npx quoin export'))) {
      run(command);
      run('quoin import ./backup-2026-11-20 --dry-run');
      run('rm -r backup-*');
    }
    run(only(page, 'createdb'));
    run(only(page, 'pg_restore'));
    const compare = only(page, 'psql');
    expect(run(compare)).toBe(run(compare.replace('quoin_restored', 'quoin')));
    expect(run(compare)).toContain('1 |');

    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    const restored = { DATABASE_URL: urlOf('quoin', 'quoin_restored') };
    run('quoin migrate --check', restored);
    run('quoin migrate', { DATABASE_URL: urlOf('quoin_owner', 'quoin_restored') });
    run('quoin media check', restored);
    run('quoin media check --list', restored);
    run('quoin media check --remove', restored);
    const again = await startService({ ...settings(), ...restored });
    await again.ready;
    const { body } = await attempt(`${again.url}/api/content?status=draft`, {});
    expect(body).toContain('Tides 🌊');
    const login = await attempt(`${again.url}/auth/login`, asJson('POST', account));
    expect(login.status).toBe(200);
  });

  test('the commands for a move to another server bring the content along', () => {
    run('quoin export ./move');
    run(only('docs/operations/backups.md', 'createdb').replace('quoin_restored', 'quoin_moved'));
    const moved = { DATABASE_URL: urlOf('quoin_owner', 'quoin_moved') };
    run('quoin migrate', moved);
    run('quoin user create --email ada@example.com --role admin', moved);
    run('quoin import ./move --dry-run', moved);
    run('quoin import ./move', moved);
    const titles = 'select title from content';
    expect(sql('quoin_moved', titles)).toBe(sql('quoin', titles));
  });

  test('the other commands of the pages run', () => {
    run('quoin migrate --plan');
    run('quoin media rebase --dry-run');
    run('quoin media rebase');
    expect(run('openssl rand -hex 32')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  test('every command of the pages is run here, or for a reason is not', () => {
    const inText = pages.flatMap((page) =>
      [
        ...readFileSync(join(projectRoot, page), 'utf8').matchAll(
          /`(?:npx )?(quoin [^`]+|openssl [^`]+)`/g,
        ),
      ].map(([, command = '']) => command),
    );
    const given = [...pages.flatMap(commandsOf), ...inText];
    expect(given.length).toBeGreaterThan(30);
    // The tests above start the service and create an account in other ways.
    const elsewhere =
      /^quoin (?:serve|user (?:create|unlock) --email <address>(?: --role admin)?)$|^TEST_/;
    const missing = given.filter(
      (each) =>
        !ran.has(each) && !elsewhere.test(each) && !notRun.some(([start]) => start.test(each)),
    );
    expect(missing).toEqual([]);
  });
});
