import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'koa';
import { reserveOrRefuse, type Reserve } from '../../../core/index.ts';
import { byteCounts, countedBytes } from '../../http/answer/byte-counts.ts';

/** Counts bytes of a client until they are freed, or the response has ended. */
export type ReserveUntilEnd = (
  request: IncomingMessage,
  response: ServerResponse,
  client: string,
  bytes: number,
) => ReturnType<Reserve>;

/** What a request reserves before its answer is sent. */
export interface Reserving {
  reserve: Reserve;
}

/** Reserves the bytes of a whole answer. @returns false if too much waits to be sent already. */
export const reserveAnswer = ({ reserve }: Reserving, bytes: number): boolean =>
  bytes < countedBytes || reserve(bytes) !== undefined;

/** @throws DomainError `overloaded` if too many bytes wait to be sent already. */
export const reserveFor = (
  { method, state }: Pick<Context, 'method'> & { readonly state: Reserving },
  bytes: number,
): void => {
  if (method !== 'HEAD' && bytes >= countedBytes) reserveOrRefuse(state.reserve, bytes);
};

export const waitingBytes = (): ReserveUntilEnd => {
  const counts = byteCounts();
  /** By connection. A response behind others does not notice that its connection is closed. */
  const open = new WeakMap<Socket, Set<() => void>>();

  const openOn = (socket: Socket): Set<() => void> => {
    const existing = open.get(socket);
    if (existing !== undefined) return existing;
    const ends = new Set<() => void>();
    open.set(socket, ends);
    socket.once('close', () => ends.forEach((end) => end()));
    return ends;
  };

  return ({ socket }, response, client, bytes) => {
    // Nothing is sent to a client that has gone.
    if (socket.destroyed) return () => undefined;
    const free = counts.reserve(client, bytes);
    if (free === undefined) return undefined;
    const ends = openOn(socket);
    const end = (): void => {
      ends.delete(end);
      response.off('close', end);
      free();
    };
    ends.add(end);
    response.once('close', end);
    return end;
  };
};
