import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quoin, type CommandOptions } from '../support/command-line.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

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

  test('has no time is waited for, as long as it asks for', async () => {
    const statuses = [429, 503, 200, 503, 200];
    const url = await answer(({ url: path }, response) => {
      const status = statuses.shift() ?? 500;
      response.writeHead(status, { 'Retry-After': '1' });
      if (status !== 200) response.end('{"error":"Too busy"}');
      else response.end(path === '/auth/login' ? '{"token":"t"}' : manifest);
    });
    const { exitCode, told } = await exportFrom(url);
    expect(exitCode).toBe(0);
    expect(told).toEqual(
      Array.from({ length: 3 }, () => 'The service is busy (Too busy.) Trying again in 1 s.'),
    );
  });

  test('has no time is no longer waited for after Ctrl-C', async () => {
    const stop = new AbortController();
    const url = await answer((_, response) => {
      response.writeHead(503, { 'Retry-After': '60' }).end(() => stop.abort());
    });
    const { exitCode, told } = await exportFrom(url, { signal: stop.signal });
    expect([exitCode, told.at(-1)]).toEqual([130, 'Stopped while waiting for the service.']);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('leads elsewhere is not followed: the password stays here', async () => {
    const seen: string[] = [];
    const url = await answer(({ url: path }, response) => {
      seen.push(path ?? '');
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    const { exitCode, told } = await exportFrom(url);
    expect([exitCode, seen]).toEqual([1, ['/auth/login']]);
    expect(told.join()).toContain('leads on to /elsewhere');
  });

  test('is none of this kind is told by its status', async () => {
    const url = await answer((_, response) => response.writeHead(404).end('<html>'));
    expect((await exportFrom(url)).told.join()).toBe(
      'Signing in failed: it answered 404 Not Found.',
    );
  });

  test('breaks off in the middle leaves no export behind', async () => {
    const url = await answer(({ url: path }, response) => {
      if (path === '/auth/login') response.end('{"token":"t"}');
      else response.write(manifest, () => response.destroy());
    });
    const { exitCode, told } = await exportFrom(url);
    expect([exitCode, told.join()]).toEqual([
      1,
      expect.stringMatching(/^The answer of http\S+ broke off: /),
    ]);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('does not answer is told in a sentence', async () => {
    const { exitCode, told } = await exportFrom('http://127.0.0.1:9');
    expect([exitCode, told.join()]).toEqual([
      1,
      expect.stringContaining('No answer from http://127.0.0.1:9'),
    ]);
  });
});
