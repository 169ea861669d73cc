import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeBatches } from '../../../adapters/node-server/write-batches.ts';

/** A socket, with what it has sent. */
const openSocket = () => {
  const sent: string[] = [];
  const socket = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      sent.push(String(chunk));
      done();
    },
  });
  return { socket, sent };
};

const writeCorked = (socket: Writable, text: string): void => {
  socket.cork();
  socket.write(text);
  socket.uncork();
};

test('what is written in one turn is sent at its end, in the same order', async () => {
  const batch = writeBatches();
  const [first, second] = [openSocket(), openSocket()];
  for (const { socket } of [first, second]) batch(socket);
  writeCorked(first.socket, 'a');
  writeCorked(second.socket, 'b');
  writeCorked(first.socket, 'c');
  expect([first.sent, second.sent]).toEqual([[], []]);
  await nextTurn();
  expect([first.sent, second.sent]).toEqual([['a', 'c'], ['b']]);
  // The next turn starts a new batch.
  writeCorked(second.socket, 'd');
  expect(second.sent).toEqual(['b']);
  await nextTurn();
  expect(second.sent).toEqual(['b', 'd']);
});

test('a socket waits once, whatever is written to it', async () => {
  const batch = writeBatches();
  const { socket, sent } = openSocket();
  batch(socket);
  for (let count = 0; count < 40; count += 1) writeCorked(socket, 'x');
  expect(sent).toEqual([]);
  await nextTurn();
  expect(sent).toHaveLength(40);
});

test('32 sockets are sent to without waiting for more', async () => {
  const batch = writeBatches();
  const sockets = Array.from({ length: 33 }, openSocket);
  for (const { socket } of sockets) {
    batch(socket);
    writeCorked(socket, 'x');
  }
  expect(sockets.filter(({ sent }) => sent.length === 1)).toHaveLength(32);
  await nextTurn();
  expect(sockets.filter(({ sent }) => sent.length === 1)).toHaveLength(33);
});

test('an end sends what waits, and then ends the socket', async () => {
  const { socket, sent } = openSocket();
  writeBatches()(socket);
  socket.cork();
  socket.write('a');
  socket.end('b');
  await once(socket, 'finish');
  expect(sent).toEqual(['a', 'b']);
});
