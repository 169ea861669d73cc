import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a TCP connection to the service, to send what no HTTP client sends. */
export const connectTo = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A connection that the server resets is a valid result.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Reads everything until the server closes the connection, as Latin-1. */
export const readToEnd = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
};

/** Sends bytes on a new connection. @returns everything received until the server closes it. */
export const sendRaw = async (
  url: string,
  ...bytes: readonly (string | Uint8Array)[]
): Promise<string> => {
  const socket = await connectTo(url);
  const answer = readToEnd(socket);
  for (const chunk of bytes)
    socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk);
  return answer;
};

/** The statuses of all responses in the text, in order. */
export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
