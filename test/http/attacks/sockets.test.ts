import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MemoryHealthProbe } from '../../../adapters/memory/memory-health-probe.ts';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { operator, type HealthProbe } from '../../../core/index.ts';
import type { Store } from '../../../core/store.ts';
import { altered } from '../../support/core/altered.ts';
import { serveApp, type SignedIn, type TestApp } from '../../support/http/app.ts';
import { connectTo, readToEnd, sendRaw, statusesIn } from '../../support/http/raw-socket.ts';

let app: TestApp;

let admin: SignedIn;

let viewer: SignedIn;

let collectionId: string;

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
  viewer = await app.signIn('viewer');
  const [collection] = await app.cms.collections.list(operator);
  collectionId = collection?.id ?? '';
});

afterAll(() => app[Symbol.asyncDispose]());

const close = 'Host: a\r\nConnection: close\r\n';

describe('a request hidden in another one is not carried out', () => {
  const json = 'Content-Type: application/json\r\n';
  const post = `POST /auth/login HTTP/1.1\r\nHost: a\r\n${json}`;
  const chunked = 'Transfer-Encoding: chunked\r\n';

  /** Each hides a request where one parser sees a body and another parser sees a request. */
  const shapes: Readonly<Record<string, (hidden: string) => string>> = {
    'within its length': (hidden) => `${post}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
    'within the length of a GET': (hidden) =>
      `GET /api/health HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    'within the length of a HEAD': (hidden) =>
      `HEAD /api/content HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    'within the length of a rejected request': (hidden) =>
      `PUT /api/settings HTTP/1.1\r\nHost: a\r\n${json}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
    'within a chunk': (hidden) =>
      `${post}${chunked}\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    'after a length and chunks': (hidden) =>
      `${post}Content-Length: 4\r\n${chunked}\r\n0\r\n\r\n${hidden}`,
    'after chunks and a length': (hidden) =>
      `${post}${chunked}Content-Length: 4\r\n\r\n0\r\n\r\n${hidden}`,
    'after two lengths': (hidden) =>
      `${post}Content-Length: 2\r\nContent-Length: ${hidden.length + 2}\r\n\r\n{}${hidden}`,
    'after two lengths in one': (hidden) => `${post}Content-Length: 2, 2\r\n\r\n{}${hidden}`,
    'after a length with a sign': (hidden) => `${post}Content-Length: +2\r\n\r\n{}${hidden}`,
    'after a negative length': (hidden) => `${post}Content-Length: -1\r\n\r\n${hidden}`,
    'after a length in hex': (hidden) => `${post}Content-Length: 0x2\r\n\r\n{}${hidden}`,
    'after a length with a space in it': (hidden) =>
      `${post}Content-Length: 2 2\r\n\r\n{}${hidden}`,
    'after a length that is too large': (hidden) =>
      `${post}Content-Length: ${'9'.repeat(30)}\r\n\r\n${hidden}`,
    'after an empty length': (hidden) => `${post}Content-Length: \r\n\r\n${hidden}`,
    'after a space before the colon': (hidden) => `${post}Content-Length : 2\r\n\r\n{}${hidden}`,
    'after an unknown encoding': (hidden) => `${post}Transfer-Encoding: xchunked\r\n\r\n${hidden}`,
    'after the encoding identity': (hidden) =>
      `${post}Transfer-Encoding: identity\r\n\r\n${hidden}`,
    'after chunked as the first of two encodings': (hidden) =>
      `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    'after two encodings': (hidden) =>
      `${post}${chunked}Transfer-Encoding: x\r\n\r\n0\r\n\r\n${hidden}`,
    'after a quoted encoding': (hidden) =>
      `${post}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n${hidden}`,
    'after an encoding with a tab': (hidden) =>
      `${post}Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n${hidden}`,
    'after a chunk size with a sign': (hidden) => `${post}${chunked}\r\n-1\r\n${hidden}`,
    'after a chunk size with 0x': (hidden) =>
      `${post}${chunked}\r\n0x2\r\n{}\r\n0\r\n\r\n${hidden}`,
    'after a chunk size that is too large': (hidden) =>
      `${post}${chunked}\r\n${'f'.repeat(17)}\r\n${hidden}`,
    'after a chunk without its end': (hidden) => `${post}${chunked}\r\n2\r\n{}0\r\n\r\n${hidden}`,
    'after chunks with bare line feeds': (hidden) => `${post}${chunked}\r\n2\n{}\n0\n\n${hidden}`,
    'after a bare line feed': (hidden) => `${post}X-A: b\nContent-Length: 2\r\n\r\n{}${hidden}`,
    'after a bare carriage return': (hidden) =>
      `${post}X-A: b\rContent-Length: 2\r\n\r\n{}${hidden}`,
    'after a NUL': (hidden) => `${post}X-A: \u0000\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
    'after a folded line': (hidden) => `${post}X-A: b\r\n Content-Length: 2\r\n\r\n{}${hidden}`,
    'after a line without a name': (hidden) => `${post}: b\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
    'in the name of a header': (hidden) => `${post}${hidden}`,
    'after a request line without a version': (hidden) =>
      `GET /api/health\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
    'after another protocol': (hidden) => `GET /api/health HTTP/2.0\r\nHost: a\r\n\r\n${hidden}`,
    'after a change of protocol': (hidden) =>
      `GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    'in a tunnel': (hidden) => `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n${hidden}`,
  };

  const itemAndDeletion = async () => {
    const fields = { collectionId, title: `Victim ${app.ports.ids.next()}` };
    const { id } = await app.cms.content.create(operator, fields);
    const authorization = `Authorization: ${admin.bearer.Authorization}\r\n`;
    return [id, `DELETE /api/content/${id} HTTP/1.1\r\n${close}${authorization}\r\n`] as const;
  };

  /** Sends bytes and ends the connection, so that no parser waits for more. @returns all statuses. */
  const attack = async (text: string): Promise<readonly number[]> => {
    const socket = await connectTo(app.url);
    const answer = readToEnd(socket);
    socket.end(Buffer.from(text, 'latin1'));
    return statusesIn(await answer);
  };

  test('without hiding, the second request is carried out', async () => {
    const [id, deletion] = await itemAndDeletion();
    await attack(`GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n${deletion}`);
    await vi.waitFor(async () =>
      expect(await app.ports.store.repositories.contents.findById(id)).toBe(undefined),
    );
  });

  test.each(Object.entries(shapes))('%s', async (_, shape) => {
    const [id, deletion] = await itemAndDeletion();
    expect((await attack(shape(deletion))).length).toBeLessThanOrEqual(1);
    // When a later deletion is answered, the hidden one would have been carried out.
    const [other] = await itemAndDeletion();
    const options = { method: 'DELETE', headers: admin.bearer };
    expect((await app.request(`/api/content/${other}`, options)).status).toBe(200);
    expect(await app.ports.store.repositories.contents.findById(id)).toBeDefined();
  });

  test('responses on one connection are in the order of the requests', async () => {
    const callers = Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? admin : viewer));
    const requests = callers.map(
      ({ bearer }, n) =>
        `GET /auth/me HTTP/1.1\r\n${n === 29 ? close : 'Host: a\r\n'}Authorization: ${bearer.Authorization}\r\n\r\n`,
    );
    const answer = await sendRaw(app.url, requests.join(''));
    const ids = [...answer.matchAll(/"user":\{"id":"([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(callers.map(({ userId }) => userId));
  });
});

describe('a head', () => {
  const get = `GET /api/health HTTP/1.1\r\n${close}`;

  test.each([
    ['one header beyond 16 KiB', `${get}X-A: ${'a'.repeat(17_000)}\r\n\r\n`],
    ['an address beyond 16 KiB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n${close}\r\n`],
    ['thousands of headers', `${get}${'a: b\r\n'.repeat(3_000)}\r\n`],
    ['cookies beyond 16 KiB', `${get}Cookie: ${'a=b; '.repeat(4_000)}\r\n\r\n`],
  ])('with %s is rejected', async (_, text) => {
    expect(statusesIn(await sendRaw(app.url, text))).toEqual([431]);
  });

  test.each(['GET', 'POST', 'OPTIONS'])('of a %s with two hosts is rejected', async (method) => {
    for (const second of ['b', 'a']) {
      const text = `${method} /api/health HTTP/1.1\r\nHost: ${second}\r\n${close}\r\n`;
      expect(statusesIn(await sendRaw(app.url, text))).toEqual([400]);
    }
  });

  test.each([
    'http://[::1',
    'http://a:b/',
    'http://[::1]x/',
    'http://',
    '*',
    '//',
    '/\\',
    'http://a^b/',
    'http://%/',
  ])('with the target %s causes no internal error', async (target) => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const head = `${method} ${target} HTTP/1.1\r\n${close}Content-Length: 0\r\n\r\n`;
      const [status] = statusesIn(await sendRaw(app.url, head));
      expect([method, status]).toEqual([method, expect.toBeOneOf([400, 404])]);
    }
    expect(app.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('or a body that does not arrive ends its connection only', async () => {
    await using impatient = await serveApp();
    Object.assign(impatient.server, { headersTimeout: 1, requestTimeout: 2 });
    const begun = [
      'GET /api/health HTTP/1.1\r\nX-A: ',
      'GET',
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{',
    ];
    const sockets = await Promise.all(begun.map(() => connectTo(impatient.url)));
    const answers = sockets.map(readToEnd);
    for (const [at, socket] of sockets.entries()) socket.write(begun[at] ?? '');
    expect((await impatient.request('/api/health')).status).toBe(200);
    for (const answer of await Promise.all(answers)) {
      expect(statusesIn(answer)).toEqual(answer === '' ? [] : [408]);
      if (answer !== '') expect(answer).toMatch(/\r\n\r\n\{"error":"[^"]*","code":"malformed_/);
    }
    expect(impatient.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

test('a client that disconnects during a request or a response causes no error', async () => {
  const { headers } = { headers: admin.bearer };
  for (let n = 0; n < 20; n += 1) {
    const fields = { collectionId, title: `Large ${n}`, data: { text: 'x'.repeat(100_000) } };
    await app.cms.content.create(operator, fields);
  }
  const head = `Host: a\r\nAuthorization: ${headers.Authorization}\r\n`;
  const begun = [
    `GET /api/content?limit=1000 HTTP/1.1\r\n${head}\r\n`,
    `GET /api/transfer/export HTTP/1.1\r\n${head}\r\n`,
    `PUT /api/settings HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    `POST /api/media/upload HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9999\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc`,
  ];
  for (const text of begun) {
    const socket = await connectTo(app.url);
    const served = once(app.server, 'request');
    socket.write(text);
    await served;
    socket.resetAndDestroy();
  }
  expect((await app.request('/api/health')).status).toBe(200);
  expect(app.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
});

test('concurrent health requests probe each dependency once per second (GHSA-6q22-g298-grjh)', async () => {
  let pings = 0;
  class CountingProbe extends MemoryHealthProbe {
    override async ping(): Promise<void> {
      pings += 1;
    }
  }
  const probe: HealthProbe = new CountingProbe();
  const probes = { keyValue: probe, storage: probe };
  const store = altered<Store>(new MemoryStore(), { health: probe });
  await using watched = await serveApp({ core: { ports: { probes, store } } });
  const requestOften = (path: string) =>
    Promise.all(
      Array.from({ length: 40 }, () =>
        watched.request(path, { headers: { 'Cache-Control': 'no-cache' } }),
      ),
    );
  await requestOften('/api/health');
  expect(pings).toBe(0);
  await requestOften('/api/system/health');
  await requestOften('/api/system/health?fresh=1');
  expect(pings).toBe(3);
  watched.clock.advance(1_000);
  await requestOften('/api/system/health');
  expect(pings).toBe(6);
});
