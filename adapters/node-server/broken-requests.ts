import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorDto } from '../../contracts/index.ts';
import type { Connections } from './connections.ts';

interface Answer {
  readonly status: number;
  readonly body: ErrorDto;
}

const notHttp: Answer = {
  status: 400,
  body: { error: 'This is not a valid HTTP request', code: 'malformed_request' },
};

/** The answers to errors that Node reports before a request exists, by error code. */
const answers: ReadonlyMap<string | undefined, Answer> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: 431,
      body: { error: 'The request headers are too large', code: 'malformed_request' },
    },
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    {
      status: 413,
      body: { error: 'The chunk extensions of the body are too large', code: 'body_too_large' },
    },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: 408,
      body: { error: 'The request did not arrive in time', code: 'malformed_request' },
    },
  ],
]);

/**
 * Answers requests that Node cannot parse with JSON and closes the connection. While another response
 * is being sent on the connection, only closes it: the client would read the answer as part of that
 * response.
 *
 * @param headers sent with each of these answers.
 */
export const answerBrokenRequests = (
  server: Server,
  connections: Connections,
  headers: Readonly<Record<string, string>>,
): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const hasBegun = connections.responsesOn(socket).some(({ headersSent }) => headersSent);
    if (!socket.writable || hasBegun) {
      // Responses that have ended in this turn are sent at its end.
      setImmediate(() => socket.destroy(error));
      return;
    }
    const answer = render(answers.get(error.code) ?? notHttp, headers);
    socket.end(answer, () => socket.destroy(error));
  });
};

const render = ({ status, body }: Answer, headers: Readonly<Record<string, string>>): string => {
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
};
