import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  CheckedConnections,
  type ResolveName,
} from '../../../adapters/webhooks/checked-connections.ts';
import { NodeDownloads } from '../../../adapters/webhooks/node-downloads.ts';
import { allowedReceivers } from '../../../adapters/webhooks/receiver-addresses.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;

const closing: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await folder[Symbol.asyncDispose]();
});

/** A server of files, and how many requests it has got. */
const served = async (answer: RequestListener) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/a.png`, port, requests };
};

const resolveHere: ResolveName = (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

const save = (url: string, { allowed = ['127.0.0.1'], maxBytes = 100, timeoutMs = 2_000 } = {}) =>
  new NodeDownloads(
    new CheckedConnections(allowedReceivers(allowed), '--allow-host', resolveHere),
    { maxBytes, timeoutMs, waitMs: 1 },
  ).save(url, join(folder.path, 'file'), new AbortController().signal);

const stored = () => readFile(join(folder.path, 'file'), 'utf8');

test('a file is stored, also behind a redirect', async () => {
  const { url, requests } = await served((request, response) => {
    if (request.url === '/b.png') response.end('bytes');
    else response.writeHead(302, { location: '/b.png' }).end();
  });
  expect(await save(url)).toBeUndefined();
  expect(await stored()).toBe('bytes');
  expect(requests).toEqual(['/a.png', '/b.png']);
});

test('an address that is not public is refused at once, also behind a name or a redirect', async () => {
  const inside = await served((_, response) => response.end('secret'));
  const refusal = 'is not a public address, and --allow-host does not allow it';
  expect(await save(inside.url, { allowed: [] })).toBe(`127.0.0.1 ${refusal}`);
  const named = `http://blog.example.com:${inside.port}/a.png`;
  expect(await save(named, { allowed: [] })).toBe(`blog.example.com ${refusal}`);
  for (const location of [
    `http://127.0.0.1:${inside.port}/`,
    'http://[::1]/',
    'http://169.254.169.254/',
  ]) {
    const { port } = await served((_, response) => response.writeHead(301, { location }).end());
    const url = `http://files.test:${port}/`;
    expect(await save(url, { allowed: ['files.test'] })).toContain(refusal);
  }
  expect(inside.requests).toEqual([]);
});

test.each([
  ['file:///etc/passwd', 'it leads to file:, not to http or https'],
  ['http://[', 'it leads to an address that is none'],
])('a redirect to %s is refused', async (location, reason) => {
  const { url, requests } = await served((_, response) => {
    response.writeHead(302, { location }).end();
  });
  expect(await save(url)).toBe(reason);
  expect(requests).toHaveLength(1);
});

test('redirects end', async () => {
  const { url, requests } = await served((_, response) => {
    response.writeHead(302, { location: '/again' }).end();
  });
  expect(await save(url)).toBe('more than 5 redirects');
  expect(requests).toHaveLength(6);
});

test('a file that is too large is refused, whether its server says so or not', async () => {
  const honest = await served((_, response) => response.end('x'.repeat(101)));
  expect(await save(honest.url)).toBe('it is larger than 100 bytes');
  const silent = await served((_, response) => {
    response.write('x'.repeat(60));
    response.end('x'.repeat(60));
  });
  expect(await save(silent.url)).toBe('it is larger than 100 bytes');
  expect([honest, silent].map(({ requests }) => requests.length)).toEqual([1, 1]);
});

test('a passing failure is tried twice more, a final one is not', async () => {
  let count = 0;
  const { url } = await served((_, response) => {
    count += 1;
    if (count === 1) response.writeHead(503).end();
    // Ends before the length that it promised.
    else if (count === 2)
      response.writeHead(200, { 'content-length': 50 }).write('x', () => response.destroy());
    else response.end('whole');
  });
  expect(await save(url)).toBeUndefined();
  expect(await stored()).toBe('whole');
  const failing = await served((_, response) => response.writeHead(500).end());
  expect(await save(failing.url)).toBe('its server responds with 500');
  expect(failing.requests).toHaveLength(3);
  const gone = await served((_, response) => response.writeHead(404).end());
  expect(await save(gone.url)).toBe('its server responds with 404');
  expect(gone.requests).toHaveLength(1);
});

test('a server that never ends its response is given up', async () => {
  const { url, requests } = await served((_, response) => void response.write('x'));
  expect(await save(url, { timeoutMs: 100 })).toBe('no complete response in 0.1 s');
  expect(requests).toHaveLength(3);
});
