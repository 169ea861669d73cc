import { describe, expect, test } from 'vitest';
import { createFetchHandler, type ClientOf } from '../../adapters/fetch/fetch-handler.ts';
import { operator } from '../../core/index.ts';
import { registerSuite, restApiSuites, type RestSubject } from '../conformance/index.ts';
import { multipart, multipartType } from '../conformance/rest-api/multipart.ts';
import { newClients } from '../conformance/rest-api/new-clients.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { assertDocumented } from '../support/http/assert-documented.ts';

const openHandler = async (clientOf?: ClientOf<void>) => {
  const { cms, clock, log } = await memoryCms({});
  const handle = createFetchHandler(cms, {
    publicUrl: 'http://cms.test',
    mediaBaseUrl: 'http://cms.test/files',
    csrfSecret: 'another secret for tests, of more than thirty-two bytes',
    uploadMaxBytes: 1024 * 1024,
    clock,
    log,
    ...(clientOf && { clientOf }),
  });
  return { cms, handle };
};

/** Passes requests to the handler, without a server. */
const openSubject = async (): Promise<RestSubject> => {
  const { handle } = await openHandler(
    ({ headers }) => headers.get('X-Forwarded-For') ?? 'one client',
  );
  return {
    newClient: newClients(),
    send: async ({ method, path, headers, body, parts }) => {
      const form = parts && { 'Content-Type': multipartType };
      const sent = parts === undefined ? body : multipart(parts);
      const response = await handle(
        new Request(`http://cms.test${path}`, {
          method,
          headers: { ...headers, ...form },
          body: sent === undefined ? null : (sent as string | Uint8Array<ArrayBuffer>),
        }),
      );
      const bytes = new Uint8Array(await response.arrayBuffer());
      const answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        cookies: response.headers.getSetCookie(),
        bytes,
        text: new TextDecoder().decode(bytes),
      };
      assertDocumented({
        ...answer,
        method,
        path: path.split('?')[0] ?? '',
        headers: response.headers,
      });
      return answer;
    },
  };
};

for (const suite of restApiSuites) {
  registerSuite(suite, async () => ({ subject: await openSubject() }), test);
}

test('without clientOf, all callers share their limits, whatever address they invent', async () => {
  const { handle } = await openHandler();
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const response = await handle(
      new Request('http://cms.test/auth/login', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'CF-Connecting-IP': `10.1.0.${attempt}`,
          'X-Forwarded-For': `10.1.0.${attempt}`,
        },
        body: JSON.stringify({ email: 'ada@example.org', password: 'a wrong password' }),
      }),
    );
    statuses.push(response.status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('what a platform adds to a response does not come with the next one', async () => {
  const { cms, handle } = await openHandler();
  await cms.plugins.configure(operator, 'cache', { active: true });
  const get = () => handle(new Request('http://cms.test/api/content'));
  for (const source of ['database', 'memory', 'memory']) {
    const { headers } = await get();
    expect([headers.get('X-Cache-Source'), headers.get('Access-Control-Allow-Origin')]).toEqual([
      source,
      null,
    ]);
    headers.set('Access-Control-Allow-Origin', 'https://one.example');
  }
});

describe('answers that a client does not read hold no more than its share:', () => {
  const text = 'a'.repeat(1.9 * 1024 * 1024);
  /** With two items, the first of which has a fixed id. */
  const openFilled = async () => {
    const { cms, handle } = await openHandler();
    const create = (title: string) =>
      cms.content.create(operator, { collection: 'pages', title, data: { text } });
    const { id } = await create('One');
    await create('Two');
    const get = (path: string, init: RequestInit = {}) =>
      handle(new Request(`http://cms.test${path}`, init));
    return { get, id };
  };
  type Filled = Awaited<ReturnType<typeof openFilled>>;

  test.each([
    ['streams', 8, () => '/api/changes/stream?after=start'],
    ['single items', 16, ({ id }: Filled) => `/api/content/${id}`],
    ['lists', 8, () => '/api/content'],
  ] as const)('%s', async (_, held, pathOf) => {
    const filled = await openFilled();
    const path = pathOf(filled);
    const open = (init?: RequestInit) => filled.get(path, init);
    const answers: Response[] = [];
    for (let number = 0; number < held + 4; number += 1) answers.push(await open());
    const answered = answers.filter(({ status }) => status === 200);
    expect(answered).toHaveLength(held);
    expect((await open()).status).toBe(503);
    expect((await open({ method: 'HEAD' })).status).toBe(200);
    await Promise.all(answered.map(({ body }) => body!.cancel()));
    expect((await open()).status).toBe(200);
  });

  test('they are free when they were read, and when the client has left', async () => {
    const { get, id } = await openFilled();
    const path = `/api/content/${id}`;
    for (let number = 0; number < 20; number += 1) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect((await answer.json()).data.data.text).toBe(text);
    }
    for (let number = 0; number < 20; number += 1) {
      const leave = new AbortController();
      expect((await get(path, { signal: leave.signal })).status).toBe(200);
      leave.abort();
    }
  });
});
