import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPglite } from '../../adapters/pglite/open-pglite.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { commandData, type CommandData } from '../support/service/command-data.ts';
import { quoin } from '../support/service/command-line.ts';
import { migrationNames } from '../support/postgres/migration-names.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const password = 'correct horse battery';
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => folder[Symbol.asyncDispose]());

/** A new folder in a new folder. */
const data = () => join(folder.path, 'not', 'yet');

const run = (...args: readonly string[]) =>
  quoin(args, { environment: { DATA_DIR: data() }, password });

test('--check and --plan create no database', async () => {
  for (const DATA_DIR of [join(folder.path, 'not', 'there'), folder.path]) {
    const migrate = (option: string) => quoin(['migrate', option], { environment: { DATA_DIR } });
    const sentence = `There is no database in ${DATA_DIR} yet: quoin migrate creates it.`;
    expect(await migrate('--check')).toMatchObject({ exitCode: 1, printed: [sentence] });
    expect(await migrate('--plan')).toMatchObject({ exitCode: 0, printed: [`-- ${sentence}`] });
  }
  const elsewhere = {
    DATA_DIR: join(folder.path, 'not', 'there'),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    JWT_SECRET: 'x'.repeat(32),
  };
  const unreachable = await quoin(['migrate', '--check'], { environment: elsewhere });
  expect(unreachable.exitCode).toBe(1);
  expect(await readdir(folder.path)).toEqual([]);
});

test('migrate brings the database up to date, and --check reports it', async () => {
  const { close } = await openPglite(join(data(), 'database'), new SystemTimer());
  await close();
  expect(await run('migrate', '--check')).toMatchObject({
    exitCode: 1,
    printed: migrationNames.map((name) => `To do: ${name}`),
  });
  const plan = await run('migrate', '--plan');
  expect([plan.exitCode, plan.printed.join()]).toEqual([0, expect.stringMatching(/create table/i)]);
  expect(await run('migrate', '--check')).toMatchObject({ exitCode: 1 });
  expect(await run('migrate')).toMatchObject({
    exitCode: 0,
    printed: migrationNames.map((name) => `Done: ${name}`),
  });
  const upToDate = { exitCode: 0, printed: ['The database is up to date.'] };
  expect(await run('migrate', '--check')).toMatchObject(upToDate);
  expect(await run('migrate')).toMatchObject(upToDate);
}, 60_000);

/** What the commands store does not depend on the kind of database. */
let server: CommandData;
beforeAll(async () => {
  server = await commandData();
});
afterAll(async () => server[Symbol.asyncDispose]());

const runOnServer = (...args: readonly string[]) =>
  quoin(args, { environment: server.environment, password });

test('the first account becomes admin, later ones viewer, unless a role is given', async () => {
  const create = (email: string, ...rest: readonly string[]) =>
    runOnServer('user', 'create', '--email', email, ...rest);
  expect(await create('Ada@example.com', '--first-name', 'Ada')).toMatchObject({
    exitCode: 0,
    printed: ['Created ada@example.com, admin, as ada.'],
    notices: [],
  });
  expect((await create('bob@example.com')).printed).toEqual([
    'Created bob@example.com, viewer, as bob.',
  ]);
  expect(
    (await create('cy@example.com', '--role', 'editor', '--username', 'cyan')).printed,
  ).toEqual(['Created cy@example.com, editor, as cyan.']);
  const again = await create('ada@example.com');
  expect(again).toMatchObject({ exitCode: 1, printed: [] });
  expect(again.notices.join()).toContain('This email is taken');
}, 60_000);

test('without QUOIN_PASSWORD the password is asked twice, and both must be equal', async () => {
  const create = (secrets?: readonly string[]) =>
    quoin(['user', 'create', '--email', 'dee@example.com'], {
      environment: server.environment,
      ...(secrets && { secrets }),
    });
  expect(await create()).toMatchObject({
    exitCode: 1,
    notices: [expect.stringContaining('QUOIN_PASSWORD')],
  });
  expect(await create([password, 'another'])).toMatchObject({
    exitCode: 1,
    notices: ['The two passwords differ.'],
  });
  expect(await create([password, password])).toMatchObject({
    exitCode: 0,
    questions: ['Password: ', 'Repeat the password: '],
  });
}, 60_000);

test('only the token goes to standard output', async () => {
  const { exitCode, printed, notices } = await runOnServer(
    'token',
    'create',
    '--name',
    'web',
    '--collection',
    'pages',
  );
  expect(exitCode).toBe(0);
  expect(printed).toEqual([expect.stringMatching(/^st_[\w-]{27,}$/)]);
  expect(notices.join()).toContain('reads pages');
  expect(notices.join()).not.toContain(printed[0]);
  expect(
    await runOnServer('token', 'create', '--name', 'web', '--collection', 'nope'),
  ).toMatchObject({
    exitCode: 1,
    printed: [],
    notices: [expect.stringContaining("There is no collection 'nope'.")],
  });
}, 60_000);
