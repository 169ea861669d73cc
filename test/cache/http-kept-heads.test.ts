import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/app.ts';
import { ask, askAll, host, isHit, persistent, request } from '../support/raw-answers.ts';

const text = persistent(request('GET', '/api/content', host));

let app: TestApp;

beforeAll(async () => {
  app = await serveApp();
  await app.cms.plugins.configure(operator, 'cache', { active: true });
  await askAll(app, [text]);
  // The head of later answers is made of the text of the first of these.
  expect((await askAll(app, [text, text])).map(isHit)).toEqual([true, true]);
});

afterAll(() => app[Symbol.asyncDispose]());

test('the date of an answer is that of the response', async () => {
  for (const second of ['05', '06']) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`2030-01-02T03:04:${second}.678Z`) });
    try {
      const [answer] = await askAll(app, [text]);
      expect(answer).toContain(`\r\nDate: Wed, 02 Jan 2030 03:04:${second} GMT\r\n`);
    } finally {
      vi.useRealTimers();
    }
  }
});

test('an answer says that its connection closes, if it does', async () => {
  expect((await askAll(app, [text, text]))[1]).toContain('\r\nConnection: keep-alive\r\n');
  const announce = (_: unknown, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  };
  app.server.prependListener('request', announce);
  const closing = await ask(app, text);
  app.server.off('request', announce);
  expect(closing).toContain('\r\nConnection: close\r\n');
  expect(isHit(closing)).toBe(true);
  const old = await ask(app, text.replace('HTTP/1.1', 'HTTP/1.0'));
  expect(old).toContain('\r\nConnection: close\r\n');
});

test('each answer 304 is logged as one', async () => {
  const [answer = ''] = await askAll(app, [text]);
  const [, tag] = /\r\nETag: ([^\r]+)/.exec(answer) ?? [];
  const conditional = text.replace('\r\n\r\n', `\r\nIf-None-Match: ${tag}\r\n\r\n`);
  const before = app.log.entries.length;
  const answers = await askAll(app, [conditional, conditional]);
  expect(answers.map((each) => each.slice(9, 12))).toEqual(['304', '304']);
  const logged = app.log.entries.slice(before).map(({ fields }) => fields?.['status']);
  expect(logged.filter((status) => status === 304)).toHaveLength(2);
});
