import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRestSession } from '../../adapters/cli/transfer/targets/rest-session.ts';
import { madeCodes } from '../../adapters/cli/transfer/targets/sign-in-codes.ts';
import { second } from '../../core/vocabulary.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { appCode } from '../support/second-factor/app-code.ts';
import { quoin, type CommandOptions } from '../support/service/command-line.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const email = 'admin@example.com';

let folder: TemporaryFolder;
let app: TestApp;
/** The key of the administrator's app. */
let key: string;
let requests: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  app = await serveApp();
  // Commands make codes of the time of this machine.
  app.clock.advance(Date.now() - app.clock.now());
  const { token } = await app.signIn('admin');
  const actor = await app.cms.accounts.authenticate(token);
  ({ secret: key } = await app.cms.secondFactors.begin(actor, { password: testPassword }));
  const code = await appCode(key, app.clock.now(), -1);
  await app.cms.secondFactors.confirm(actor, { code });
  requests = [];
  app.server.prependListener('request', ({ method, url }) => {
    requests.push(`${method} ${url}`);
  });
});

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const exportAll = (options: CommandOptions = {}) =>
  quoin(['export', join(folder.path, 'out'), '--url', app.url, '--email', email], {
    password: testPassword,
    ...options,
  });

const codeNow = () => appCode(key, app.clock.now());

describe('a command that signs in to an account with a second factor', () => {
  test('asks for a code, after the password', async () => {
    const { exitCode, questions } = await exportAll({
      password: undefined,
      secrets: [testPassword, ` ${await codeNow()} `],
    });
    expect(questions).toEqual([`Password of ${email}: `, `Code of ${email}: `]);
    expect(exitCode).toBe(0);
  });

  test('asks once again after a code that is not valid', async () => {
    const { exitCode, questions } = await exportAll({ secrets: ['000000', await codeNow()] });
    expect([exitCode, questions]).toEqual([
      0,
      [`Code of ${email}: `, 'This code is not valid. Another code: '],
    ]);
  });

  test('gives up after the second one', async () => {
    const { exitCode, notices } = await exportAll({ secrets: ['000000', '000001'] });
    expect([exitCode, notices]).toEqual([1, ['Signing in failed: This code is not valid.']]);
  });

  test('says what to set without a terminal', async () => {
    const { exitCode, notices } = await exportAll();
    expect([exitCode, notices]).toEqual([
      1,
      [
        'The account has a second factor, and there is no terminal to ask for a code: set QUOIN_TOTP_SECRET.',
      ],
    ]);
  });

  test('makes the code from QUOIN_TOTP_SECRET, however it is written, and shows it nowhere', async () => {
    const secret = `${key.slice(0, 4)} ${key.slice(4).toLowerCase()}==`;
    const result = await exportAll({ environment: { QUOIN_TOTP_SECRET: secret } });
    expect([result.exitCode, result.questions]).toEqual([0, []]);
    expect(JSON.stringify([result, app.log.entries]).toUpperCase()).not.toContain(key.slice(4));
    expect(requests.slice(0, 2)).toEqual(['POST /auth/login', 'POST /auth/login/code']);
  });

  test('reports a secret of another form before it signs in, without showing it', async () => {
    const { exitCode, notices } = await exportAll({
      environment: { QUOIN_TOTP_SECRET: 'no-base-32-at-all' },
    });
    expect([exitCode, requests]).toEqual([1, []]);
    expect(notices.join()).toContain('QUOIN_TOTP_SECRET must be the secret in base32');
    expect(notices.join()).not.toContain('no-base');
  });

  test('does not wait for an hour when its codes are stopped', async () => {
    const codes = Array.from({ length: 9 }, (_, n) => `00000${n}`);
    for (const code of codes) {
      const login = { email, password: testPassword, code, client: code };
      await app.cms.accounts.logIn(login).catch(() => undefined);
    }
    const { exitCode, notices } = await exportAll({ secrets: ['111111', await codeNow()] });
    expect(exitCode).toBe(1);
    expect(notices.join()).toMatch(
      /^Signing in failed: Too many wrong codes\. Try again in \d+ minutes\.$/,
    );
  });

  test('sends none for an account without a second factor', async () => {
    const { userId } = await app.signIn('admin');
    const { users } = app.ports.store.repositories;
    await users.update({ ...(await users.findById(userId))!, hasSecondFactor: false });
    const { exitCode } = await exportAll({ environment: { QUOIN_TOTP_SECRET: key } });
    expect(exitCode).toBe(0);
    expect(requests).not.toContain('POST /auth/login/code');
  });
});

describe('codes made from the secret', () => {
  /** Signs in with the time of the service, which passes while it waits. */
  const signIn = async (from = key) => {
    const waits: number[] = [];
    const notices: string[] = [];
    const notify = (line: string): void => void notices.push(line);
    const signal = new AbortController().signal;
    const now = () => app.clock.now();
    const wait = async (ms: number): Promise<void> => {
      waits.push(ms);
      app.clock.advance(ms);
    };
    const newCodes = () => madeCodes((time) => appCode(from, time), { notify, wait, now });
    const given = { url: app.url, email, password: testPassword, newCodes, signal, notify };
    const session = await openRestSession(given);
    await session.send((client) => client.getSettings());
    return { waits, notices };
  };

  beforeEach(() => {
    // Ten seconds after a step began.
    app.clock.advance(30 * second - (app.clock.now() % (30 * second)) + 10 * second);
  });

  test('wait for the next one, and say so, if another command has used it', async () => {
    expect(await signIn()).toEqual({ waits: [], notices: [] });
    expect(await signIn()).toEqual({
      waits: [20 * second],
      notices: [
        'The code is not valid. If another command has used it, the next one is: waiting 20 s.',
      ],
    });
    expect((await signIn()).waits).toEqual([30 * second]);
  });

  test('are given up after three, in which case the secret or the clock is wrong', async () => {
    const other = app.ports.oneTimeCodes.newKey();
    await expect(signIn(other)).rejects.toThrow(
      'Signing in failed: the codes made from QUOIN_TOTP_SECRET are not valid. Check the secret, and the clock of this machine.',
    );
    expect(requests.filter((each) => each === 'POST /auth/login/code')).toHaveLength(3);
    // They count as wrong ones, and stop nothing yet.
    app.clock.advance(60 * second);
    await signIn();
  });
});
