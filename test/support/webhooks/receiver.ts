import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReceivedBody } from './webhook-world.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: ReceivedBody;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** What has arrived, also what was not answered. */
  readonly received: Received[];
  /** The status of the answer. The connection is closed without one if it is undefined. */
  respond: (received: Received) => Promise<number | undefined> | number | undefined;
}

/** Lets services send webhooks to {@link startReceiver}. */
export const receiverEnv = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };

/** A receiver of webhooks on this machine. */
export const startReceiver = async (): Promise<Receiver> => {
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const event = JSON.parse(body === '' ? '{}' : body) as ReceivedBody;
    const received = { headers: request.headers, body, event };
    receiver.received.push(received);
    const status = await receiver.respond(received);
    if (status === undefined) request.socket.resetAndDestroy();
    else response.writeHead(status).end();
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    respond: () => 204,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return receiver;
};
