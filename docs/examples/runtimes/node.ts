import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { openHandler } from './open-handler.ts';

/** A request of Node, of HTTP/1 or HTTP/2. */
interface Incoming {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

const clientOf = (_: Request, { socket }: Incoming): string | undefined => socket.remoteAddress;

const handle = await openHandler(process.env, clientOf);
const listener = getRequestListener((request, { incoming }) => handle(request, incoming));
const { PORT = '8000', HOST } = process.env;

const server = createServer((request, response) => void listener(request, response));
server.listen(Number(PORT), HOST, () => console.log('Listening on', server.address()));
