import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { minute, second } from '../../core/index.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { securityHeaderFields } from './security-headers.ts';

export interface HttpServerOptions {
  /** The largest file that can be uploaded, in bytes: the longest that a request may take follows. */
  readonly uploadMaxBytes: number;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
}

/** A connection slower than this cannot finish its upload. */
const slowestBytesPerSecond = 16 * 1024;

/** A server that slow, idle and oversized requests cannot hold up. It does not listen yet. */
export const createHttpServer = (
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  { uploadMaxBytes, publicUrl }: HttpServerOptions,
): Server => {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15 * second,
      // For all of a request with its body; those that are not uploads have their own deadline.
      requestTimeout: minute + Math.ceil(uploadMaxBytes / slowestBytesPerSecond) * second,
      // Longer than load balancers keep theirs, so that it is not us who close under a request.
      keepAliveTimeout: 75 * second,
      connectionsCheckingInterval: 5 * second,
      // The application asks for it, and says so in its own words.
      requireHostHeader: false,
    },
    (request, response) => void answer(request, response),
  );
  server.maxHeadersCount = 100;
  // Nothing sent and nothing received, in the middle of a request or an answer.
  server.timeout = 2 * minute;
  // Whatever else a client expects, it may be answered as if it did not (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  answerBrokenRequests(server, securityHeaderFields(publicUrl));
  return server;
};
