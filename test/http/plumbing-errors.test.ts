import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../adapters/koa/http-error.ts';
import { DomainError, errorKinds, type ErrorCode, type Ports } from '../../core/index.ts';
import { serveApp } from '../support/app.ts';

const codes = Object.keys(errorKinds) as ErrorCode[];

describe('refusals', () => {
  test('every code of the catalogue has a status below 500, but for what is unavailable', () => {
    for (const code of codes) {
      const { status, body } = refusalOf(new DomainError(code, 'A sentence'));
      expect(body).toEqual({ error: 'A sentence', code });
      expect(status >= 400 && (status < 500 || errorKinds[code] === 'unavailable')).toBe(true);
    }
  });

  test('details and issues are told where there are some', () => {
    const issues = [{ path: 'a', message: 'must be b' }];
    const error = new DomainError('invalid_input', 'No', { details: 'More', issues });
    expect(refusalOf(error).body).toEqual({
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
  ] as const)('%s says in whole seconds when to come back', (code, retryAfterMs, seconds) => {
    const context = retryAfterMs === undefined ? {} : { retryAfterMs };
    expect(refusalOf(new DomainError(code, 'x', context)).headers).toEqual({
      'Retry-After': seconds,
    });
  });
});

/** A service whose settings cannot be read: every list of content meets the error. */
const serveBroken = (error: Error) => {
  const settings = {
    load: () => Promise.reject(error),
    save: async () => undefined,
  } as Ports['settings'];
  return serveApp({ core: { ports: { settings } } });
};

describe('what nobody expected', () => {
  test('is 500 without a word of it, and in the log with all of it', async () => {
    const error = new Error('relation "content" at /srv/quoin/db.ts:7 SELECT password_hash');
    await using app = await serveBroken(error);
    const { status, text, headers } = await app.request('/api/content');
    expect([status, text]).toEqual([500, '{"error":"Internal server error"}']);
    expect(headers.get('cache-control')).toBe('no-store');
    const entry = app.log.entries.find(({ level }) => level === 'error');
    expect(entry?.cause).toBe(error);
    expect(entry?.fields).toEqual({ request: headers.get('x-request-id') });
  });

  test('is 500 as well when it is no error at all', async () => {
    await using app = await serveBroken('just text' as unknown as Error);
    expect((await app.request('/api/content')).status).toBe(500);
  });

  test('is a page where people are looking', async () => {
    await using app = await serveBroken(new Error('secret detail'));
    await app.signIn('admin');
    const { status, text } = await app.request('/auth/login');
    expect(status).toBe(500);
    expect(text).toContain('<h1>Internal server error</h1>');
    expect(text).not.toContain('secret detail');
  });
});

test('a dependency that is away is 503 with when to come back', async () => {
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

test('a service that shuts down says so to who asks for its health, and answers everything else', async () => {
  let ready = true;
  const told: (readonly [address: string, isReady: boolean])[] = [];
  await using app = await serveApp({
    isReady: () => ready,
    onHealthTold: (...facts) => void told.push(facts),
  });
  const before = await app.request('/api/health');
  ready = false;
  const health = await app.request('/api/health');
  const others = await Promise.all(
    // The systems behind the service are as they were.
    ['/api/content', '/api/system/health'].map((path) => app.request(path)),
  );
  expect(before.status).toBe(200);
  expect([health.status, health.headers.get('retry-after'), health.json().code]).toEqual([
    503,
    '1',
    'overloaded',
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect(told).toEqual([
    ['127.0.0.1', true],
    ['127.0.0.1', false],
  ]);
});
