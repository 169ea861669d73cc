import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketDouble } from './bucket-double.ts';
import { flipBit, sendAnswer, Trouble, type Answer, type Step } from './planned-faults.ts';

export interface SeenRequest {
  readonly method: string;
  readonly step: Step;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

interface ReceivedRequest extends SeenRequest {
  /** Of the object; undefined if the request is to another bucket. */
  readonly key: string | undefined;
  readonly body: Buffer;
}

/** The API of a service. */
interface Api<Bucket> {
  readonly bucket: Bucket;
  readonly stepOf: (method: string, url: URL) => Step;
  readonly keyOf: (url: URL) => string | undefined;
  /** The response to a request that the service rejects. */
  readonly refusal: (status: number) => Answer;
  readonly answer: (request: ReceivedRequest) => Answer;
}

/** A double of a service, with one bucket and planned faults. */
export interface BucketServer<Bucket extends BucketDouble = BucketDouble> extends AsyncDisposable {
  readonly url: string;
  readonly bucket: Bucket;
  readonly trouble: Trouble;
  /** All requests so far. */
  readonly seen: SeenRequest[];
  /** The number of requests that are neither answered nor aborted. */
  readonly open: () => number;
  /** Closes all connections, and every new one, until the trouble is cleared. */
  readonly cut: () => void;
}

export const startBucketServer = async <Bucket extends BucketDouble>({
  bucket,
  stepOf,
  keyOf,
  refusal,
  answer,
}: Api<Bucket>): Promise<BucketServer<Bucket>> => {
  const trouble = new Trouble();
  const seen: SeenRequest[] = [];
  let open = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', `http://${headers.host}`);
    const received = { method, step: stepOf(method, url), url, headers };
    seen.push(received);
    const fault = trouble.take(received.step);
    if (fault?.kind === 'cut') return void request.socket.destroy();
    if (fault?.kind === 'hang') {
      request.resume();
      return void (await fault.meanwhile?.());
    }
    const body = await buffer(request);
    if (fault?.kind === 'status') return sendAnswer(response, refusal(fault.status));
    if (fault?.kind === 'late') await fault.until();
    if (fault?.kind === 'corrupt') flipBit(body, body.length >> 1);
    const key = keyOf(url);
    const answered = answer({ ...received, key, body });
    if (fault?.kind === 'cut-answer') return void request.socket.destroy();
    if (fault?.kind === 'discard') bucket.discard(key ?? '');
    sendAnswer(response, answered, fault);
  };
  // Otherwise the server of a slow process closes a connection that its client is about to use again.
  const options = { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 };
  const server = createServer(options, (request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    respond(request, response).catch((error: unknown) => {
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
