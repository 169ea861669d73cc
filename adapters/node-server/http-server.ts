import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { api } from '../../contracts/index.ts';
import type { Timer } from '../../core/index.ts';
import { minute, second } from '../../core/vocabulary.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { trackConnections, type Handle } from './connections.ts';
import { drain } from './drain.ts';
import { noHealthPollers, type HealthPollers } from './health-pollers.ts';
import type { Listener } from './listener.ts';
import { closeSlowReaders } from './slow-readers.ts';
import { CorkedResponse, writeBatches } from './write-batches.ts';

export interface HttpServerOptions {
  /** The largest file that can be uploaded, in bytes. Determines how long a request may take. */
  readonly uploadMaxBytes: number;
  /** Headers of the answers to requests that cannot be parsed. */
  readonly errorHeaders: Readonly<Record<string, string>>;
  readonly timer: Timer;
  /** Notified before the server stops. By default a stop does not wait for pollers. */
  readonly pollers?: HealthPollers;
  /**
   * Called when a stop waits for requests in flight.
   *
   * @param seconds how long it waits at most.
   */
  readonly onDrain?: (requests: number, seconds: number) => void;
}

/** An HTTP server whose stop lets requests finish. */
export interface HttpServer {
  readonly server: Server;
  /** False from the moment when `stop` is called. */
  readonly isReady: () => boolean;
  /**
   * Answers the connections of the listener from now on.
   *
   * @returns the port that clients connect to.
   * @throws the error of Node when the process cannot listen on the address.
   */
  readonly listen: (listener: Listener) => Promise<number>;
  /**
   * Announces the stop, stops accepting connections when all pollers are notified, and lets requests
   * in flight finish for up to ten seconds. Further calls return the same promise.
   *
   * @param isUrgent closes idle connections at once: a request that is on its way can fail.
   * @returns how many connections were closed at that deadline.
   */
  readonly stop: (isUrgent?: boolean) => Promise<number>;
  /** Resolves when every handler has finished, including handlers whose connection is closed. */
  readonly allHandled: () => Promise<void>;
}

/** Uploads slower than this time out. */
const slowestBytesPerSecond = 16 * 1024;
const drainDeadlineMs = 10 * second;
const idleGraceMs = 250;
const discardTimeoutMs = 30 * second;
const { path: healthPath } = api.getHealth;

/** Creates a server with limits on slow, idle and oversized requests. It does not listen yet. */
export const createHttpServer = (
  handle: Handle,
  { uploadMaxBytes, errorHeaders, timer, pollers = noHealthPollers, onDrain }: HttpServerOptions,
): HttpServer => {
  const server = createServer({
    ServerResponse: CorkedResponse,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 15 * second,
    // For headers and body. The application times out requests that are not uploads earlier.
    requestTimeout: minute + Math.ceil(uploadMaxBytes / slowestBytesPerSecond) * second,
    // Longer than load balancers keep connections, so that the server never closes one in use.
    keepAliveTimeout: 75 * second,
    connectionsCheckingInterval: 5 * second,
    // The application rejects requests without a host with its own error.
    requireHostHeader: false,
  });
  server.on('connection', writeBatches());
  server.on('connection', closeSlowReaders());
  server.maxHeadersCount = 100;
  // Closes a connection on which nothing is sent or received in the middle of a request or response.
  server.timeout = 2 * minute;
  // An expectation other than `100-continue` may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  let isReady = true;
  let source: Listener | undefined;
  const recordPoll = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url?.split('?', 1)[0] !== healthPath) return;
    const { remoteAddress = '' } = request.socket;
    // Before the answer: a client that has the answer may stop the service at once.
    if (isReady) pollers.record(remoteAddress, true);
    else response.once('finish', () => pollers.record(remoteAddress, false));
  };
  const connections = trackConnections(server, (request, response) => {
    recordPoll(request, response);
    discardRestOfBody(request, response);
    return handle(request, response);
  });
  answerBrokenRequests(server, connections, errorHeaders);

  let stopped: Promise<number> | undefined;
  const stop = async (isUrgent: boolean): Promise<number> => {
    isReady = false;
    connections.announceClose();
    await pollers.allNotified();
    if (source === undefined) return 0;
    const requests = connections.requestCount();
    if (requests > 0) onDrain?.(requests, drainDeadlineMs / second);
    return drain({
      server,
      connections,
      listener: source,
      timer,
      idleGraceMs: isUrgent ? 0 : idleGraceMs,
      deadlineMs: drainDeadlineMs,
    });
  };

  return {
    server,
    isReady: () => isReady,
    listen: (listener) => {
      source = listener;
      return listener.listen(server);
    },
    stop: (isUrgent = false) => (stopped ??= stop(isUrgent)),
    allHandled: connections.allHandled,
  };
};

/**
 * After a response that was sent before the whole body arrived, reads and discards the rest for a
 * while. Otherwise a client that is still sending would get a reset connection, not the response.
 */
const discardRestOfBody = (request: IncomingMessage, response: ServerResponse): void => {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return;
  response.once('finish', () => {
    if (request.complete) return;
    const timeout = setTimeout(() => request.destroy(), discardTimeoutMs).unref();
    request.once('close', () => clearTimeout(timeout));
    request.resume();
  });
};
