import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { flipBit, sendAnswer, Trouble, type Answer, type Fault } from '../media/planned-faults.ts';
import { BucketDouble, refusal } from './s3-bucket-double.ts';
import { s3Options } from './s3-options.ts';
import { signatureError, type Expected } from './signature.ts';

/** The kind of a request. */
export type Step =
  | 'put'
  | 'start'
  | 'part'
  | 'complete'
  | 'abort'
  | 'get'
  | 'head'
  | 'list'
  | 'delete';

interface SeenRequest {
  readonly step: Step;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
}

/** A double of Amazon S3 that checks signatures, with one bucket and planned faults. */
export interface S3Server extends AsyncDisposable {
  readonly url: string;
  readonly bucket: BucketDouble;
  readonly trouble: Trouble<Step>;
  /** The key and the region that requests must be signed with. */
  readonly expected: Expected;
  /** All requests so far. */
  readonly seen: SeenRequest[];
  /** The number of requests that are neither answered nor aborted. */
  readonly open: () => number;
  /** Closes all connections, and every new one, until the trouble is cleared. */
  readonly cut: () => void;
}

export const startS3Server = async (changes: Partial<Expected> = {}): Promise<S3Server> => {
  const { region, keys } = s3Options('');
  const expected = { ...keys, region, ...changes };
  const bucket = new BucketDouble();
  const trouble = new Trouble<Step>();
  const seen: SeenRequest[] = [];
  let open = 0;
  const respond = async (
    step: Step,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const fault: Fault | undefined = trouble.take(step);
    if (fault?.kind === 'cut') return void request.socket.destroy();
    if (fault?.kind === 'hang') return void request.resume();
    const body = await buffer(request);
    if (fault?.kind === 'status') return sendAnswer(response, refusal(fault.status));
    if (fault?.kind === 'slow') await pause(fault.ms);
    if (fault?.kind === 'corrupt') flipBit(body, body.length >> 1);
    const { method = '', headers } = request;
    const code = signatureError({ method, url, headers }, body, expected);
    const answer =
      code === undefined ? answerOf(bucket, step, url, headers, body) : rejection(code, region);
    if (fault?.kind === 'cut-answer') return void request.socket.destroy();
    if (fault?.kind === 'discard') bucket.discard(keyOf(bucket, url) ?? '');
    sendAnswer(response, method === 'HEAD' ? withoutBody(answer) : answer, fault);
  };
  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const step = stepOf(request.method ?? '', url);
    seen.push({ step, url, headers: request.headers });
    respond(step, url, request, response).catch((error: unknown) => {
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
    expected,
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

const stepOf = (method: string, { searchParams }: URL): Step => {
  const isOfUpload = searchParams.has('uploadId');
  switch (method) {
    case 'POST':
      return isOfUpload ? 'complete' : 'start';
    case 'PUT':
      return isOfUpload ? 'part' : 'put';
    case 'DELETE':
      return isOfUpload ? 'abort' : 'delete';
    case 'HEAD':
      return 'head';
    default:
      return searchParams.has('list-type') ? 'list' : 'get';
  }
};

/** Undefined for another bucket. The path is `/<bucket>/<key>`. */
const keyOf = (bucket: BucketDouble, { pathname }: URL): string | undefined => {
  const start = `/${bucket.name}/`;
  return pathname.startsWith(start) ? decodeURIComponent(pathname.slice(start.length)) : undefined;
};

const answerOf = (
  bucket: BucketDouble,
  step: Step,
  url: URL,
  headers: IncomingMessage['headers'],
  body: Buffer,
): Answer => {
  const key = keyOf(bucket, url);
  const { searchParams } = url;
  if (key === undefined) return refusal(404, 'NoSuchBucket');
  switch (step) {
    case 'put':
      return bucket.put(key, headers, body);
    case 'start':
      return bucket.start(key, headers);
    case 'part':
      return bucket.receive(searchParams, body);
    case 'complete':
      return bucket.complete(searchParams, headers, body);
    case 'abort':
      return bucket.abort(searchParams);
    case 'get':
      return bucket.get(key, headers);
    case 'head':
      return bucket.head(key);
    case 'list':
      return bucket.list(searchParams);
    case 'delete':
      return bucket.delete(key);
  }
};

const rejection = (code: string, region: string): Answer => {
  const isMistake = code === 'AuthorizationHeaderMalformed' || code === 'XAmzContentSHA256Mismatch';
  const answer = refusal(isMistake ? 400 : 403, code);
  return { ...answer, headers: { ...answer.headers, 'x-amz-bucket-region': region } };
};

const withoutBody = ({ status, headers = {} }: Answer): Answer => ({ status, headers });
