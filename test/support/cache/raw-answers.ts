import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Koa from 'koa';
import { vi } from 'vitest';
import type { TestApp } from '../http/app.ts';
import { connectTo, readToEnd } from '../http/raw-socket.ts';

/** The header of every request. */
export const host = 'Host: cms.test\r\n';

/** Sends one request on a connection of its own. @returns the whole response. */
export const ask = async ({ url }: TestApp, request: string): Promise<string> => {
  const socket = await connectTo(url);
  const answer = readToEnd(socket);
  socket.write(request);
  return answer;
};

/** The value of a field of the head. Only Koa spells names as they were set. */
export const fieldIn = (answer: string, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(answer)?.[1];

/** Whether the answer came from memory. */
export const isHit = (answer: string): boolean => fieldIn(answer, 'X-Cache-Source') === 'memory';

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** With its body as text. */
const decoded = (answer: string): string => {
  const coding = fieldIn(answer, 'Content-Encoding') ?? '';
  const body = Buffer.from(bodyOf(answer), 'latin1');
  const decode = decoders[coding];
  if (decode === undefined || body.length === 0) return answer;
  return answer.slice(0, -body.length) + decode(body).toString('latin1');
};

/** Without what differs for each response. */
export const comparable = (answer: string): string =>
  decoded(answer)
    .replace(
      /\r\n(X-Request-Id|Date|X-Response-Time|X-Cache-Status|X-Cache-Source|X-Cache-TTL): [^\r]*/gi,
      '\r\n$1',
    )
    .replace(/\r\nContent-Length: \d+/i, '\r\nContent-Length')
    .replace(/"timestamp":"[^"]*"/, '"timestamp"')
    .replace(/"cache":\{[^}]*\}/, '"cache"')
    .replace(/"timing":\{[^}]*\}/, '"timing"');

export const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

/**
 * Runs `work`. @returns how many requests the steps of an application have answered: of the other adapter, only those that
 * read content.
 */
export const countSteps = async (
  { cms }: TestApp,
  work: () => Promise<unknown>,
): Promise<number> => {
  const handle = vi.spyOn(
    Koa.prototype as unknown as { handleRequest: () => unknown },
    'handleRequest',
  );
  const reads = [vi.spyOn(cms.content, 'readPage'), vi.spyOn(cms.content, 'readItem')];
  await work();
  const read = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const { length } = handle.mock.calls;
  for (const spy of [handle, ...reads]) spy.mockRestore();
  return Math.max(length, read);
};

/** A request without a body. @param headers lines with their ends. */
export const request = (method: string, path: string, headers: string): string =>
  `${method} ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

/** The same request on a connection that stays open. */
export const persistent = (text: string): string => text.replace('Connection: close\r\n', '');

/** Sends requests on one connection. @returns the response to each. */
export const askAll = async (app: TestApp, requests: readonly string[]): Promise<string[]> => {
  const last = request('GET', '/api/health', host);
  const answers = await ask(app, requests.join('') + last);
  return answers.split(/(?=HTTP\/1\.1 \d{3} )/).slice(0, -1);
};
