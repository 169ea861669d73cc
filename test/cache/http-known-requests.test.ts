import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/app.ts';
import { ask, comparable, countSteps, host, request, stepByStep } from '../support/raw-answers.ts';

describe('a new read without the steps of the application', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await serveApp({ corsOrigins: ['https://pages.test'] });
  });

  afterAll(() => app[Symbol.asyncDispose]());

  const readFor = async (caller: string, path = '/api/content'): Promise<string> => {
    const text = request('GET', path, `${host}${caller}`);
    await ask(app, text);
    let answer = '';
    expect(await countSteps(async () => (answer = await ask(app, text)))).toBe(0);
    return answer;
  };

  test('returns the present content, and its error', async () => {
    const { cms } = app;
    const { id: collectionId } = (await cms.collections.list(operator))[0]!;
    const data = { text: 'x'.repeat(5_000) };
    const { id } = await cms.content.create(operator, { collectionId, title: 'One', data });
    const path = `/api/content/${id}`;
    const first = await readFor('', path);
    expect(first).toContain('"title":"One"');
    const [, tag] = /\r\nETag: (\S+)/.exec(first)!;
    const known = request('GET', path, `${host}If-None-Match: ${tag}\r\n`);
    expect(await ask(app, known)).toMatch(/^HTTP\S+ 304/);
    await cms.content.update(operator, id, { title: 'Two' }, undefined);
    expect(await ask(app, known)).toContain('"title":"Two"');
    const accepts = { headers: { 'Accept-Encoding': 'gzip' } };
    const compressed = await app.request(path, accepts);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(await compressed.json()).toMatchObject({ data: { title: 'Two', data } });
    await cms.content.delete(operator, id, undefined);
    const before = app.log.entries.length;
    const text = request('GET', path, `${host}Origin: https://pages.test\r\n`);
    expect(comparable(await ask(app, request('GET', path, host)))).toBe(
      comparable(await ask(app, stepByStep(request('GET', path, host)))),
    );
    expect(await ask(app, text)).toMatch(/^HTTP\S+ 404/);
    const lines = app.log.entries.slice(before).filter(({ message }) => message === 'Request');
    expect(lines.map(({ fields }) => fields?.['status'])).toEqual([404, 404, 404]);
  });

  test('ends with the session or token of its caller', async () => {
    const { cms } = app;
    const { secret, token } = await cms.apiTokens.create(operator, { name: 'brief' });
    const byToken = `X-API-Key: ${secret}\r\n`;
    expect(await readFor(byToken)).toMatch(/^HTTP\S+ 200/);
    await cms.apiTokens.revoke(operator, token.id);
    expect(await ask(app, request('GET', '/api/content', `${host}${byToken}`))).toMatch(
      /^HTTP\S+ 401/,
    );
    const { userId, bearer } = await app.signIn('viewer');
    const bySession = `Authorization: ${bearer.Authorization}\r\n`;
    expect(await readFor(bySession)).toMatch(/^HTTP\S+ 200/);
    await cms.users.update(operator, userId, { isActive: false });
    expect(await ask(app, request('GET', '/api/content', `${host}${bySession}`))).toMatch(
      /^HTTP\S+ 401/,
    );
  });

  test('has the headers of the cache plugin while it is on, and counts for its limit once', async () => {
    const { cms } = app;
    const text = request('GET', '/api/content', host);
    expect(await readFor('')).not.toContain('X-Cache');
    await cms.plugins.configure(operator, 'cache', {
      active: true,
      settings: { requestsPerMinute: 3 },
    });
    const answers: string[] = [];
    for (let n = 0; n < 4; n += 1) answers.push(await ask(app, text));
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '200', '429']);
    expect(answers[0]).toContain('\r\nX-Cache-Status: MISS\r\n');
    await cms.plugins.configure(operator, 'cache', {
      active: false,
      settings: { requestsPerMinute: 0 },
    });
    expect(await ask(app, text)).not.toContain('X-Cache');
  });
});
