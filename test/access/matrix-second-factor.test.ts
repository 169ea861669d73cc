import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csrfTokens } from '../../adapters/http/caller/csrf.ts';
import { operations, type Operation } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';
import { memoryIdentityProvider } from '../support/openid/memory-identity-provider.ts';
import { requireOfAll, signIn } from '../support/second-factor/stopped-session.ts';
import { storeFactor } from '../support/second-factor/stored-factor.ts';

type Headers = Readonly<Record<string, string>>;

/** The only path under `/api` that looks at no session: it must need nothing but the process. */
const probe = 'getHealth';

const isStoppedAt = ([id, { path }]: readonly [string, Operation]): boolean =>
  (path === '/api' || path.startsWith('/api/')) && id !== probe;

/** With an identity provider: without one, its paths are not found. */
const publicUrl = 'https://cms.example.org';

const csrfSecret = 'a third secret for tests, of more than thirty-two bytes';

let client = 0;

/** Sends a request that has no right body, and mostly concerns nothing that exists. */
const send = async (app: TestApp, { method, path }: Operation, headers: Headers) => {
  client += 1;
  const forwarded = `198.51.${Math.floor(client / 250)}.${1 + (client % 250)}`;
  const answer = await app.request(path.replace(/\{\w+\}/g, 'none'), {
    method: method.toUpperCase(),
    headers: { 'X-Forwarded-For': forwarded, ...headers },
  });
  return { status: answer.status, code: /"code":"(\w+)"/.exec(answer.text)?.[1] ?? '' };
};

describe.each(httpAdapters)('with $adapter, a session past its grace', ({ create }) => {
  let app: TestApp;

  beforeAll(async () => {
    const ports = { identityProvider: memoryIdentityProvider() };
    app = await serveApp({ create, csrfSecret, trustProxy: 1, core: { ports, publicUrl } });
    // The last administrator: requests of others change nothing about it.
    await app.signIn('admin');
  });

  afterAll(() => app[Symbol.asyncDispose]());

  test.each(operations)('is stopped under /api only: %s', async (...entry) => {
    const [, operation] = entry;
    await requireOfAll(app, 0);
    const { bearer, token, sessionId } = await signIn(app);
    const csrf = csrfTokens(csrfSecret).issue(sessionId);
    const cookies = { Cookie: `auth_token=${token}; csrf_token=${csrf}`, 'X-CSRF-Token': csrf };
    for (const headers of [bearer, cookies, { Cookie: `auth_token=${token}` }]) {
      const stopped = await send(app, operation, headers);
      if (isStoppedAt(entry)) {
        expect(stopped).toEqual({ status: 403, code: 'second_factor_setup_required' });
      } else {
        expect(stopped.code).not.toBe('second_factor_setup_required');
      }
    }
  });

  test('sees pages as before', async () => {
    await requireOfAll(app, 0);
    const { token } = await signIn(app);
    for (const path of ['/admin', '/admin/content', '/docs', '/auth/login', '/auth/me']) {
      expect([
        path,
        (await app.request(path, { headers: { Cookie: `auth_token=${token}` } })).status,
      ]).toEqual([
        path,
        // Without its build, the fetch handler has no admin.
        expect.toBeOneOf(path.startsWith('/admin') ? [200, 404] : [200]),
      ]);
    }
  });
});

describe('others are answered as without the setting', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await serveApp({ trustProxy: 1 });
    await app.signIn('admin');
  });

  afterAll(() => app[Symbol.asyncDispose]());

  // A stream does not end by itself.
  const answered = operations.filter(([id]) => id !== 'streamChanges');

  test.each(answered)('%s', async (...entry) => {
    const [, operation] = entry;
    const { secret } = await app.cms.apiTokens.create(operator, { name: 'site' });
    const callers = async (): Promise<Readonly<Record<string, Headers>>> => {
      const protectedOne = await signIn(app);
      await storeFactor(app.ports, protectedOne.userId, 'set');
      return {
        anonymous: {},
        'an API token': { 'X-API-Key': secret },
        'an API token beside a stopped session': {
          'X-API-Key': secret,
          ...(await signIn(app)).bearer,
        },
        'with a factor': protectedOne.bearer,
        'by an identity provider': (await signIn(app, 'oidc')).bearer,
      };
    };
    const answers = async () => {
      const given: Record<string, unknown> = {};
      for (const [name, headers] of Object.entries(await callers())) {
        given[name] = await send(app, operation, headers);
      }
      return given;
    };
    const unrestricted = async () => app.cms.settings.update(operator, { requireSecondFactor: [] });
    await unrestricted();
    const before = await answers();
    const { status } = await send(app, operation, (await signIn(app)).bearer);
    await requireOfAll(app, 7);
    expect((await send(app, operation, (await signIn(app)).bearer)).status).toBe(status);
    await requireOfAll(app, 0);
    expect(await answers()).toEqual(before);
    if (isStoppedAt(entry)) return;
    expect((await send(app, operation, (await signIn(app)).bearer)).status).toBe(status);
  });
});
