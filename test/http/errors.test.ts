import { describe, expect, test } from 'vitest';
import { errorAnswerOf } from '../../adapters/http/answer/http-error.ts';
import { DomainError, errorKinds, type ErrorCode } from '../../core/index.ts';
import { serveApp, testPassword } from '../support/http/app.ts';
import { storeWithoutSettings } from '../support/core/store-without-settings.ts';
import { failingPorts } from '../support/http/failing-ports.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { rightsTable, type RightsRow } from '../support/access/rights-table.ts';
import { memoryIdentityProvider } from '../support/openid/memory-identity-provider.ts';
import { thingsWorld } from '../support/access/rights-world.ts';

const codes = Object.keys(errorKinds) as ErrorCode[];

describe('errors', () => {
  test('every error code has a status below 500, except codes of the kind unavailable', () => {
    for (const code of codes) {
      const { status, body } = errorAnswerOf(new DomainError(code, 'A sentence'));
      expect(body).toEqual({ error: 'A sentence', code });
      expect(status >= 400 && (status < 500 || errorKinds[code] === 'unavailable')).toBe(true);
    }
  });

  test('details and issues are included if present', () => {
    const issues = [{ path: 'a', message: 'must be b' }];
    const error = new DomainError('invalid_input', 'No', { details: 'More', issues });
    expect(errorAnswerOf(error).body).toEqual({
      error: 'No',
      details: 'More',
      code: 'invalid_input',
      issues,
    });
  });

  test.each([
    ['rate_limited', 41_001, '42'],
    ['overloaded', 1, '1'],
    ['dependency_unavailable', undefined, '1'],
  ] as const)('%s has Retry-After in whole seconds', (code, retryAfterMs, seconds) => {
    const context = retryAfterMs === undefined ? {} : { retryAfterMs };
    expect(errorAnswerOf(new DomainError(code, 'x', context)).headers).toEqual({
      'Retry-After': seconds,
    });
  });
});

/** A service whose settings cannot be read, so that every list of content fails. */
const serveBroken = (error: unknown) =>
  serveApp({
    core: { ports: { store: storeWithoutSettings(error) }, hasStarterCollections: false },
  });

describe('an unexpected error', () => {
  test('is 500 without details, and logged with all of them', async () => {
    const error = new Error('relation "content" at /srv/quoin/db.ts:7 SELECT password_hash');
    await using app = await serveBroken(error);
    const { status, text, headers } = await app.request('/api/content');
    expect([status, text]).toEqual([500, '{"error":"Internal server error"}']);
    expect(headers.get('cache-control')).toBe('no-store');
    const entry = app.log.entries.find(({ level }) => level === 'error');
    expect(entry?.cause).toBe(error);
    expect(entry?.fields).toEqual({ request: headers.get('x-request-id') });
  });

  test('is 500 as well if the thrown value is not an Error', async () => {
    await using app = await serveBroken('just text');
    expect((await app.request('/api/content')).status).toBe(500);
  });

  test('is a page for operations that answer with pages', async () => {
    await using app = await serveBroken(new Error('secret detail'));
    await app.signIn('admin');
    const { status, headers, text } = await app.request('/auth/login');
    expect(status).toBe(500);
    expect(text).toContain('<h1>Something went wrong</h1>');
    expect(text).toContain(`this number: <code>${headers.get('x-request-id')}</code>`);
    expect(text).not.toContain('secret detail');
  });
});

test('an unavailable dependency is 503 with Retry-After', async () => {
  const away = new DomainError('dependency_unavailable', 'The database is not available', {
    retryAfterMs: 5_000,
  });
  await using app = await serveBroken(away);
  const { status, headers, json } = await app.request('/api/content');
  expect([status, headers.get('retry-after'), json().code]).toEqual([
    503,
    '5',
    'dependency_unavailable',
  ]);
  const [entry, ...others] = app.log.entries.filter(({ level }) => level !== 'info');
  expect([entry?.level, entry?.cause, others]).toEqual(['warn', away, []]);
});

test('while the service stops, the health endpoint answers 503 and the others still answer', async () => {
  let ready = true;
  await using app = await serveApp({ isReady: () => ready });
  const before = await app.request('/api/health');
  ready = false;
  const health = await app.request('/api/health');
  const others = await Promise.all(
    ['/api/content', '/api/system/health'].map((path) => app.request(path)),
  );
  expect(before.status).toBe(200);
  expect([health.status, health.headers.get('retry-after'), health.json().code]).toEqual([
    503,
    '1',
    'overloaded',
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
});

/** An error of a driver, full of details that no client may see. */
const detailedError = (): Error => {
  const error = new Error(
    'connection to db.internal.example:5432 failed: select "password_hash" from "users" where "email" = $1 - FATAL: password authentication failed for user "quoin_owner"',
  );
  return Object.assign(error, {
    code: '28P01',
    status: 418,
    expose: true,
    headers: { 'X-Secret': 'quoin_owner' },
    detail: 'Key (email)=(ada@example.com) already exists.',
    address: '10.1.2.3',
    path: '/srv/quoin/data/secret',
  });
};

const failures: Readonly<Record<string, readonly [() => Error, number]>> = {
  'with an error of the driver': [detailedError, 500],
  'because it is unreachable': [
    () =>
      new DomainError('dependency_unavailable', 'The database does not answer', {
        retryAfterMs: 1_500,
        cause: detailedError(),
      }),
    503,
  ],
};

const secrets =
  /password_hash|quoin_owner|db\.internal|10\.1\.2\.3|ada@example|28P01|FATAL|\/srv\/|node_modules| {4}at /;

/** Pages that show the default name of the site if they cannot read it, and a redirect to the provider: they need nothing else. */
const withoutPorts = new Set([
  'showCode',
  'showForgotPassword',
  'showResetPassword',
  'showInvitation',
  'signInByProvider',
]);

const sendWithFaults = async (
  row: RightsRow,
  [makeError, expected]: readonly [() => Error, number],
) => {
  const intact = await memoryCms({ ports: { identityProvider: memoryIdentityProvider() } });
  const { ports, failing } = failingPorts(intact.ports);
  await using world = await thingsWorld({ ports });
  const { email, userId } = await world.signIn('admin');
  let failed = 0;
  for (let n = 1; ; n += 1) {
    // A new session for each request, because checked signatures are cached. Before the request, which may set up a second factor.
    const login = { email, password: testPassword, client: `client-${n}` };
    await world.factor(userId, 'none');
    const { token } = await world.cms.accounts.logIn(login);
    const request = await row.request(world, userId);
    const before = await fingerprint(intact.ports);
    failing.failAt(n, makeError());
    const headers = { Authorization: `Bearer ${token}`, ...request.headers };
    const answer = await world.send({ ...request, headers });
    const call = failing.calls[n - 1];
    failing.failAt(undefined);
    if (call === undefined) break;
    expect([call, secrets.exec(answer.text + JSON.stringify(answer.headers))]).toEqual([
      call,
      null,
    ]);
    if (answer.status < 400) continue;
    failed += 1;
    expect([call, answer.status]).toEqual([call, expected]);
    expect([call, await fingerprint(intact.ports)]).toEqual([call, before]);
    if (expected === 503) expect(answer.headers['retry-after']).toBe('2');
    else if (!answer.text.startsWith('<')) {
      expect(answer.text).toBe('{"error":"Internal server error"}');
    }
    if (expected === 500) {
      const reported = world.log.entries.filter(({ level }) => level === 'error');
      expect([call, reported.at(-1)?.message, reported.length]).toEqual([
        call,
        'Unexpected error',
        failed,
      ]);
    }
  }
  return failed;
};

describe.each(Object.entries(failures))('if a port fails %s', (_, failure) => {
  const rows = rightsTable.filter(
    ({ id, operation }) => operation.tag !== 'System' && !withoutPorts.has(id),
  );

  test.each(rows)(
    'the response has no details and nothing is written partially: $label',
    async (row) => {
      expect(await sendWithFaults(row, failure)).toBeGreaterThan(0);
    },
  );
});
