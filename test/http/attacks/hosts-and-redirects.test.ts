import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Operation } from '../../../contracts/index.ts';
import { minute } from '../../../core/vocabulary.ts';
import { testPassword } from '../../support/http/app.ts';
import { rowOf } from '../../support/access/rights-table.ts';
import { thingsWorld, type ThingsWorld } from '../../support/access/rights-world.ts';
import { sendRaw } from '../../support/http/raw-socket.ts';

let world: ThingsWorld;

beforeAll(async () => {
  world = await thingsWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

const evil = 'evil.example';

/** Headers with which a proxy or an attacker can claim another host. */
const claims: Readonly<Record<string, string>> = {
  'X-Forwarded-Host': evil,
  'X-Forwarded-Server': evil,
  'X-Forwarded-Proto': 'gopher',
  'X-Forwarded-Scheme': 'gopher',
  'X-Forwarded-Port': '1337',
  'X-Forwarded-Prefix': `//${evil}`,
  'X-Original-Host': evil,
  'X-Original-URL': `//${evil}/api/users`,
  'X-Rewrite-URL': `//${evil}/api/users`,
  'X-Host': evil,
  'X-HTTP-Host-Override': evil,
  Forwarded: `host=${evil};proto=gopher`,
  Referer: `https://${evil}/page`,
  From: `eve@${evil}`,
};

const shown = ({ text, headers }: { readonly text: string; readonly headers: object }): string =>
  `${JSON.stringify(headers)}\n${text}`;

describe('no response contains the host of the request, only the public URL (CVE-2026-27959)', () => {
  const all = Object.entries<Operation>(api);

  test.each(all)('%s', async (id) => {
    const { bearer, userId } = await world.signIn('admin');
    const hosts = [
      evil,
      `${evil}@cms.test`,
      `cms.test@${evil}`,
      `cms.test:80@${evil}`,
      `${evil}:1337`,
      `"><script>${evil}`,
    ];
    for (const Host of hosts) {
      // A minute later, the limit on attempts at the current password starts again.
      world.clock.advance(minute);
      // A new request each time, because some requests end their own session.
      const request = await rowOf(id).request(world, userId);
      const keepsSession = !id.startsWith('logOut');
      const headers = {
        ...claims,
        Host,
        ...(keepsSession && bearer),
        ...request.headers,
      };
      const answer = await world.send({ ...request, headers });
      expect([Host, answer.status]).toEqual([Host, expect.toBeOneOf([200, 201, 302, 303])]);
      for (const word of [evil, 'gopher', ':1337']) {
        expect([Host, word, shown(answer).includes(word)]).toEqual([Host, word, false]);
      }
    }
  });

  test.each(['/nothing', '/api/content/x', '/auth/me', '/api/content?limit=x', '/admin', '/'])(
    'an error response or a redirect does not contain it: %s',
    async (path) => {
      const answer = await world.send({ method: 'GET', path, headers: { ...claims, Host: evil } });
      expect(shown(answer)).not.toContain(evil);
    },
  );

  test('a response to an absolute URL does not contain its host', async () => {
    for (const path of ['/api/', '/docs', '/auth/login', '/auth/logout', '/', '/nothing']) {
      const head = `GET http://${evil}${path} HTTP/1.1\r\nHost: ${evil}\r\nConnection: close\r\n\r\n`;
      const answer = await sendRaw(world.url, head);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|302|404) /);
      expect(answer).not.toContain(evil);
    }
  });
});

describe('signing in redirects only to paths of this site (CVE-2026-22032, CVE-2025-62595)', () => {
  const targets = [
    `https://${evil}`,
    `//${evil}`,
    `///${evil}`,
    `/\\${evil}`,
    `\\\\${evil}`,
    `/\t/${evil}`,
    `/\n/${evil}`,
    `\t//${evil}`,
    ` //${evil}`,
    `/ /${evil}`,
    `/%09/${evil}`,
    `/%2f${evil}`,
    `/..//${evil}`,
    `/.//${evil}`,
    `/./\\${evil}`,
    `//${evil}@cms.test`,
    `//cms.test@${evil}`,
    `http:${evil}`,
    `http:/${evil}`,
    `https:///${evil}`,
    `//here.invalid@${evil}`,
    `//here.invalid`,
    `//here.invalid//${evil}`,
    `//here.invalid/\\${evil}`,
    `http://here.invalid//${evil}`,
    `/x//here.invalid/../../\\${evil}`,
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    `/admin\r\nLocation: https://${evil}`,
    '/admin\r\nSet-Cookie: auth_token=evil',
    '/admin%0d%0aSet-Cookie:%20a=b',
    evil,
    `@${evil}`,
    `.${evil}`,
    `:${evil}`,
    '?next=x',
    '#x',
    '',
  ];

  /** The origin to which a browser on the login page would go. */
  const landsOn = (location: string): string =>
    new URL(location, 'http://cms.test/auth/login').origin;

  test.each(targets)('%j', async (next) => {
    const { email } = await world.signIn('viewer');
    for (const password of [testPassword, 'wrong password']) {
      const body = new URLSearchParams({ email, password, next }).toString();
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        Referer: `https://${evil}/`,
        ...world.newClient(),
      };
      const answer = await world.send({ method: 'POST', path: '/auth/login/form', body, headers });
      const location = answer.headers['location'] ?? '';
      expect(answer.status).toBe(303);
      expect(location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      expect(landsOn(location)).toBe('http://cms.test');
      expect(answer.cookies.join()).not.toContain('evil');
      const [, back = ''] = /[?&]next=([^&]*)/.exec(location) ?? [];
      expect(landsOn(decodeURIComponent(back))).toBe('http://cms.test');
    }
    const page = await world.request(`/auth/login?next=${encodeURIComponent(next)}`);
    const [, hidden = ''] = /name="next" value="([^"]*)"/.exec(page.text) ?? [];
    expect(hidden).toMatch(/^\/(?![/\\])/);
    expect(landsOn(hidden.replaceAll('&amp;', '&'))).toBe('http://cms.test');
  });

  test.each(['/', '/admin', '/auth/logout'])(
    'a redirect ignores Referer and Origin: %s',
    async (path) => {
      const headers = { Referer: `https://${evil}/`, Origin: `https://${evil}` };
      const { headers: received } = await world.send({ method: 'GET', path, headers });
      expect(received['location']).toMatch(/^\/(?:admin|auth\/login)$/);
    },
  );
});
