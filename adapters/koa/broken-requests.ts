import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorDto } from '../../contracts/index.ts';

interface Sentence {
  readonly status: number;
  readonly body: ErrorDto;
}

const notHttp: Sentence = {
  status: 400,
  body: { error: 'This is no request of HTTP', code: 'malformed_request' },
};

/** What Node finds wrong before there is a request to answer, by its code. */
const sentences: ReadonlyMap<string | undefined, Sentence> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: 431,
      body: { error: 'The head of the request is too long', code: 'malformed_request' },
    },
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    {
      status: 413,
      body: { error: 'The body has too much between its bytes', code: 'body_too_large' },
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
 * Answers as JSON, and closes the connection, where what arrives cannot be read as a request. Where
 * an answer has begun, or was given already, it only closes: a second one would be taken for a part
 * of the first, or for the answer to another request.
 *
 * @param headers of each of these answers.
 */
export const answerBrokenRequests = (
  server: Server,
  headers: Readonly<Record<string, string>>,
): void => {
  const current = new WeakMap<Duplex, Set<ServerResponse>>();
  // Before the listener that answers.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const responses = current.get(request.socket) ?? new Set();
    current.set(request.socket, responses.add(response));
    const forget = (): void => void responses.delete(response);
    response.once('close', () => {
      if (request.complete) forget();
      else request.once('close', forget);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const responses = [...(current.get(socket) ?? [])];
    if (!socket.writable || responses.some(({ headersSent }) => headersSent)) {
      socket.destroy(error);
      return;
    }
    const answer = render(sentences.get(error.code) ?? notHttp, headers);
    socket.end(answer, () => socket.destroy(error));
  });
};

const render = ({ status, body }: Sentence, headers: Readonly<Record<string, string>>): string => {
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
