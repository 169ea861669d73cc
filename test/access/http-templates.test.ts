import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator, type Actor } from '../../core/index.ts';
import type { Standing } from '../support/access/principals.ts';
import { rightsWorld, type RightsWorld } from '../support/access/rights-world.ts';

/** A word that only templates contain. */
const secret = 'Unpublished verdict';

let world: RightsWorld;

beforeAll(async () => {
  world = await rightsWorld();
  const { collections } = world.cms;
  for (const name of ['blog-posts', 'pages']) {
    const { schema } = await collections.get(operator, name);
    const templates = [{ name: `${secret} ${name}`, title: secret, data: { content: secret } }];
    await collections.update(operator, name, {
      icon: 'leaf',
      schema: JSON.parse(JSON.stringify(schema)),
      templates,
    });
  }
});

afterAll(() => world[Symbol.asyncDispose]());

/** Who may edit items in a collection, all or their own. Grants are in `blog-posts`. */
const editing: Readonly<Record<Standing, readonly string[] | undefined>> = {
  anonymous: [],
  refused: undefined,
  wrongKey: undefined,
  token: [],
  scopedToken: [],
  viewer: [],
  author: ['blog-posts', 'pages'],
  editor: ['blog-posts', 'pages'],
  admin: ['blog-posts', 'pages'],
  raisedViewer: ['blog-posts'],
  loweredEditor: ['pages'],
  loweredAuthor: ['pages'],
  raisedAuthor: ['blog-posts', 'pages'],
  translator: ['blog-posts'],
  bareCookie: ['blog-posts', 'pages'],
};

const get = async (path: string, headers: Readonly<Record<string, string>>) =>
  world.send({ method: 'GET', path, headers });

test('the list of collections has the templates of those in which the caller may edit', async () => {
  const seen = new Set<string>();
  for (const [name, { standing, headers }] of Object.entries(world.principals)) {
    const { status, text } = await get('/api/collections', headers);
    const expected = editing[standing];
    if (expected === undefined) {
      expect([name, status, text.includes(secret)]).toEqual([name, 401, false]);
      continue;
    }
    const { data } = JSON.parse(text) as {
      readonly data: readonly { name: string; icon?: string; templates?: readonly object[] }[];
    };
    const shown = data.filter(({ templates }) => templates !== undefined);
    expect([name, ...shown.map((each) => each.name)]).toEqual([name, ...expected]);
    for (const each of shown) {
      expect(each.templates).toEqual([
        { name: `${secret} ${each.name}`, title: secret, data: { content: secret } },
      ]);
    }
    expect([name, text.split(secret).length - 1]).toEqual([name, 3 * expected.length]);
    expect(data.some(({ icon }) => icon === 'leaf')).toBe(true);
    seen.add(standing);
  }
  expect(seen.size).toBe(Object.values(editing).filter((each) => each !== undefined).length);
});

test('neither a collection by its name nor the document of the service has them for others', async () => {
  for (const [name, { standing, headers }] of Object.entries(world.principals)) {
    const one = await get('/api/collections/pages', headers);
    const isAdmin = standing === 'admin' || standing === 'bareCookie';
    expect([name, one.status === 200, one.text.includes(secret)]).toEqual([name, isAdmin, isAdmin]);
    const described = await get('/api/openapi', headers);
    expect([name, described.text.includes(secret)]).toEqual([name, false]);
  }
});

test('only administrators write them', async () => {
  for (const [name, { standing, headers }] of Object.entries(world.principals)) {
    if (standing === 'admin' || standing === 'bareCookie') continue;
    const { status } = await world.request('/api/collections/pages', {
      method: 'PUT',
      headers: { ...headers },
      json: { templates: [] },
    });
    expect([name, [401, 403].includes(status)]).toEqual([name, true]);
  }
  expect((await world.cms.collections.get(operator, 'pages')).templates).toHaveLength(1);
});

test('the bearer of a preview token, and an API token that reads drafts, do not get them', async () => {
  const { token } = await world.signIn('admin');
  const user = await world.cms.accounts.authenticate(token);
  if (user.kind !== 'user') throw new TypeError('A session is that of a user');
  const { userId, role, grants } = user;
  const bearer = { kind: 'preview', userId, role, grants } as unknown as Actor;
  const reader: Actor = { kind: 'token', tokenId: userId, scope: 'all', readsDrafts: true };
  for (const actor of [bearer, reader]) {
    const all = await world.cms.collections.list(actor);
    expect([all.length > 1, JSON.stringify(all).includes(secret)]).toEqual([true, false]);
  }
});
