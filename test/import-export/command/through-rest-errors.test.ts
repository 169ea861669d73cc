import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quoin, type CommandOptions } from '../../support/service/command-line.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => folder[Symbol.asyncDispose]());

const at = (path: string): string => join(folder.path, path);

describe('a service that', () => {
  let server: Server;
  const answer = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => void server?.close());

  const exportFrom = (url: string, options: CommandOptions = {}) =>
    quoin(['export', at('one'), '--url', url, '--email', 'a@b.c'], { password: 'x', ...options });

  const manifest = '{"type":"manifest","formatVersion":1,"exportedAt":0}\n';

  test('is busy gets the request again after its Retry-After', async () => {
    const statuses = [429, 503, 200, 503, 200];
    const url = await answer(({ url: path }, response) => {
      const status = statuses.shift() ?? 200;
      response.writeHead(status, { 'Retry-After': '1' });
      if (status !== 200) response.end('{"error":"Too busy"}');
      else if (path === '/auth/login') response.end('{"token":"t"}');
      else response.end(path?.startsWith('/api/transfer/') === true ? manifest : '{"data":[]}');
    });
    const { exitCode, notices } = await exportFrom(url);
    expect(exitCode).toBe(0);
    expect(notices).toEqual(
      Array.from({ length: 3 }, () => 'The service is busy (Too busy.) Retrying in 1 s.'),
    );
  });

  test('is busy does not get the request again after Ctrl-C', async () => {
    const stop = new AbortController();
    const url = await answer((_, response) => {
      response.writeHead(503, { 'Retry-After': '60' }).end(() => stop.abort());
    });
    const { exitCode, notices } = await exportFrom(url, { signal: stop.signal });
    expect([exitCode, notices.at(-1)]).toEqual([130, 'Stopped while waiting for the service.']);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('redirects is not followed: the password is not sent elsewhere', async () => {
    const seen: string[] = [];
    const url = await answer(({ url: path }, response) => {
      seen.push(path ?? '');
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    const { exitCode, notices } = await exportFrom(url);
    expect([exitCode, seen]).toEqual([1, ['/auth/login']]);
    expect(notices.join()).toContain('redirects to /elsewhere');
  });

  test('is not Quoin is reported with its status', async () => {
    const url = await answer((_, response) => response.writeHead(404).end('<html>'));
    expect((await exportFrom(url)).notices.join()).toBe(
      'Signing in failed: The server answered 404 Not Found.',
    );
  });

  test('is too old for a dry run gets no item', async () => {
    await writeFiles(folder.path, { 'posts/a.md': 'a' });
    const requests: string[] = [];
    const url = await answer(({ url: path = '' }, response) => {
      requests.push(path);
      const paths = { '/api/transfer/media': { post: { parameters: [] } } };
      response.end(JSON.stringify(path === '/api' ? { paths } : { token: 't', data: [] }));
    });
    const target = ['--url', url, '--email', 'a@b.c'];
    const dryRun = ['import', at('posts'), '--collection', 'pages', '--dry-run', ...target];
    const { exitCode, notices } = await quoin(dryRun, { password: 'x' });
    expect([exitCode, notices.join()]).toEqual([
      1,
      expect.stringContaining('too old for a dry run'),
    ]);
    expect(requests).toEqual(['/auth/login', '/api']);
  });

  test('breaks the connection leaves no export behind', async () => {
    const url = await answer(({ url: path }, response) => {
      if (path === '/auth/login') response.end('{"token":"t"}');
      else response.write(manifest, () => response.destroy());
    });
    const { exitCode, notices } = await exportFrom(url);
    expect([exitCode, notices.join()]).toEqual([
      1,
      expect.stringMatching(/^The answer of http\S+ is incomplete: /),
    ]);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('does not answer is reported', async () => {
    const { exitCode, notices } = await exportFrom('http://127.0.0.1:9');
    expect([exitCode, notices.join()]).toEqual([
      1,
      expect.stringContaining('No answer from http://127.0.0.1:9'),
    ]);
  });
});
