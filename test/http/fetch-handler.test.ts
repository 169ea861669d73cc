import { expect, test } from 'vitest';
import { createFetchHandler, type ClientOf } from '../../adapters/fetch/fetch-handler.ts';
import { operator } from '../../core/index.ts';
import { times } from '../conformance/cases.ts';
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

test('streams that a client does not read hold no more than its share', async () => {
  const { cms, handle } = await openHandler();
  const data = { text: 'a'.repeat(1.9 * 1024 * 1024) };
  for (const title of ['One', 'Two']) {
    await cms.content.create(operator, { collection: 'pages', title, data });
  }
  const open = (method = 'GET') =>
    handle(new Request('http://cms.test/api/changes/stream?after=start', { method }));
  const streams = await Promise.all(times(12, () => open()));
  const answered = streams.filter(({ status }) => status === 200);
  expect(answered).toHaveLength(8);
  expect((await open()).status).toBe(503);
  expect((await open('HEAD')).status).toBe(200);
  await Promise.all(answered.map(({ body }) => body!.cancel()));
  expect((await open()).status).toBe(200);
});
