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
  /**
   * How many requests are due in a second, on all connections. A latency counts from when a request was due, also if the
   * one before it was late. By default, a request is due when the response before it has arrived.
   */
  readonly perSecond?: number;
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
 * Sends requests on keep-alive connections, each when it is due and the response to the one before it has arrived.
 *
 * @throws Error at the first response that is not as expected, and if a server closes a connection.
 */
export const measureRate = async (load: Load): Promise<Rate> => {
  const { servers, connections, next, seconds, maxRequests = Infinity, perSecond } = load;
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
    const intervalMs = perSecond === undefined ? 0 : (connections * 1_000) / perSecond;
    const connection = { url, next, intervalMs, onResponse, onError: failed.reject };
    const { start, close } = await openConnection(connection);
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

interface Connection {
  readonly url: string;
  readonly next: () => Exchange;
  /** From one request to the next; 0 to send each after the response to the one before it. */
  readonly intervalMs: number;
  /** Called with the milliseconds from when a request was due to the end of its response. */
  readonly onResponse: (latency: number) => void;
  readonly onError: (error: Error) => void;
}

/** Opens a connection. @returns `start` sends the first request. */
const openConnection = async ({
  url,
  next,
  intervalMs,
  onResponse,
  onError,
}: Connection): Promise<{ readonly start: () => void; readonly close: () => void }> => {
  let exchange: Exchange;
  let dueAt: number;
  let read: ReturnType<typeof responseReader>;
  let isClosed = false;

  const send = (): void => {
    if (isClosed) return;
    exchange = next();
    read = responseReader(exchange);
    socket.write(encodeRequest(exchange));
  };

  const sendWhenDue = (): void => {
    const now = performance.now();
    dueAt = intervalMs === 0 ? now : dueAt + intervalMs;
    if (dueAt > now) setTimeout(send, dueAt - now);
    else send();
  };

  const receive = (bytes: Buffer): void => {
    if (isClosed) return;
    try {
      const response = read(bytes);
      if (response === undefined) return;
      const latency = performance.now() - dueAt;
      const { head, body } = response;
      const mistake = exchange.checkHead?.(head) ?? exchange.checkJson?.(JSON.parse(String(body)));
      if (mistake !== undefined) throw new Error(mistake);
      onResponse(latency);
      sendWhenDue();
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
  const close = (): void => {
    isClosed = true;
    socket.destroy();
  };
  const start = (): void => {
    // Connections begin at different times.
    dueAt = performance.now() - Math.random() * intervalMs;
    sendWhenDue();
  };
  return { start, close };
};

const encodeRequest = ({ method = 'GET', path, headers = {}, json }: Exchange): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}`;
  if (json === undefined) return `${start}\r\n`;
  const body = JSON.stringify(json);
  const length = Buffer.byteLength(body);
  return `${start}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
};

/**
 * Reads one response, which must have a `Content-Length`.
 *
 * @returns a function that takes the received bytes, which may be overwritten afterwards. It returns the response once
 *   it is complete, with its body only if that is checked. It throws if the status or the length is not as expected.
 */
const responseReader = ({ status = 200, minBytes = 0, checkJson }: Exchange) => {
  let parts: Buffer[] = [];
  let head: string | undefined;
  let missing = 0;

  return (received: Buffer): { readonly head: string; readonly body: Buffer } | undefined => {
    let bytes = received;
    if (head === undefined) {
      const all = parts.length === 0 ? bytes : Buffer.concat([...parts, bytes]);
      const end = all.indexOf('\r\n\r\n');
      parts = end < 0 ? [Buffer.from(all)] : [];
      if (end < 0) return undefined;
      head = all.toString('latin1', 0, end);
      if (!head.startsWith(`HTTP/1.1 ${status} `)) {
        throw new Error(`not status ${status}: ${all.toString('utf8', 0, 1_000)}`);
      }
      const [, digits] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
      missing = status === 304 ? 0 : Number(digits);
      if (Number.isNaN(missing)) throw new Error(`no length: ${head}`);
      if (missing < minBytes) throw new Error(`${missing} bytes instead of at least ${minBytes}`);
      bytes = all.subarray(end + 4);
    }
    missing -= bytes.length;
    if (missing < 0) throw new Error(`${-missing} bytes more than the length of the body`);
    if (checkJson !== undefined) parts.push(Buffer.from(bytes));
    return missing > 0 ? undefined : { head, body: Buffer.concat(parts) };
  };
};
