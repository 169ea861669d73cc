import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../servers/server-process.ts';
import { percentile } from '../statistics.ts';

type Json = ReturnType<typeof JSON.parse>;

/** A request, and what its response must be. */
export interface Exchange {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: object;
  /** 200 if undefined. */
  readonly status?: number;
  /** The body has at least this many bytes. */
  readonly minBytes?: number;
  /** Checks the status line and the headers. @returns what is wrong. */
  readonly checkHead?: (head: string) => string | undefined;
  /** Checks the body. Undefined for most exchanges: to parse all bodies would limit the rate. @returns what is wrong. */
  readonly checkJson?: ((json: Json) => string | undefined) | undefined;
}

export interface Load {
  /** Connections are distributed evenly. */
  readonly servers: readonly Pick<ServerProcess, 'url' | 'cpuSeconds'>[];
  readonly connections: number;
  /** Returns the next request of any connection. */
  readonly next: () => Exchange;
  readonly seconds: number;
  /**
   * How long to send before the measurement begins. Default: twice as long, at most four seconds, because V8 needs more
   * than one second on a slow processor to optimize the code of a server.
   */
  readonly warmSeconds?: number;
  /** Ends the measurement after this many requests. */
  readonly maxRequests?: number;
}

export interface Rate {
  readonly perSecond: number;
  /** Microseconds of processor time of the servers per request. */
  readonly cpu: number;
  /** The share of one core that this process used. Near 1, it limits the rate. */
  readonly driverCpu: number;
  /** Milliseconds, of the requests in the order of their responses. */
  readonly latencies: readonly number[];
  /** The 99th percentile of the latencies. */
  readonly p99: number;
}

/**
 * Sends requests on keep-alive connections, each as soon as the response to the one before it has arrived.
 *
 * @throws Error at the first response that is not as expected, and if a server closes a connection.
 */
export const measureRate = async (load: Load): Promise<Rate> => {
  const { servers, connections, next, seconds, maxRequests = Infinity } = load;
  const { warmSeconds = Math.min(4, 2 * seconds) } = load;
  const failed = Promise.withResolvers<never>();
  const enough = Promise.withResolvers<void>();
  const within = (limit: number): Promise<void> =>
    Promise.race([sleep(limit * 1_000, undefined, { ref: false }), enough.promise, failed.promise]);
  let latencies: number[] = [];
  const onResponse = (latency: number): void => {
    if (latencies.push(latency) >= maxRequests) enough.resolve();
  };
  const serverCpu = (): number => servers.reduce((sum, server) => sum + server.cpuSeconds(), 0);

  await using stack = new AsyncDisposableStack();
  const starts: (() => void)[] = [];
  for (let index = 0; index < connections; index += 1) {
    const url = servers[index % servers.length]?.url ?? '';
    const { start, close } = await openConnection(url, next, onResponse, failed.reject);
    stack.defer(close);
    starts.push(start);
  }
  for (const start of starts) start();
  if (warmSeconds > 0) await within(warmSeconds);
  latencies = [];
  const cpuBefore = serverCpu();
  const ownBefore = process.cpuUsage();
  const startedAt = performance.now();
  await within(seconds);
  const elapsed = performance.now() - startedAt;
  const own = process.cpuUsage(ownBefore);
  return {
    perSecond: (latencies.length * 1_000) / elapsed,
    cpu: ((serverCpu() - cpuBefore) * 1_000_000) / latencies.length,
    driverCpu: (own.user + own.system) / 1_000 / elapsed,
    latencies,
    p99: percentile(latencies, 0.99),
  };
};

/**
 * Opens a connection.
 *
 * @param onResponse is called with the milliseconds from a request to the end of its response.
 * @returns `start` sends the first request.
 */
const openConnection = async (
  url: string,
  next: () => Exchange,
  onResponse: (latency: number) => void,
  onError: (error: Error) => void,
): Promise<{ readonly start: () => void; readonly close: () => void }> => {
  let exchange: Exchange;
  let sentAt: number;
  let read: ReturnType<typeof responseReader>;
  let isClosed = false;

  const send = (): void => {
    exchange = next();
    read = responseReader(exchange);
    sentAt = performance.now();
    socket.write(encodeRequest(exchange));
  };

  const receive = (bytes: Buffer): void => {
    if (isClosed) return;
    try {
      const response = read(bytes);
      if (response === undefined) return;
      const latency = performance.now() - sentAt;
      const mistake = mistakeIn(exchange, response);
      if (mistake !== undefined) throw new Error(mistake);
      onResponse(latency);
      send();
    } catch (error) {
      isClosed = true;
      onError(new Error(`${exchange.method ?? 'GET'} ${exchange.path}: ${String(error)}`));
    }
  };

  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    // One buffer for all that arrives: with a new one each time, a list takes twice the processor time.
    onread: {
      buffer: Buffer.alloc(256 * 1_024),
      callback: (length, buffer) => {
        receive((buffer as Buffer).subarray(0, length));
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

/** The bytes of the request. */
const encodeRequest = ({ method = 'GET', path, headers = {}, json }: Exchange): string => {
  const body = json === undefined ? '' : JSON.stringify(json);
  const lines = Object.entries({
    Host: '127.0.0.1',
    ...headers,
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...(json !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
};

interface Response {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  /** The number of bytes of the body. */
  readonly length: number;
  /** Empty if nothing needs it. */
  readonly body: Buffer;
}

/**
 * Reads one response, which must have a `Content-Length`. It only counts the bytes of a body that nothing needs.
 *
 * @returns a function that takes the received bytes, which may be overwritten afterwards, and returns the response once
 *   it is complete.
 */
const responseReader = ({ checkJson }: Exchange) => {
  let parts: Buffer[] = [];
  let head: string | undefined;
  let status = 0;
  let expected = 0;
  let length = 0;
  let needsBody = false;

  return (received: Buffer): Response | undefined => {
    let bytes = received;
    if (head === undefined) {
      const all = parts.length === 0 ? bytes : Buffer.concat([...parts, bytes]);
      const end = all.indexOf('\r\n\r\n');
      parts = end < 0 ? [Buffer.from(all)] : [];
      if (end < 0) return undefined;
      head = all.toString('latin1', 0, end);
      status = Number(head.slice(9, 12));
      const [, digits] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
      expected = status === 304 ? 0 : Number(digits);
      if (Number.isNaN(expected)) throw new Error(`The response has no length: ${head}`);
      needsBody = checkJson !== undefined || status >= 400;
      bytes = all.subarray(end + 4);
    }
    length += bytes.length;
    if (needsBody) parts.push(Buffer.from(bytes));
    if (length < expected) return undefined;
    if (length > expected) throw new Error(`The body has ${length} bytes instead of ${expected}`);
    return { status, head, length, body: Buffer.concat(parts) };
  };
};

/** @returns what is wrong with the response. */
const mistakeIn = (exchange: Exchange, response: Response): string | undefined => {
  const { status = 200, minBytes = 0, checkHead, checkJson } = exchange;
  const { head, length, body } = response;
  if (response.status !== status) {
    return `status ${response.status} instead of ${status}: ${body.toString('utf8', 0, 300)}`;
  }
  if (length < minBytes) return `${length} bytes instead of at least ${minBytes}`;
  return checkHead?.(head) ?? checkJson?.(JSON.parse(body.toString('utf8')));
};
