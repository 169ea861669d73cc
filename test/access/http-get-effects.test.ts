import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testPassword } from '../support/http/app.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { rightsTable } from '../support/access/rights-table.ts';
import { thingsWorld, type ThingsWorld } from '../support/access/rights-world.ts';

let world: ThingsWorld;
let email: string;
let Cookie: string;

beforeAll(async () => {
  world = await thingsWorld();
  ({ email } = await world.signIn('admin'));
});
beforeEach(async () => {
  const session = { email, password: testPassword, client: `client-${world.next()}` };
  Cookie = `auth_token=${(await world.cms.accounts.logIn(session)).token}`;
});
afterAll(() => world[Symbol.asyncDispose]());

const isSignedIn = async (): Promise<boolean> =>
  (await world.request('/auth/me', { headers: { Cookie } })).status === 200;

const fetched = (destination: string, mode = 'no-cors', site = 'same-origin') => ({
  'Sec-Fetch-Dest': destination,
  'Sec-Fetch-Mode': mode,
  'Sec-Fetch-Site': site,
});
const opened = (site: string) => fetched('document', 'navigate', site);

/** What pages of this site and of others can make a browser send without the user. */
const byPages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an image': fetched('image'),
  'a script': fetched('script'),
  'a style sheet': fetched('style'),
  'a video': fetched('video'),
  'a frame': fetched('iframe', 'navigate'),
  'an object': fetched('object', 'navigate'),
  'a script that calls fetch': fetched('empty', 'cors'),
  'a prefetch': { ...opened('same-origin'), 'Sec-Purpose': 'prefetch' },
  'a prerendered page': { ...opened('same-origin'), 'Sec-Purpose': 'prefetch;prerender' },
  'a preview': { ...opened('none'), 'X-Purpose': 'preview' },
  'an old prefetch': { 'X-Moz': 'prefetch' },
  'an image without https': { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' },
  'a link of another site': opened('cross-site'),
  'a link of a sibling domain': opened('same-site'),
};

const byUser: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a link of this site': opened('same-origin'),
  'an address that the user typed': opened('none'),
  'a page without https': { Accept: 'text/html,image/avif,*/*;q=0.8' },
  curl: { Accept: '*/*' },
};

describe('a GET of a page that the user did not open changes nothing', () => {
  const rows = rightsTable.filter(({ operation }) => operation.method === 'get');

  test('for every operation and every cause', async () => {
    expect(rows.length).toBeGreaterThan(25);
    for (const { label, request: make } of rows) {
      const request = await make(world);
      const before = await fingerprint(world.ports);
      for (const [cause, headers] of Object.entries(byPages)) {
        const answer = await world.send({
          ...request,
          headers: { ...request.headers, Cookie, ...headers },
        });
        // A sign-in can begin with a link of another site, such as a portal; it ends in this browser only.
        const harmless = cause.startsWith('a link') ? /^(?:csrf_token|oidc_\w+)=/ : /^csrf_token=/;
        const cookies = answer.cookies.filter((line) => !harmless.test(line));
        expect([label, cause, cookies]).toEqual([label, cause, []]);
      }
      expect([label, (await fingerprint(world.ports)) === before]).toEqual([label, true]);
      expect([label, await isSignedIn()]).toEqual([label, true]);
    }
  });
});

describe('signing out by a link', () => {
  const signOut = (headers: Readonly<Record<string, string>>) =>
    world.request('/auth/logout', { headers: { Cookie, ...headers } });

  test.each(Object.entries(byUser))('works for %s', async (_, headers) => {
    const answer = await signOut(headers);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth/login']);
    expect(answer.headers.getSetCookie().join()).toMatch(/^auth_token=; Max-Age=0;/);
    expect(await isSignedIn()).toBe(false);
  });

  test.each(Object.entries(byPages))('has no effect for %s', async (_, headers) => {
    const answer = await signOut(headers);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/^\/auth\/login(?:\?error=still_signed_in)?$/);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await isSignedIn()).toBe(true);
  });

  test('of another site leads to a page that says so, and to one that works', async () => {
    const answer = await signOut(opened('cross-site'));
    const page = await world.request(answer.headers.get('location') ?? '', { headers: { Cookie } });
    expect(page.text).toContain('You are still signed in');
    expect(page.text).toContain('<a href="/auth/logout">Sign out</a>');
  });

  test('of another site says nothing to somebody without a session', async () => {
    const { headers } = await world.request('/auth/logout', { headers: opened('cross-site') });
    expect(headers.get('location')).toBe('/auth/login');
  });
});
