import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ResolveName } from '../../../adapters/webhooks/checked-connections.ts';
import { NodeWebhookSender } from '../../../adapters/webhooks/node-webhook-sender.ts';
import { allowedReceivers, readReceiver } from '../../../adapters/webhooks/receiver-addresses.ts';
import type { WebhookRequest, WebhookResponse } from '../../../core/index.ts';
import {
  webhookSenderOutageSuite,
  type OutageSubject,
  type SenderWithReceiver,
} from '../../conformance/outages.ts';
import { registerSuite } from '../../conformance/suite.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  vi.unstubAllEnvs();
});

interface Receiver {
  readonly port: number;
  readonly requests: IncomingMessage[];
}

/** @param host an address of this machine. */
const receiver = async (
  answer: RequestListener = (_, response) => response.end('Thanks'),
  host = '127.0.0.1',
): Promise<Receiver> => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
};

interface Sending extends Partial<WebhookRequest> {
  readonly allowed?: readonly string[];
  readonly resolve?: ResolveName;
}

const send = (url: string, { allowed = [], resolve, ...request }: Sending = {}) =>
  new NodeWebhookSender(allowedReceivers(allowed), resolve).send({
    url,
    headers: { 'webhook-id': 'one' },
    body: '{"text":"é"}',
    timeoutMs: 5_000,
    responseMaxBytes: 1_024,
    ...request,
  });

registerSuite(
  webhookSenderOutageSuite,
  async () => {
    let isAway = false;
    const { port } = await receiver((_, response) => {
      if (!isAway) response.end();
    });
    const subject: OutageSubject<SenderWithReceiver> = {
      port: {
        sender: new NodeWebhookSender(allowedReceivers(['127.0.0.1'])),
        url: `http://127.0.0.1:${port}/`,
      },
      hang: async () => {
        isAway = true;
      },
      restore: async () => {
        isAway = false;
      },
      wait: (ms) => sleep(ms),
    };
    return { subject };
  },
  test,
);

const refused = (host: string): WebhookResponse => ({
  failure: `${host} is not a public address, and WEBHOOK_ALLOWED_HOSTS does not allow it`,
});

/** Resolves each name to these addresses, one list for each call. */
const resolving = (...lists: readonly (readonly string[])[]) => {
  const names: string[] = [];
  const resolve: ResolveName = (name, done) => {
    names.push(name);
    const list = lists[names.length - 1] ?? lists.at(-1) ?? [];
    const addresses = list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    done(null, addresses);
  };
  return { resolve, names };
};

describe('a request', () => {
  test('is a POST with the headers and the body, and returns the response', async () => {
    let received = '';
    const { port, requests } = await receiver((request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      request.on('end', () => response.writeHead(201).end('Thanks'));
    });
    const url = `http://127.0.0.1:${port}/hooks/a?b=c`;
    const answer = await send(url, { allowed: ['127.0.0.1'] });
    expect(answer).toEqual({ status: 201, body: 'Thanks' });
    expect(received).toBe('{"text":"é"}');
    const [{ method, url: path, headers } = {}] = requests;
    expect({ method, path }).toEqual({ method: 'POST', path: '/hooks/a?b=c' });
    expect(headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      'content-length': '13',
      'webhook-id': 'one',
    });
  });

  test('has no proxy', async () => {
    const { port } = await receiver();
    for (const name of ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, 'http://127.0.0.1:1');
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const answer = await send(`http://127.0.0.1:${port}`, { allowed: ['127.0.0.1'] });
    expect(answer).toMatchObject({ status: 200 });
  });
});

describe('a receiver', () => {
  const allowed = ['127.0.0.0/8'];

  test('that redirects is not followed', async () => {
    const target = await receiver();
    const { port } = await receiver((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end('Elsewhere'),
    );
    const answer = await send(`http://127.0.0.1:${port}`, { allowed });
    expect(answer).toEqual({ status: 307, body: 'Elsewhere' });
    expect(target.requests).toEqual([]);
  });

  test.each([
    ['does not answer', () => undefined],
    [
      'answers slowly',
      (_: unknown, response: Parameters<RequestListener>[1]) => {
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ] as const)('that %s is cut off', async (_, answer) => {
    const { port } = await receiver(answer);
    const url = `http://127.0.0.1:${port}`;
    expect(await send(url, { allowed, timeoutMs: 200 })).toEqual({
      failure: 'No complete response in 0.2 s',
    });
  });

  test('whose name is not resolved in time is cut off', async () => {
    expect(await send('http://slow.test', { resolve: () => undefined, timeoutMs: 50 })).toEqual({
      failure: 'No complete response in 0.05 s',
    });
  });

  test('that resets the connection fails', async () => {
    const server = createSocketServer((socket) => socket.resetAndDestroy());
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const answer = await send(`http://127.0.0.1:${port}`, { allowed });
    expect(answer).toEqual({ failure: expect.stringMatching(/ECONNRESET|hang up/) });
    server.close();
    expect(await send(`http://127.0.0.1:${port}`, { allowed })).toEqual({
      failure: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('that sends much is not read to the end', async () => {
    let isClosed = false;
    const { port } = await receiver((_, response) => {
      response.on('close', () => (isClosed = true));
      const more = (): void => {
        while (!isClosed && response.write('é'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const answer = await send(`http://127.0.0.1:${port}`, { allowed, responseMaxBytes: 1_023 });
    expect(answer).toEqual({ status: 200, body: 'é'.repeat(511) });
    await vi.waitUntil(() => isClosed);
  });

  test('may send bytes that are no text', async () => {
    const { port } = await receiver((_, response) => response.end(Buffer.from([0x61, 0xff, 0x62])));
    expect(await send(`http://127.0.0.1:${port}`, { allowed })).toMatchObject({ body: 'a\uFFFDb' });
  });
});

/** Addresses that requests must not reach, in the forms that a URL can have. */
const forbidden = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '203.0.113.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[1::1]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00::1]',
  '[ff02::1]',
  '[2001:db8::1]',
];

describe('an address that is not public', () => {
  test.each(forbidden)('%s is not reached', async (host) => {
    const { hostname } = new URL(`http://${host}`);
    const address = hostname.replace(/^\[(.*)\]$/, '$1');
    expect(await send(`http://${host}:9/`)).toEqual(refused(address));
    expect(await send('http://name.test:9/', resolving([address]))).toEqual(refused('name.test'));
  });

  test('is not reached by a name of this machine', async () => {
    const { port, requests } = await receiver();
    expect(await send(`http://localhost:${port}`)).toEqual(refused('localhost'));
    expect(requests).toEqual([]);
  });

  test('is not reached beside a public one', async () => {
    const { port, requests } = await receiver();
    const { resolve } = resolving(['127.0.0.1', '127.0.0.2']);
    const answer = await send(`http://name.test:${port}`, { resolve, allowed: ['127.0.0.2'] });
    expect(answer).toEqual({ failure: expect.stringContaining('ECONNREFUSED 127.0.0.2') });
    expect(requests).toEqual([]);
  });

  test('is not reached by a name that changes after it was checked', async () => {
    const { port, requests } = await receiver(undefined, '127.0.0.2');
    const secret = await receiver(undefined, '127.0.0.1');
    const { resolve, names } = resolving(['127.0.0.2'], ['127.0.0.1']);
    const options = { resolve, allowed: ['127.0.0.2'] };
    expect(await send(`http://name.test:${port}`, options)).toMatchObject({ status: 200 });
    // One look-up for the check and the connection.
    expect(names).toEqual(['name.test']);
    expect(requests).toHaveLength(1);
    expect(await send(`http://name.test:${secret.port}`, options)).toEqual(refused('name.test'));
    expect(secret.requests).toEqual([]);
  });

  test('is reached if the operator allows it', async () => {
    const { port } = await receiver();
    const reached = { status: 200, body: 'Thanks' };
    for (const entry of ['127.0.0.1', '127.0.0.0/8', '::ffff:127.0.0.1']) {
      expect(await send(`http://127.0.0.1:${port}`, { allowed: [entry] }), entry).toEqual(reached);
    }
    const { resolve } = resolving(['127.0.0.1']);
    for (const name of ['name.test', 'NAME.test.']) {
      const url = `http://${name}:${port}`;
      expect(await send(url, { resolve, allowed: ['Name.Test'] }), name).toEqual(reached);
    }
    const other = { resolve, allowed: ['name.test', '127.0.0.2', '::1/128'] };
    expect(await send(`http://other.test:${port}`, other)).toEqual(refused('other.test'));
    // A name does not allow its addresses as such.
    expect(await send(`http://127.0.0.1:${port}`, other)).toEqual(refused('127.0.0.1'));
  });
});

test.each(['builder.internal', '10.0.0.5', '10.0.0.0/8', '::1', '[::1]', 'fd00::/8', 'my_host'])(
  'an entry can be %s',
  (entry) => expect(readReceiver(entry)).toBeDefined(),
);

test.each(['', 'http://a', 'a:80', 'a/b', '10.0.0.0/33', '10.0.0', '127.1', '0x7f.1', '*.a', 'é'])(
  'an entry cannot be %s',
  (entry) => expect(readReceiver(entry)).toBeUndefined(),
);

describe('an address is refused at once', () => {
  test.each([
    'http://localhost:3000/x',
    'https://api.localhost/',
    'http://LOCALHOST./',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]:80/',
    'http://10.1.2.3/',
    'http://1.2.3.4:99999/',
  ])('if its host is not public: %s', (url) => {
    expect(new NodeWebhookSender(allowedReceivers([])).refusalOf(url)).toEqual(expect.any(String));
  });

  test.each(['https://www.example.com/', 'http://93.184.215.14/', 'http://intern.example/'])(
    'not if it may be public: %s',
    (url) => {
      expect(new NodeWebhookSender(allowedReceivers([])).refusalOf(url)).toBeUndefined();
    },
  );

  test.each(['http://localhost:3000/', 'http://10.1.2.3/'])('not if allowed: %s', (url) => {
    for (const local of ['localhost', '127.0.0.1']) {
      const sender = new NodeWebhookSender(allowedReceivers([local, '10.0.0.0/8']));
      expect(sender.refusalOf(url)).toBeUndefined();
    }
  });
});

test.each([
  ['120', 120_000],
  ['0', 0],
  [new Date(Date.now() - 5_000).toUTCString(), 0],
  ['soon', undefined],
  [undefined, undefined],
])('a receiver may ask to wait: %s', async (header, expected) => {
  const headers = header === undefined ? {} : { 'retry-after': header };
  const { port } = await receiver((_, response) => response.writeHead(429, headers).end());
  const response = await send(`http://127.0.0.1:${port}`, { allowed: ['127.0.0.1'] });
  expect(response).toEqual({ status: 429, body: '', retryAfterMs: expected });
});
