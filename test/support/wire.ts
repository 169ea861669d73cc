import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection to the service at an address, for what no HTTP client would send. */
export const connectTo = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // Being cut off is an answer too.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** All that comes back, as Latin-1, until the other end closes. */
export const readToEnd = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
};

/** Sends bytes on a connection of their own. @returns what comes back until it is closed. */
export const talk = async (
  url: string,
  ...bytes: readonly (string | Uint8Array)[]
): Promise<string> => {
  const socket = await connectTo(url);
  const answer = readToEnd(socket);
  for (const chunk of bytes)
    socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk);
  return answer;
};

/** The statuses of the answers in what came back, in order. */
export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
