import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/app.ts';
import { withoutMemory } from '../support/cached-world.ts';
import {
  ask,
  askAll,
  bodyOf,
  comparable,
  countSteps,
  host,
  isHit,
  persistent,
  request,
  stepByStep,
} from '../support/raw-answers.ts';

/** Two applications on one database, of which the second one reads everything again. */
let app: TestApp;
let plain: TestApp;
let paths: readonly string[];
let callers: Readonly<Record<string, string>>;

const corsOrigins = ['https://pages.test'];

beforeAll(async () => {
  app = await serveApp({ corsOrigins });
  plain = await serveApp({
    corsOrigins,
    core: { ports: { ...app.ports, ...withoutMemory(app.ports) } },
  });
  const { cms } = app;
  await cms.plugins.configure(operator, 'cache', { active: true });
  const collections = await cms.collections.list(operator);
  const ids: string[] = [];
  for (const { id: collectionId, name: place } of collections) {
    for (const status of ['published', 'draft'] as const) {
      const item = { collectionId, title: `Émile 😀 ${place} ${status}`, status, data: { n: 1 } };
      ids.push((await cms.content.create(operator, item)).id);
    }
  }
  const { name } = collections[0]!;
  const { bearer, token } = await app.signIn('editor');
  const scoped = await cms.apiTokens.create(operator, { name: 'scoped', collections: [name] });
  const unscoped = await cms.apiTokens.create(operator, { name: 'unscoped' });
  callers = {
    nobody: '',
    'an unrelated cookie': 'Cookie: theme=dark\r\n',
    'a user': `Authorization: ${bearer.Authorization}\r\n`,
    'a browser': `Cookie: theme=dark; auth_token=${token}\r\n`,
    'a token': `X-API-Key: ${unscoped.secret}\r\n`,
    'a token with a scope': `X-API-Key: ${scoped.secret}\r\n`,
    'a wrong token': `X-API-Key: ${unscoped.secret}x\r\n`,
    'a token beside a wrong session': `X-API-Key: ${scoped.secret}\r\nAuthorization: Bearer x\r\n`,
  };
  paths = [
    '/api/content',
    '/api/content?limit=1&offset=1',
    '/api/content?status=draft',
    '/api/content?status=other',
    '/api/content?limit=1&limit=2',
    '/api/content?unknown=%C3%89',
    `/api/content?collection=${name}`,
    '/api/content?collection=none',
    `/api/collections/${name}/content`,
    '/api/collections/none/content',
    ...ids.map((id) => `/api/content/${id}`),
    `/api/content/${ids[0]!.toUpperCase()}`,
    `/api/collections/${name}/content/${ids[0]}`,
    '/api/content/',
    '//api/content',
    '/api/content#part',
    '/api/%63ontent',
    'http://cms.test/api/content',
    '/api/health',
  ];
});

afterAll(async () => {
  await plain[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

/** Asks until the answer can come without the steps. @returns whether it came from memory, or from a read. */
const compare = async (request: string): Promise<'memory' | 'read' | 'steps'> => {
  const expected = await ask(plain, stepByStep(request));
  // Answers to HEAD come from what is known of GET.
  await ask(app, request.replace(/^HEAD/, 'GET'));
  let answer = '';
  const steps = await countSteps(async () => {
    answer = await ask(app, request);
  });
  expect(comparable(answer), request).toBe(comparable(expected));
  if (!request.startsWith('HEAD') && / 200 /.test(answer)) {
    const [, length] = /\r\nContent-Length: (\d+)/.exec(answer)!;
    expect(bodyOf(answer).length).toBe(Number(length));
  }
  // Later heads on connections that stay open are made of the text of the first one.
  const open = persistent(request);
  const others = await askAll(plain, [stepByStep(open), stepByStep(open)]);
  expect((await askAll(app, [open, open])).map(comparable)).toEqual(others.map(comparable));
  if (steps > 0) return 'steps';
  return isHit(answer) ? 'memory' : 'read';
};

describe('an answer without the steps of the application equals that with them', () => {
  for (const method of ['GET', 'HEAD']) {
    for (const active of [true, false]) {
      test(`to ${method}, for every path and caller, with the plugin ${active ? 'on' : 'off'}`, async () => {
        await app.cms.plugins.configure(operator, 'cache', { active });
        const counts = { memory: 0, read: 0, steps: 0 };
        for (const path of paths) {
          for (const caller of Object.values(callers)) {
            counts[await compare(request(method, path, `${host}${caller}`))] += 1;
          }
        }
        await app.cms.plugins.configure(operator, 'cache', { active: true });
        // Without the paths and callers that get errors.
        expect(counts[active ? 'memory' : 'read']).toBeGreaterThan(90);
        expect(counts[active ? 'read' : 'memory']).toBe(0);
      });
    }
  }

  test.for([true, false])('for every header that changes it, plugin %s', async (active) => {
    await app.cms.plugins.configure(operator, 'cache', { active });
    const { headers } = await app.request('/api/content');
    const tag = headers.get('etag')!;
    const fields = [
      'Origin: https://pages.test',
      'Origin: https://other.test',
      'Prefer: handling=strict',
      `If-None-Match: ${tag}`,
      `If-None-Match: "other", ${tag}`,
      'If-None-Match: *',
      'If-None-Match: "other"',
      'X-Request-Id: abcdefgh-1234',
      'Accept: text/html',
      'X-Forwarded-For: 10.0.0.1',
      'Range: bytes=0-3',
    ];
    for (const field of fields) {
      for (const path of ['/api/content', '/api/content?unknown=1', paths[10]!]) {
        await compare(request('GET', path, `${host}${field}\r\n`));
      }
    }
    const strict = request('GET', '/api/content', `${host}Prefer: handling=strict\r\n`);
    expect(await ask(app, strict)).toContain('\r\nPreference-Applied: handling=strict\r\n');
    const allowed = request('GET', '/api/content', `${host}Origin: https://pages.test\r\n`);
    expect(isHit(await ask(app, allowed))).toBe(active);
    expect(await ask(app, allowed)).toContain('Access-Control-Allow-Origin: https://pages.test');
    expect(await ask(app, request('GET', '/api/content', host))).not.toContain('Allow-Origin');
    await app.cms.plugins.configure(operator, 'cache', { active: true });
  });

  test('also if the request is unusual: then the application answers', async () => {
    await app.request('/api/content');
    const unusual = [
      'GET /api/content HTTP/1.0\r\n\r\n',
      `GET /api/content HTTP/1.0\r\n${host}\r\n`,
      request('GET', '/api/content', ''),
      request('GET', '/api/content', `${host}${host}`),
      request('POST', '/api/content', `${host}Content-Length: 0\r\n`),
      request('OPTIONS', '/api/content', host),
      `GET /api/content HTTP/1.1\r\n${host}Connection: close\r\nContent-Length: 2\r\n\r\n{}`,
    ];
    for (const each of unusual) {
      expect(comparable(await ask(app, each)), each).toBe(comparable(await ask(plain, each)));
    }
  });
});

describe('an answer from memory ends', () => {
  const hitFor = async (caller: string): Promise<boolean> => {
    const text = request('GET', '/api/content', `${host}${caller}`);
    await ask(app, text);
    return isHit(await ask(app, text));
  };

  test('with the session or token of its caller', async () => {
    const { cms } = app;
    const { secret, token } = await cms.apiTokens.create(operator, { name: 'short' });
    const byToken = `X-API-Key: ${secret}\r\n`;
    expect(await hitFor(byToken)).toBe(true);
    await cms.apiTokens.revoke(operator, token.id);
    expect(await ask(app, request('GET', '/api/content', `${host}${byToken}`))).toMatch(
      /^HTTP\S+ 401/,
    );
    const viewer = await app.signIn('viewer');
    const bySession = `Authorization: ${viewer.bearer.Authorization}\r\n`;
    expect(await hitFor(bySession)).toBe(true);
    await cms.users.update(operator, viewer.userId, { isActive: false });
    expect(await ask(app, request('GET', '/api/content', `${host}${bySession}`))).toMatch(
      /^HTTP\S+ 401/,
    );
  });

  test('with a change of the settings, and with a limit of requests', async () => {
    const { cms } = app;
    expect(await hitFor('')).toBe(true);
    await cms.settings.update(operator, { publicContent: 'published' });
    expect(await ask(app, request('GET', '/api/content', host))).not.toContain('draft');
    await cms.settings.update(operator, { publicContent: 'all' });
    await cms.plugins.configure(operator, 'cache', { settings: { requestsPerMinute: 3 } });
    const statuses: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      statuses.push((await ask(app, request('GET', '/api/content', host))).slice(9, 12));
    }
    expect(statuses).toEqual(['200', '200', '200', '429']);
    await cms.plugins.configure(operator, 'cache', { settings: { requestsPerMinute: 0 } });
  });

  test('with its lifetime, and counts as a hit until then', async () => {
    const { cms, clock } = app;
    expect(await hitFor('')).toBe(true);
    const { hits } = await cms.plugins.getCacheStatistics(operator);
    const text = request('GET', '/api/content', host);
    expect(await ask(app, text)).toContain('\r\nX-Cache-TTL: 300\r\n');
    expect((await cms.plugins.getCacheStatistics(operator)).hits).toBe(hits + 1);
    clock.advance(300_000);
    expect(isHit(await ask(app, text))).toBe(false);
  });
});

test('an answer that was read again is kept too', async () => {
  const { cms } = app;
  const text = request('GET', '/api/content?limit=1', host);
  const { data } = JSON.parse(bodyOf(await ask(app, text)));
  await cms.content.update(operator, data[0].id, { title: 'Changed' }, undefined);
  const list = vi.spyOn(cms.renderedContent, 'list');
  for (let n = 0; n < 3; n += 1) expect(await ask(app, text)).toContain('"title":"Changed"');
  expect(list).toHaveBeenCalledTimes(1);
});

test.for([true, false])('answers without the steps are logged too, plugin %s', async (active) => {
  await app.cms.plugins.configure(operator, 'cache', { active });
  const before = app.log.entries.length;
  const text = request('GET', '/api/content?limit=2', host);
  await ask(app, text);
  await ask(app, text);
  const [first, second] = app.log.entries
    .slice(before)
    .filter(({ message }) => message === 'Request');
  const fields = { method: 'GET', route: '/api/content', status: 200 };
  for (const entry of [first, second]) expect(entry?.fields).toMatchObject(fields);
  expect(first?.fields?.['request']).not.toBe(second?.fields?.['request']);
  await app.cms.plugins.configure(operator, 'cache', { active: true });
});
