import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { minute } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';
import {
  ask,
  bodyOf,
  countSteps,
  fieldIn,
  host,
  isHit,
  request,
} from '../support/cache/raw-answers.ts';

describe.each(httpAdapters)('on $adapter', ({ create }) => {
  let app: TestApp;
  let id: string;

  beforeAll(async () => {
    app = await serveApp({ create });
    const [collection] = await app.cms.collections.list(operator);
    const { name = '' } = collection ?? {};
    const item = { collection: name, title: 'A draft', data: { n: 1 } };
    ({ id } = await app.cms.content.create(operator, item));
  });

  afterAll(() => app[Symbol.asyncDispose]());

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
      expect(await ask(app, text)).toMatch(/\r\nX-Cache-TTL: 300\r\n/i);
      expect((await cms.plugins.getCacheStatistics(operator)).hits).toBe(hits + 1);
      clock.advance(300_000);
      expect(isHit(await ask(app, text))).toBe(false);
    });

    test('when the last use of its session is stored again', async () => {
      const { cms, clock } = app;
      await cms.plugins.configure(operator, 'cache', { settings: { ttlSeconds: 3_600 } });
      const { userId, bearer } = await app.signIn('author');
      const bySession = `Authorization: ${bearer.Authorization}\r\n`;
      const lastSeenAt = async () =>
        (await cms.users.listSessions(operator, userId))[0]?.lastSeenAt;
      const start = clock.now();
      clock.advance(9 * minute);
      expect(await hitFor(bySession)).toBe(true);
      expect(await lastSeenAt()).toBe(start);
      clock.advance(minute);
      await ask(app, request('GET', '/api/content', `${host}${bySession}`));
      expect(await lastSeenAt()).toBe(start + 10 * minute);
      await cms.plugins.configure(operator, 'cache', { settings: { ttlSeconds: 300 } });
    });
  });

  test('the last use of a token is known, accurate to the minute', async () => {
    const { cms, clock } = app;
    const { secret, token } = await cms.apiTokens.create(operator, { name: 'used' });
    const text = request('GET', '/api/content?limit=3', `${host}X-API-Key: ${secret}\r\n`);
    for (let n = 0; n < 10; n += 1) {
      await ask(app, text);
      const shown = (await cms.apiTokens.list(operator)).find((each) => each.token.id === token.id);
      expect(clock.now() - (shown?.token.lastUsedAt ?? 0)).toBeLessThan(60_000);
      clock.advance(25_000);
    }
  });

  test('after a write, every answer is made again, and kept again', async () => {
    const { cms } = app;
    const text = request('GET', '/api/content?limit=1', host);
    const { data } = JSON.parse(bodyOf(await ask(app, text)));
    await cms.content.update(operator, data[0].id, { title: 'Changed' });
    const steps = await countSteps(app, async () => {
      for (let n = 0; n < 3; n += 1) expect(await ask(app, text)).toContain('"title":"Changed"');
    });
    expect(steps).toBe(1);
  });

  test('a client that has the content already is answered without the steps, and another one gets the content', async () => {
    const path = '/api/content?limit=7';
    const first = await ask(app, request('GET', path, host));
    const tag = fieldIn(first, 'ETag');
    // Another snapshot, in which the page is the same.
    await app.cms.settings.update(operator, { siteName: 'Another name' });
    const conditional = request('GET', path, `${host}If-None-Match: ${tag}\r\n`);
    const steps = await countSteps(app, async () => {
      for (let n = 0; n < 3; n += 1) expect(await ask(app, conditional)).toMatch(/^HTTP\S+ 304/);
    });
    expect(steps).toBe(1);
    const other = await ask(app, request('GET', path, host));
    expect(other).toMatch(/^HTTP\S+ 200/);
    expect(JSON.parse(bodyOf(other)).data).toEqual(JSON.parse(bodyOf(first)).data);
  });

  test('an answer to a request with a long URL is not kept', async () => {
    const text = request('GET', `/api/content?unknown=${'x'.repeat(1_100)}`, host);
    for (let n = 0; n < 2; n += 1) {
      const answer = await ask(app, text);
      // The page can be.
      expect(answer).toMatch(/^HTTP\S+ 200/);
      expect(await countSteps(app, () => ask(app, text))).toBe(1);
    }
  });

  test('without a snapshot, the application answers', async () => {
    for (const snapshot of [async () => undefined, () => Promise.reject(new Error('away'))]) {
      const store = altered<Store>(app.ports.store, { snapshot });
      await using cut = await serveApp({ create, core: { ports: { ...app.ports, store } } });
      const text = request('GET', `/api/content/${id}`, host);
      for (let n = 0; n < 3; n += 1) {
        const steps = await countSteps(cut, async () => {
          expect(await ask(cut, text)).toMatch(/^HTTP\S+ 200/);
        });
        expect(steps).toBe(1);
      }
    }
  });

  test('answers without the steps are logged too', async () => {
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
  });
});
