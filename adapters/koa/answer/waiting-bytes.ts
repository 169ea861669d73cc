import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'koa';
import { DomainError, second } from '../../../core/index.ts';

/** The bytes of large responses that are not sent yet, or that a stream may hold, in all and per client. */
export interface WaitingBytes {
  /**
   * Counts the bytes until the response has ended.
   *
   * @param client the address by which limits count.
   * @returns false, and counts nothing, if too many wait already.
   */
  readonly reserve: (
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    bytes: number,
  ) => boolean;
}

const mebibyte = 1024 * 1024;

/** Readers that are slower than the service let responses pile up in memory. */
const limits = { all: 128 * mebibyte, client: 32 * mebibyte } as const;

/** Smaller ones are not worth counting. */
const countedBytes = 64 * 1024;

/** What the stream of an answer holds at most: a portion, and the item that waits; or pieces of a file. */
export const streamBytes = { values: 4 * mebibyte, file: 128 * 1024 } as const;

/** What a request reserves before its answer is sent. */
export interface Reserving {
  /** @returns false if too much waits to be sent already. */
  reserve: (bytes: number) => boolean;
}

/** @throws DomainError `overloaded` if too many bytes wait to be sent already. */
export const reserveFor = (
  { method, state }: Pick<Context, 'method'> & { readonly state: Reserving },
  bytes: number,
): void => {
  if (method === 'HEAD' || state.reserve(bytes)) return;
  throw new DomainError('overloaded', 'Too much waits to be sent already', {
    details: 'Read the other responses first, or try again later',
    retryAfterMs: 5 * second,
  });
};

export const waitingBytes = (): WaitingBytes => {
  let all = 0;
  const clients = new Map<string, number>();
  /** By connection. A response behind others does not notice that its connection is closed. */
  const open = new WeakMap<Socket, Set<() => void>>();

  const add = (client: string, bytes: number): void => {
    all += bytes;
    const own = (clients.get(client) ?? 0) + bytes;
    if (own === 0) clients.delete(client);
    else clients.set(client, own);
  };

  const openOn = (socket: Socket): Set<() => void> => {
    const existing = open.get(socket);
    if (existing !== undefined) return existing;
    const ends = new Set<() => void>();
    open.set(socket, ends);
    socket.once('close', () => ends.forEach((end) => end()));
    return ends;
  };

  return {
    reserve: ({ socket }, response, client, bytes) => {
      // Nothing is sent to a client that has gone.
      if (bytes < countedBytes || socket.destroyed) return true;
      const own = clients.get(client) ?? 0;
      if (all + bytes > limits.all || own + bytes > limits.client) return false;
      add(client, bytes);
      const ends = openOn(socket);
      const end = (): void => {
        if (ends.delete(end)) add(client, -bytes);
      };
      ends.add(end);
      response.once('close', end);
      return true;
    },
  };
};
