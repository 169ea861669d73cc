import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';
import {
  ask,
  askAll,
  bodyOf,
  comparable,
  countSteps,
  fieldIn,
  host,
  isHit,
  persistent,
  request,
} from '../support/cache/raw-answers.ts';

const corsOrigins = ['https://pages.test'];

describe.each(httpAdapters)('on $adapter', ({ adapter, create }) => {
  /** Two applications on one store, of which the second one has no whole answers. */
  let app: TestApp;
  let plain: TestApp;
  let paths: readonly string[];
  let callers: Readonly<Record<string, string>>;

  beforeAll(async () => {
    app = await serveApp({ create, corsOrigins });
    plain = await serveApp({
      create,
      corsOrigins,
      cachesAnswers: false,
      core: { ports: app.ports },
    });
    const { cms } = app;
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

  /** Asks until the answer can come without the steps. @returns whether it did. */
  const compare = async (text: string): Promise<boolean> => {
    const expected = comparable(await ask(plain, text));
    expect(comparable(await ask(app, text)), text).toBe(expected);
    let answer = '';
    const steps = await countSteps(app, async () => {
      answer = await ask(app, text);
    });
    expect(comparable(answer), text).toBe(expected);
    // Of the other adapter, only reads of content are counted.
    const isRead = adapter === 'koa' || fieldIn(answer, 'X-Cache-Status') !== undefined;
    const isAgain = steps === 0 && isRead;
    expect(isHit(answer)).toBe(isAgain);
    if (!text.startsWith('HEAD') && / 200 /.test(answer)) {
      expect(bodyOf(answer).length).toBe(Number(fieldIn(answer, 'Content-Length')));
    }
    const open = persistent(text);
    const others = (await askAll(plain, [open, open])).map(comparable);
    expect((await askAll(app, [open, open])).map(comparable)).toEqual(others);
    return isAgain;
  };

  describe('an answer without the steps of the application equals that with them', () => {
    for (const method of ['GET', 'HEAD']) {
      test(`to ${method}, for every path and caller`, async () => {
        let fast = 0;
        for (const path of paths) {
          for (const caller of Object.values(callers)) {
            if (await compare(request(method, path, `${host}${caller}`))) fast += 1;
          }
        }
        // All but those that are errors.
        expect(fast).toBeGreaterThan(90);
      });
    }

    test('an answer to HEAD is good for GET, and the other way round', async () => {
      for (const methods of [
        ['GET', 'HEAD'],
        ['HEAD', 'GET'],
      ] as const) {
        const path = `/api/content?limit=${methods[0].length + 10}`;
        await ask(app, request(methods[0], path, host));
        const text = request(methods[1], path, host);
        const answer = await ask(app, text);
        expect(isHit(answer)).toBe(true);
        expect(comparable(answer)).toBe(comparable(await ask(plain, text)));
      }
    });

    test('for every header that changes it', async () => {
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
        'Accept-Encoding: gzip',
        'Accept-Encoding: br',
      ];
      for (const field of fields) {
        for (const path of ['/api/content', '/api/content?unknown=1', paths[10]!]) {
          await ask(app, request('GET', path, host));
          await compare(request('GET', path, `${host}${field}\r\n`));
        }
      }
      const strict = request('GET', '/api/content', `${host}Prefer: handling=strict\r\n`);
      expect(await ask(app, strict)).toMatch(/\r\nPreference-Applied: handling=strict\r\n/i);
      const allowed = request('GET', '/api/content', `${host}Origin: https://pages.test\r\n`);
      expect(isHit(await ask(app, allowed))).toBe(true);
      const allowedOrigin = async (text: string) =>
        fieldIn(await ask(app, text), 'Access-Control-Allow-Origin');
      const expected = adapter === 'koa' ? 'https://pages.test' : undefined;
      expect(await allowedOrigin(allowed)).toBe(expected);
      expect(await allowedOrigin(request('GET', '/api/content', host))).toBeUndefined();
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
});
