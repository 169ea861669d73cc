import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { BucketDouble, refusal, type Answer } from './gcs-bucket-double.ts';

/** The kind of a request. */
export type Step = 'insert' | 'session' | 'part' | 'media' | 'metadata' | 'list' | 'delete';

export type Fault =
  /** Responds with this status and does nothing. */
  | { readonly kind: 'status'; readonly status: number }
  /** Never responds. */
  | { readonly kind: 'hang' }
  /** Responds after a delay. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Closes the connection and does nothing. */
  | { readonly kind: 'cut' }
  /** Carries out the request and closes the connection instead of responding. */
  | { readonly kind: 'cut-answer' }
  /** Acknowledges an upload and discards its object. */
  | { readonly kind: 'discard' }
  /** Closes the connection after this many bytes of the object. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Sends this many bytes of the object as if they were the whole object. */
  | { readonly kind: 'shorten'; readonly bytes: number }
  /** Sends this many bytes of the object, then stalls. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** Flips a bit of the object, received or sent. */
  | { readonly kind: 'corrupt' };

interface Planned {
  readonly fault: Fault;
  readonly step: Step | undefined;
  /** The number of requests that succeed first. */
  wait: number;
  left: number;
}

/** The planned faults of a server. */
class Trouble {
  #planned: Planned[] = [];

  /** After `after` requests of one step, or of any step, the next `times` requests have this fault. */
  plan(
    fault: Fault,
    { step, after = 0, times = 1 }: { step?: Step; after?: number; times?: number } = {},
  ): void {
    this.#planned.push({ fault, step, wait: after, left: times });
  }

  clear(): void {
    this.#planned = [];
  }

  take(step: Step): Fault | undefined {
    const due = this.#planned.find(
      (each) => each.left > 0 && (each.step === undefined || each.step === step),
    );
    if (due === undefined) return undefined;
    if (due.wait > 0) {
      due.wait -= 1;
      return undefined;
    }
    due.left -= 1;
    return due.fault;
  }
}

export interface SeenRequest {
  readonly step: Step;
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
}

export const startGcsServer = async (): Promise<GcsServer> => {
  const bucket = new BucketDouble();
  const trouble = new Trouble();
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
  if (fault?.kind === 'status') return send(response, refusal(fault.status));
  if (fault?.kind === 'slow') await pause(fault.ms);
  if (fault?.kind === 'corrupt') flipBit(body, body.length >> 1);
  const answer = answerOf(bucket, step, url, request, body);
  if (fault?.kind === 'cut-answer') return void request.socket.destroy();
  if (fault?.kind === 'discard') bucket.discard(url.searchParams.get('name') ?? '');
  send(response, answer, fault);
};

const flipBit = (bytes: Buffer, at: number): void => {
  if (at < bytes.length) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
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

const send = (response: ServerResponse, answer: Answer, fault?: Fault): void => {
  const bytes = Buffer.from(answer.body ?? '');
  const isMedia = Buffer.isBuffer(answer.body);
  if (isMedia && fault?.kind === 'corrupt') flipBit(bytes, 0);
  const limit = isMedia && fault && 'bytes' in fault ? fault.bytes : bytes.length;
  const length = fault?.kind === 'shorten' ? limit : bytes.length;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.status !== 204 && { 'content-length': String(length) }),
  });
  const sent = bytes.subarray(0, limit);
  if (fault?.kind === 'stall') response.write(sent);
  else if (fault?.kind === 'truncate') response.write(sent, () => response.destroy());
  else response.end(sent);
};
