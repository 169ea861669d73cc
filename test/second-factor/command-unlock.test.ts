import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCommandHost } from '../../bootstrap/command-host.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { operator, type Cms } from '../../core/index.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { appCode } from '../support/second-factor/app-code.ts';
import { commandData, type CommandData } from '../support/service/command-data.ts';
import { quoin } from '../support/service/command-line.ts';
import { dataFolder } from '../support/service/data-folder.ts';

const password = 'correct horse battery';
const email = 'ada@example.com';

type Environment = CommandData['environment'];

let data: CommandData;

beforeAll(async () => {
  data = await commandData();
});

afterAll(async () => data[Symbol.asyncDispose]());

const unlock = (address: string, environment: Environment = data.environment) =>
  quoin(['user', 'unlock', '--email', address], { environment });

const withCms = <T>(work: (cms: Cms) => Promise<T>, environment: Environment = data.environment) =>
  createCommandHost({
    version: 'test',
    readPassword: async () => undefined,
    readTotpSecret: async () => undefined,
    readConfig: async () => readConfig({ ...environment, LOG_LEVEL: 'silent' }),
    onStep: () => undefined,
  }).withCore({ holder: 'a test', whenInUse: '' }, work);

const logIn = (cms: Cms, client: string) => cms.accounts.logIn({ email, password, client });

test('quoin user unlock removes the second factor, and says what it did', async () => {
  const { key, token } = await withCms(async (cms) => {
    await cms.users.create(operator, { email, password, role: 'admin' });
    const session = await logIn(cms, 'a');
    const actor = await cms.accounts.authenticate(session.token);
    const { secret } = await cms.secondFactors.begin(actor, { password });
    await cms.secondFactors.confirm(actor, { code: await appCode(secret, Date.now()) });
    await rejectsWith('second_factor_required', logIn(cms, 'b'));
    return { key: secret, token: session.token };
  });

  const unlocked = await unlock('Ada@example.com');
  expect(unlocked).toMatchObject({
    exitCode: 0,
    notices: [],
    printed: [
      'Removed the second factor of ada@example.com, and what had stopped its codes.',
      'Its sessions and its trusted browsers have ended.',
    ],
  });
  expect(JSON.stringify(unlocked)).not.toContain(key);

  await withCms(async (cms) => {
    await rejectsWith('invalid_session', cms.accounts.authenticate(token));
    const { user } = await logIn(cms, 'c');
    const { entries } = await cms.audit.list(operator, { limit: 10 });
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'user.remove_second_factor',
        id: user.id,
        by: { kind: 'operator' },
      }),
    );
  });

  expect(await unlock(email)).toMatchObject({
    exitCode: 0,
    printed: ['ada@example.com has no second factor. Nothing was changed.'],
  });
  await withCms(async (cms) => {
    const { user } = await logIn(cms, 'd');
    expect(await cms.users.listSessions(operator, user.id)).toHaveLength(2);
  });
}, 120_000);

test('an unknown address, and no address, are mistakes', async () => {
  expect(await unlock('gone@example.com')).toMatchObject({
    exitCode: 1,
    printed: [],
    notices: ['There is no account with the address gone@example.com.'],
  });
  const { exitCode, notices } = await quoin(['user', 'unlock'], { environment: data.environment });
  expect([exitCode, notices.join()]).toEqual([2, expect.stringContaining('--email')]);
}, 60_000);

test('while the service uses an embedded database, it says what to do', async () => {
  await using folder = await dataFolder();
  const environment = { DATA_DIR: folder.path };
  await withCms(async () => {
    const { exitCode, notices } = await unlock(email, environment);
    expect(exitCode).toBe(1);
    expect(notices.join('\n')).toContain(
      'Stop it first, or let another administrator do it there: DELETE /api/users/{id}/second-factor.',
    );
  }, environment);
}, 60_000);
