import { connect, type Socket } from 'node:net';
import { responseReader, type ReceivedResponse } from './read-response.ts';

export interface SentRequest {
  readonly method: string;
  /** Path and query, sent unchanged. */
  readonly path: string;
  /** Sent unchanged, as Latin-1. Host, connection and length of the body are added if they are missing. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface HttpConnections {
  /** @throws Error if the connection fails or ends before the response is complete. */
  readonly send: (request: SentRequest) => Promise<ReceivedResponse>;
  /** Closes the connections that are not in use. */
  readonly close: () => void;
}

/**
 * Sends requests over connections that are kept open, as many as there are concurrent requests. Does a
 * third of the work of Node's clients, which otherwise would be a third of the work of many tests.
 */
export const httpConnections = (url: string): HttpConnections => {
  const { hostname, port, host } = new URL(url);
  const idle = new Set<Socket>();

  const open = (): Socket => {
    const socket = connect(Number(port), hostname).setNoDelay();
    socket.once('close', () => idle.delete(socket));
    // Errors of a request are handled where it is sent; idle connections may break.
    socket.on('error', () => undefined);
    return socket;
  };

  const take = (): Socket => {
    for (const socket of idle) {
      idle.delete(socket);
      if (socket.writable && socket.readable) return socket.ref();
    }
    return open();
  };

  const send = ({ method, path, headers, body }: SentRequest): Promise<ReceivedResponse> =>
    new Promise((resolve, reject) => {
      const socket = take();
      const read = responseReader(method);
      const finish = (): void => {
        socket.off('data', onData).off('error', fail).off('close', onClose);
      };
      const fail = (error: Error): void => {
        finish();
        socket.destroy();
        reject(error);
      };
      const settle = (response: ReceivedResponse): void => {
        finish();
        if (response.headers.get('connection')?.[0] === 'close') socket.destroy();
        else idle.add(socket.unref());
        resolve(response);
      };
      const onData = (chunk: Buffer): void => {
        try {
          const response = read(chunk);
          if (response !== undefined) settle(response);
        } catch (cause) {
          fail(new Error(`${method} ${path}: not a valid response`, { cause }));
        }
      };
      const onClose = (): void => {
        const response = read.end();
        if (response === undefined) fail(new Error(`${method} ${path}: the connection ended`));
        else settle(response);
      };
      socket.on('data', onData).once('error', fail).once('close', onClose);
      socket.cork();
      socket.write(headOf({ method, path, headers, body }, host), 'latin1');
      if (body !== undefined) socket.write(body);
      socket.uncork();
    });

  return {
    send,
    close: () => {
      for (const socket of idle) socket.destroy();
    },
  };
};

/** Methods whose requests have a body, which may be empty. */
const hasBody = new Set(['PATCH', 'POST', 'PUT']);

const headOf = ({ method, path, headers, body }: SentRequest, host: string): string => {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  let head = `${method} ${path} HTTP/1.1\r\n`;
  if (!names.has('host')) head += `Host: ${host}\r\n`;
  if (!names.has('connection')) head += 'Connection: keep-alive\r\n';
  if ((body !== undefined || hasBody.has(method)) && !names.has('content-length')) {
    head += `Content-Length: ${Buffer.byteLength(body ?? '')}\r\n`;
  }
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  return `${head}\r\n`;
};
