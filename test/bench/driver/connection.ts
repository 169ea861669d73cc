import { once } from 'node:events';
import { connect } from 'node:net';
import { encodeRequest, mistakeIn, type Exchange } from './exchange.ts';
import type { NextExchange } from './exchanges.ts';
import { responseReader, type Received } from './response-reader.ts';

export interface Connection {
  /** Sends the first request. Each further one follows as soon as the response has arrived. */
  start(): void;
  close(): void;
}

interface ConnectionEvents {
  readonly next: NextExchange;
  /** @param latency from sending the request to the end of its response, in milliseconds. */
  readonly onResponse: (exchange: Exchange, latency: number) => void;
  /** The connection is broken, or a response is not as expected. */
  readonly onError: (error: Error) => void;
}

const bufferBytes = 256 * 1_024;

export const openConnection = async (
  url: string,
  { next, onResponse, onError }: ConnectionEvents,
): Promise<Connection> => {
  const { hostname, port } = new URL(url);
  let exchange = next();
  let sentAt = 0;
  let isClosed = false;

  const send = (): void => {
    sentAt = performance.now();
    socket.write(encodeRequest(exchange));
  };

  const receive = (received: Received): void => {
    if (isClosed) return;
    const mistake = mistakeIn(exchange, received);
    if (mistake !== undefined) {
      const { method = 'GET', path } = exchange;
      onError(new Error(`${method} ${path}: ${mistake} ${received.body.toString('utf8', 0, 300)}`));
      return;
    }
    onResponse(exchange, performance.now() - sentAt);
    exchange = next();
    send();
  };

  const read = responseReader(({ status }) => exchange.isChecked || status >= 400, receive);
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    // One buffer for all that arrives, instead of a new one each time.
    onread: {
      buffer: Buffer.alloc(bufferBytes),
      callback: (length, buffer) => {
        read((buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  socket.on('error', onError);
  socket.on('close', () => {
    if (!isClosed) onError(new Error(`${url} closed the connection`));
  });
  await once(socket, 'connect');
  return {
    start: send,
    close: () => {
      isClosed = true;
      socket.destroy();
    },
  };
};
