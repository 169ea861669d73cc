import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { flipBit, sendAnswer, Trouble, type Answer, type Fault } from '../media/planned-faults.ts';
import { BucketDouble, refusal } from './gcs-bucket-double.ts';

/** The kind of a request. */
export type Step = 'insert' | 'session' | 'part' | 'media' | 'metadata' | 'list' | 'delete';

export interface SeenRequest {
  readonly step: Step;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
}

/** A double of the JSON API of Google Cloud Storage, with one bucket and planned faults. */
export interface GcsServer extends AsyncDisposable {
  readonly url: string;
  readonly bucket: BucketDouble;
  readonly trouble: Trouble<Step>;
  /** All requests so far. */
  readonly seen: SeenRequest[];
  /** The number of requests that are neither answered nor aborted. */
  readonly open: () => number;
  /** Closes all connections, and every new one, until the trouble is cleared. */
  readonly cut: () => void;
}

export const startGcsServer = async (): Promise<GcsServer> => {
  const bucket = new BucketDouble();
  const trouble = new Trouble<Step>();
  const seen: SeenRequest[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const step = stepOf(request, url);
    seen.push({ step, url, headers: request.headers });
    respond(bucket, step, url, request, response, trouble.take(step)).catch((error: unknown) => {
      // Also when the client disconnects during its request.
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
    cut: () => {
      trouble.plan({ kind: 'cut' }, { times: Infinity });
      server.closeAllConnections();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const stepOf = ({ method }: IncomingMessage, { pathname, searchParams }: URL): Step => {
  if (pathname.startsWith('/upload/')) {
    if (method === 'PUT') return 'part';
    return searchParams.get('uploadType') === 'resumable' ? 'session' : 'insert';
  }
  if (method === 'DELETE') return 'delete';
  if (/\/o\/?$/.test(pathname)) return 'list';
  return searchParams.get('alt') === 'media' ? 'media' : 'metadata';
};

const respond = async (
  bucket: BucketDouble,
  step: Step,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> => {
  if (fault?.kind === 'cut') return void request.socket.destroy();
  if (fault?.kind === 'hang') return void request.resume();
  const body = await buffer(request);
  if (fault?.kind === 'status') return sendAnswer(response, refusal(fault.status));
  if (fault?.kind === 'slow') await pause(fault.ms);
  if (fault?.kind === 'corrupt') flipBit(body, body.length >> 1);
  const answer = answerOf(bucket, step, url, request, body);
  if (fault?.kind === 'cut-answer') return void request.socket.destroy();
  if (fault?.kind === 'discard') bucket.discard(url.searchParams.get('name') ?? '');
  sendAnswer(response, answer, fault);
};

const answerOf = (
  bucket: BucketDouble,
  step: Step,
  { pathname, searchParams, href }: URL,
  { headers }: IncomingMessage,
  body: Buffer,
): Answer => {
  const path = /\/storage\/v1\/b\/(?<bucket>[^/]+)\/o(?:\/(?<name>.+))?$/.exec(pathname)?.groups;
  if (path?.['bucket'] !== bucket.name) {
    return refusal(404, 'The specified bucket does not exist.');
  }
  const name = decodeURIComponent(path['name'] ?? '');
  switch (step) {
    case 'insert':
      return bucket.insert(
        searchParams,
        headers['content-type']?.split('boundary=')[1] ?? '',
        body,
      );
    case 'session':
      return bucket.start(new URL(href), headers['x-upload-content-type'], body);
    case 'part':
      return bucket.receive(searchParams, headers['content-range'] ?? '', body);
    case 'media':
      return bucket.media(name, searchParams.get('generation'), headers.range);
    case 'metadata':
      return bucket.metadata(name);
    case 'list':
      return bucket.list(searchParams);
    case 'delete':
      return bucket.delete(name);
  }
};
