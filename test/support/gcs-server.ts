import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { refusal, send, type Answer } from './gcs-answers.ts';
import { BucketDouble } from './gcs-bucket-double.ts';
import { faultyAnswer, faultyRequestBytes } from './gcs-byte-faults.ts';
import { Trouble, type Fault, type Step } from './gcs-trouble.ts';
import { insert, ResumableUploads, type Alter } from './gcs-uploads.ts';

export interface SeenRequest {
  readonly step: Step;
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
}

/** A double of the JSON API of Google Cloud Storage, with one bucket and planned faults. */
export interface GcsServer extends AsyncDisposable {
  readonly url: string;
  readonly bucket: BucketDouble;
  readonly trouble: Trouble;
  /** All requests so far. */
  readonly seen: SeenRequest[];
  /** The number of requests that are neither answered nor aborted. */
  readonly open: () => number;
  /** The number of open connections. */
  readonly connections: () => Promise<number>;
}

export const startGcsServer = async (bucketName = 'bucket'): Promise<GcsServer> => {
  const bucket = new BucketDouble(bucketName);
  const trouble = new Trouble();
  const uploads = new ResumableUploads();
  const seen: SeenRequest[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const step = stepOf(request, url);
    seen.push({ step, method: request.method ?? '', url, headers: request.headers });
    const fault = trouble.take(step);
    respond(bucket, fault, request, response, (alter) =>
      answerOf(bucket, uploads, step, url, request, alter),
    ).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bucket,
    trouble,
    seen,
    open: () => open,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const stepOf = ({ method, headers }: IncomingMessage, { pathname, searchParams }: URL): Step => {
  if (pathname.startsWith('/upload/')) {
    if (method === 'PUT')
      return headers['content-range']?.startsWith('bytes */') ? 'query' : 'part';
    return searchParams.get('uploadType') === 'resumable' ? 'session' : 'insert';
  }
  if (method === 'DELETE') return 'delete';
  if (/\/o\/?$/.test(pathname)) return 'list';
  return searchParams.get('alt') === 'media' ? 'media' : 'metadata';
};

const answerOf = async (
  bucket: BucketDouble,
  uploads: ResumableUploads,
  step: Step,
  url: URL,
  request: IncomingMessage,
  alter: Alter,
): Promise<Answer> => {
  const path = /\/storage\/v1\/b\/(?<bucket>[^/]+)\/o(?:\/(?<name>.+))?$/.exec(
    url.pathname,
  )?.groups;
  if (path === undefined) return refusal(404, 'Not Found');
  if (path['bucket'] !== bucket.name) {
    request.resume();
    return refusal(404, 'The specified bucket does not exist.');
  }
  const name = decodeURIComponent(path['name'] ?? '');
  switch (step) {
    case 'insert':
      return insert(bucket, url.searchParams, request, alter);
    case 'session':
      return uploads.start(bucket, url, request);
    case 'part':
    case 'query':
      return uploads.take(bucket, url, request, alter);
    case 'media':
      return bucket.media(name, url.searchParams, request.headers.range);
    case 'metadata':
      return bucket.metadata(name);
    case 'list':
      return bucket.list(url.searchParams);
    case 'delete':
      return bucket.delete(name, url.searchParams);
  }
};

const unchanged: Alter = (bytes) => bytes;

const respond = async (
  bucket: BucketDouble,
  fault: Fault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  answer: (alter: Alter) => Promise<Answer>,
): Promise<void> => {
  if (fault === undefined) return send(response, await answer(unchanged));
  switch (fault.kind) {
    case 'hang':
      // Node reports a disconnect only while the request is being read.
      request.resume();
      return;
    case 'cut':
      request.socket.destroy();
      return;
    case 'cut-answer':
      await answer(unchanged);
      request.socket.destroy();
      return;
    case 'status':
      // Read the request first: an early response would be a different fault.
      request.resume();
      if (!request.readableEnded) await once(request, 'close');
      return send(response, refusal(fault.status));
    case 'slow':
      await pause(fault.ms);
      return send(response, await answer(unchanged));
    case 'discard': {
      const acknowledged = await answer(unchanged);
      if (typeof acknowledged.body === 'string' && acknowledged.body !== '') {
        bucket.discard((JSON.parse(acknowledged.body) as { readonly name: string }).name);
      }
      return send(response, acknowledged);
    }
    case 'truncate':
    case 'shorten':
    case 'stall':
    case 'corrupt':
    case 'misreport':
      return send(response, faultyAnswer(fault, await answer(faultyRequestBytes(fault)), response));
  }
};
