import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pageIds } from './data/posts.ts';
import type { Exchange } from './driver/exchange.ts';
import { exchangesOf } from './driver/exchanges.ts';
import type { MixedRequests, PageRequests } from './driver/load.ts';
import { mixedExchanges } from './driver/mixed-exchanges.ts';
import { responseReader, type Received } from './driver/response-reader.ts';
import { runLoad } from './driver/run-load.ts';

const data = { seed: 1, rows: 200 };

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const pageOf = (url: string): string => {
  const query = new URL(url, 'http://localhost').searchParams;
  const ids = pageIds(data, Number(query.get('offset')), Number(query.get('limit')));
  const items = ids.map((id) => ({ id, data: 'x'.repeat(1_000) }));
  return JSON.stringify({ data: items, meta: { count: items.length } });
};

const pages: PageRequests = { kind: 'pages', data, limit: 10, from: 0, step: 7, count: 20 };

/** Ends when `maxRequests` responses have arrived, long before the time is over. */
const load = (url: string, maxRequests: number) => ({
  urls: [url],
  pids: [],
  connections: 4,
  warmSeconds: 0,
  seconds: 60,
  maxRequests,
});

describe('the reader of responses', () => {
  const answers = [
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n',
    'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na;x=y\r\n0123\r\n6789\r\n0\r\n\r\n',
    'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n',
  ];
  const bytes = Buffer.from(answers.join(''));

  test.each([1, 2, 3, 7, bytes.length])('finds each response in parts of %i bytes', (size) => {
    const found: Received[] = [];
    const read = responseReader(
      ({ status }) => status !== 200,
      (received) => found.push(received),
    );
    for (let at = 0; at < bytes.length; at += size) {
      // The same memory each time, as a socket does it.
      const part = Buffer.from(bytes.subarray(at, at + size));
      read(part);
      part.fill(0);
    }
    expect(found.map(({ status, length, body }) => [status, length, String(body)])).toEqual([
      [200, 5, ''],
      [304, 0, ''],
      [201, 13, 'abc0123\r\n6789'],
      [404, 0, ''],
    ]);
  });
});

describe('the driver', () => {
  test('counts the responses of a server that splits some of them over chunks', async () => {
    let answered = 0;
    const url = await serve((request, response) => {
      answered += 1;
      const body = pageOf(request.url ?? '');
      if (answered % 2 === 0) response.end(body);
      else {
        response.write(body.slice(0, 4_000));
        setImmediate(() => response.end(body.slice(4_000)));
      }
    });
    const measured = await runLoad(load(url, 300), exchangesOf(pages));
    expect(measured.requests).toBe(300);
    expect(measured.latencies).toHaveLength(300);
    expect(measured.checked).toBeGreaterThanOrEqual(16);
    // Each connection has one request in progress at most.
    expect(answered).toBeGreaterThanOrEqual(300);
    expect(answered).toBeLessThanOrEqual(304);
  });

  test.each([
    ['another status', 500, (body: string) => body, /status 500 instead of 200/],
    ['a missing item', 200, withPage((items) => items.slice(1)), /9 items instead of 10/],
    [
      'another order',
      200,
      withPage((items) => items.toReversed()),
      /ids are not those of the page/,
    ],
  ])('fails at %s', async (_, status, change, message) => {
    const url = await serve((request, response) => {
      response.statusCode = status;
      response.end(change(pageOf(request.url ?? '')));
    });
    await expect(runLoad(load(url, 100), exchangesOf(pages))).rejects.toThrow(message);
  });

  test('a list that grows must be in order', async () => {
    const answers = (times: readonly number[]) => async (): Promise<number> => {
      const items = times.map((time) => ({ created_at: time, text: 'x'.repeat(1_100) }));
      const url = await serve((_, response) => response.end(JSON.stringify({ data: items })));
      const growing = { ...pages, limit: 3, grows: true };
      return (await runLoad(load(url, 20), exchangesOf(growing))).checked;
    };
    expect(await answers([3, 3, 1])()).toBeGreaterThan(0);
    await expect(answers([3, 1, 2])()).rejects.toThrow(/newest items do not come first/);
    await expect(answers([3, 2])()).rejects.toThrow(/2 items instead of 3/);
  });

  test('fails when the server closes a connection', async () => {
    const url = await serve((request) => request.socket.destroy());
    await expect(runLoad(load(url, 100), exchangesOf(pages))).rejects.toThrow(/closed/);
  });
});

describe('mixed requests', () => {
  const requests: MixedRequests = { kind: 'mixed', data, writes: 0.2, hot: 50, token: 't' };

  const answer = (version: number): Received => {
    const text = `HTTP/1.1 200 OK\r\nETag: "${version}"`;
    return { status: 200, text, length: 1_000_000, body: Buffer.alloc(0) };
  };

  const findNext = (next: () => Exchange, wanted: (exchange: Exchange) => boolean): Exchange => {
    for (;;) {
      const exchange = next();
      if (wanted(exchange)) return exchange;
    }
  };

  test('a read that does not contain an acknowledged update is stale', () => {
    const next = mixedExchanges(requests);
    const update = findNext(next, ({ method }) => method === 'PUT');
    const before = findNext(next, ({ method, path }) => !method && path === update.path);
    expect(update.check(answer(5), undefined)).toBeUndefined();
    const after = findNext(next, ({ method, path }) => !method && path === update.path);
    expect(after.check(answer(4), undefined)).toMatch(/stale/);
    expect(after.check(answer(5), undefined)).toBeUndefined();
    expect(before.check(answer(4), undefined)).toBeUndefined();
  });

  test('so is a list with an item before its update', () => {
    const next = mixedExchanges(requests);
    const update = findNext(next, ({ method }) => method === 'PUT');
    const { revision } = (update.json as { readonly data: { readonly revision: number } }).data;
    const list = (shown?: number) => ({
      data: pageIds(data, 0, 50).map((id) => ({
        id,
        data: update.path.endsWith(id) && shown !== undefined ? { revision: shown } : {},
      })),
    });
    update.check(answer(2), undefined);
    const { check } = findNext(next, ({ path, isChecked }) => isChecked && path.includes('?'));
    expect(check(answer(1), list())).toMatch(/stale/);
    expect(check(answer(1), list(revision - 1))).toMatch(/stale/);
    expect(check(answer(1), list(revision))).toBeUndefined();
  });

  test('an update must answer with what it stored', () => {
    const { check, json } = findNext(
      mixedExchanges(requests),
      ({ method, isChecked }) => method === 'PUT' && isChecked,
    );
    const { revision } = (json as { readonly data: { readonly revision: number } }).data;
    const shown = (value: number) => ({ data: { data: { revision: value } } });
    expect(check(answer(2), shown(revision - 1))).toMatch(/revision/);
    expect(check(answer(2), shown(revision))).toBeUndefined();
  });
});

/** Changes the items of a page. */
function withPage(change: (items: readonly object[]) => readonly object[]) {
  return (body: string): string => {
    const { data: items, meta } = JSON.parse(body);
    return JSON.stringify({ data: change(items), meta });
  };
}
