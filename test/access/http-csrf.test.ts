import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Operation } from '../../contracts/index.ts';
import { testPassword } from '../support/http/app.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { rowOf } from '../support/access/rights-table.ts';
import { thingsWorld, type ThingsWorld } from '../support/access/rights-world.ts';

let world: ThingsWorld;
/** The cookies of a browser after signing in. */
let session: string;
let csrf: string;
/** The CSRF tokens of another session of the account, and of a login page. */
let csrfElsewhere: string;
let csrfOfPage: string;

const cookiesOf = (headers: Headers): ReadonlyMap<string, string> =>
  new Map(
    headers.getSetCookie().map((line): [string, string] => {
      const [pair = ''] = line.split(';');
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    }),
  );

const logIn = async () => {
  const { email } = await world.signIn('admin');
  const json = { email, password: testPassword };
  const options = { method: 'POST', json, headers: world.newClient() };
  return cookiesOf((await world.request('/auth/login', options)).headers);
};

beforeAll(async () => {
  world = await thingsWorld();
  const own = await logIn();
  session = own.get('auth_token') ?? '';
  csrf = own.get('csrf_token') ?? '';
  csrfElsewhere = (await logIn()).get('csrf_token') ?? '';
  const page = await world.request('/auth/login');
  csrfOfPage = cookiesOf(page.headers).get('csrf_token') ?? '';
});

afterAll(() => world[Symbol.asyncDispose]());

const writes = Object.entries<Operation>(api).filter(
  ([, { method, auth }]) => method !== 'get' && auth !== 'none',
);

/** Content types that another site can send without a preflight, and others. */
const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
  'text/plain; application/json',
  'application/json; charset=utf-8',
  'application/csp-report',
  'text/json',
  '',
];

describe('a write with only the session cookie is rejected for every content type', () => {
  test.each(writes)('%s', async (id) => {
    const good = await rowOf(id).request(world);
    const before = await fingerprint(world.ports);
    for (const type of contentTypes) {
      for (const extra of [
        {},
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Referer: 'https://evil.example/' },
      ]) {
        const { parts: _, ...request } = good;
        const headers = {
          ...request.headers,
          'Content-Type': type,
          Cookie: `auth_token=${session}`,
          ...extra,
        };
        const answer = await world.send({ ...request, body: request.body ?? '', headers });
        expect([type, answer.status]).toEqual([type, 403]);
        expect(JSON.parse(answer.text).code).toBe('csrf_failed');
      }
    }
    expect(await fingerprint(world.ports)).toBe(before);
  });
});

describe('a CSRF token', () => {
  const put = async (cookie: string, headers: Readonly<Record<string, string>>, path = '') =>
    (
      await world.send({
        method: 'PUT',
        path: `/api/settings${path}`,
        headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers },
        body: JSON.stringify({ siteName: 'Evil', _csrf: csrf }),
      })
    ).status;

  test('is accepted only in its header, with its cookie and its session', async () => {
    const both = `auth_token=${session}; csrf_token=${csrf}`;
    expect(await put(both, { 'X-CSRF-Token': csrf })).toBe(200);
    expect(await put(both, {})).toBe(403);
    expect(await put(both, {}, `?_csrf=${csrf}&X-CSRF-Token=${csrf}`)).toBe(403);
    for (const name of ['X-XSRF-Token', 'CSRF-Token', 'X-CSRFToken', 'X-Requested-With']) {
      expect(await put(both, { [name]: csrf })).toBe(403);
    }
    expect(await put(`auth_token=${session}`, { 'X-CSRF-Token': csrf })).toBe(403);
  });

  test('set by another site is rejected', async () => {
    for (const planted of [
      csrfElsewhere,
      csrfOfPage,
      'planted',
      '',
      `${csrf}x`,
      csrf.slice(0, -1),
      csrf.replace('.', ''),
    ]) {
      const before = `auth_token=${session}; csrf_token=${planted}; csrf_token=${csrf}`;
      const alone = `auth_token=${session}; csrf_token=${planted}`;
      for (const cookie of [before, alone]) {
        expect([planted, await put(cookie, { 'X-CSRF-Token': planted })]).toEqual([planted, 403]);
      }
    }
  });

  test('is rejected without its session', async () => {
    expect(await put(`csrf_token=${csrf}`, { 'X-CSRF-Token': csrf })).toBe(401);
    const { token } = await world.signIn('viewer');
    const cookies = `auth_token=${token}; csrf_token=${csrf}`;
    const options = { method: 'PUT', json: { firstName: 'Eve' } };
    const headers = { Cookie: cookies, 'X-CSRF-Token': csrf };
    expect((await world.request('/auth/me', { ...options, headers })).status).toBe(403);
  });

  test('in a form is rejected for another session', async () => {
    const { token } = await world.signIn('author');
    const body = new URLSearchParams({ _csrf: csrf });
    const headers = { Cookie: `auth_token=${token}; csrf_token=${csrf}` };
    const stolen = await world.request('/auth/logout', { method: 'POST', body, headers });
    expect(stolen.status).toBe(403);
    const me = await world.request('/auth/me', { headers: { Authorization: `Bearer ${token}` } });
    expect(me.status).toBe(200);
  });
});

describe('a login sent by a page of another site is rejected', () => {
  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://cms.test' },
    { 'Sec-Fetch-Site': '' },
    { 'Sec-Fetch-Site': 'SAME-ORIGIN' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://cms.test.evil.example' },
    { Origin: 'http://evil.example/http://cms.test' },
    { Origin: 'https://cms.test' },
    { Origin: 'http://cms.test:80' },
    { Origin: 'http://user@cms.test' },
    { Origin: 'https://evil.example', Host: 'cms.test' },
    { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
    { Origin: 'https://evil.example', Referer: 'http://cms.test/auth/login' },
  ];

  test.each(foreign)('%j', async (headers) => {
    const { email } = await world.signIn('viewer');
    const body = new URLSearchParams({ email, password: testPassword }).toString();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const request = { method: 'POST', path: '/auth/login/form', body };
    const send = (more: object) =>
      world.send({ ...request, headers: { ...type, ...world.newClient(), ...more } });
    const answer = await send(headers);
    expect([answer.status, answer.cookies]).toEqual([403, []]);
    expect((await send({ Origin: 'http://cms.test' })).status).toBe(303);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'JSON with the content type %s',
    async (type) => {
      const { email } = await world.signIn('viewer');
      const body = JSON.stringify({ email, password: testPassword });
      for (const path of ['/auth/login', '/auth/register']) {
        const headers = { 'Content-Type': type, ...world.newClient() };
        const answer = await world.send({ method: 'POST', path, body, headers });
        expect([answer.status, answer.cookies]).toEqual([415, []]);
      }
    },
  );
});
