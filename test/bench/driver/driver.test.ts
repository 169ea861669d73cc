import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pageIds } from '../posts.ts';
import { measureRate, type Exchange, type Rate } from './driver.ts';
import { pages } from './exchanges.ts';
import { mixedExchanges } from './mixed-exchanges.ts';

const rows = 200;

/** The body of a page of ten items. */
const pageOf = (request: string): string => {
  const offset = Number(/offset=(\d+)/.exec(request)?.[1]);
  const data = pageIds(rows, offset, 10).map((id) => ({ id, text: 'x'.repeat(1_000) }));
  return JSON.stringify({ data, meta: { count: data.length } });
};

const head = (length: number): string => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
const answer = (body: string): string => head(body.length) + body;

/** Sends pages to a server that answers with `send`, until 300 responses have arrived. */
const measure = async (
  send: (socket: Socket, request: string) => void | Promise<void>,
  next = pages({ rows, limit: 10, step: 7, count: 20 }),
): Promise<Rate> => {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => void send(socket, String(bytes)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const servers = [{ url, cpuSeconds: () => 0 }];
  return measureRate({
    servers,
    connections: 4,
    next,
    warmSeconds: 0,
    seconds: 60,
    maxRequests: 300,
  });
};

describe('the driver', () => {
  test.each([7, 40, 4_000, 1_000_000])('counts responses in parts of %i bytes', async (size) => {
    let requests = 0;
    const { latencies } = await measure(async (socket, request) => {
      requests += 1;
      const text = answer(pageOf(request));
      // Small parts of the head only: they are slow.
      const end = size < 100 ? head(10_000).length : text.length;
      for (let at = 0; at < end; at += size) {
        socket.write(text.slice(at, Math.min(at + size, end)));
        await turn();
      }
      if (end < text.length) socket.write(text.slice(end));
    });
    expect(latencies).toHaveLength(300);
    // Each connection has one request in progress at most.
    expect(requests).toBeGreaterThanOrEqual(300);
    expect(requests).toBeLessThanOrEqual(304);
  });

  test.each([
    [
      'another status',
      (text: string) => text.replace('200 OK', '500 Error'),
      /not status 200: HTTP\/1.1 500/,
    ],
    ['a body that is too long', (text: string) => `${text}x`, /1 bytes more/],
    ['an unknown length', (text: string) => text.replace('Content-Length', 'X'), /no length/],
    ['an empty list', () => answer('{"data":[],"meta":{}}'), /21 bytes instead of at least/],
    ['another page', () => answer(pageOf('offset=150')), /not the ids of the page/],
    ['a page that is too long', () => answer(pageOf('offset=0').replace('[', '[{},')), /11 items/],
  ])('fails at %s', async (_, change, message) => {
    const result = measure((socket, request) => {
      socket.write(change(answer(pageOf(request))));
    });
    await expect(result).rejects.toThrow(message);
  });

  test('fails when the server closes a connection', async () => {
    await expect(measure((socket) => void socket.destroy())).rejects.toThrow(/closed/);
  });

  test('fails when a list that grows is not in order', async () => {
    const send = (times: readonly number[]) =>
      measure(
        (socket) => {
          const data = times.map((time) => ({ created_at: time, text: 'x'.repeat(1_100) }));
          socket.write(answer(JSON.stringify({ data })));
        },
        pages({ rows, limit: 3, count: 20, grows: true }),
      );
    expect((await send([3, 3, 1])).latencies).toHaveLength(300);
    await expect(send([3, 1, 2])).rejects.toThrow(/newest items do not come first/);
  });
});

describe('mixed requests', () => {
  const etag = (version: number): string => `HTTP/1.1 200 OK\r\nETag: "${version}"`;
  const open = () => mixedExchanges({ rows, writes: 0.2, token: 't' });

  const find = (next: () => Exchange, wanted: (exchange: Exchange) => boolean): Exchange => {
    for (;;) {
      const exchange = next();
      if (wanted(exchange)) return exchange;
    }
  };
  const isUpdate = ({ method, checkJson }: Exchange): boolean =>
    method === 'PUT' && checkJson !== undefined;
  const revisionOf = ({ json }: Exchange): number =>
    (json as { readonly data: { readonly revision: number } }).data.revision;

  test('a read that does not contain an acknowledged update is stale', () => {
    const next = open();
    const update = find(next, isUpdate);
    const isRead = ({ method, path }: Exchange): boolean => !method && path === update.path;
    const before = find(next, isRead);
    expect(update.checkHead?.(etag(5))).toBeUndefined();
    const after = find(next, isRead);
    expect(after.checkHead?.(etag(4))).toMatch(/stale/);
    expect(after.checkHead?.(etag(5))).toBeUndefined();
    expect(before.checkHead?.(etag(4))).toBeUndefined();
  });

  test('a list with an item before its acknowledged update is stale', () => {
    const next = open();
    const update = find(next, isUpdate);
    update.checkHead?.(etag(2));
    const { path, checkJson } = find(
      next,
      (exchange) => exchange.path.includes('?') && exchange.checkJson !== undefined,
    );
    const offset = Number(/offset=(\d+)/.exec(path)?.[1]);
    const list = (revision?: number) => ({
      data: pageIds(rows, offset, 50).map((id) => ({
        id,
        data: update.path.endsWith(id) ? { revision } : {},
      })),
    });
    const revision = revisionOf(update);
    expect(checkJson?.(list())).toMatch(/stale/);
    expect(checkJson?.(list(revision - 1))).toMatch(/stale/);
    expect(checkJson?.(list(revision))).toBeUndefined();
  });

  test('an update must answer with what it stored', () => {
    const update = find(open(), isUpdate);
    const shown = (revision: number) => ({ data: { data: { revision } } });
    expect(update.checkJson?.(shown(revisionOf(update) - 1))).toMatch(/revision/);
    expect(update.checkJson?.(shown(revisionOf(update)))).toBeUndefined();
  });
});
