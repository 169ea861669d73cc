import cluster from 'node:cluster';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, register } from 'prom-client';

export interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export interface MetricsAddress {
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
}

export interface MetricsOptions {
  /** Whether the metrics are those of the workers of this process. */
  readonly hasWorkers: boolean;
  /** Whether to answer for the host that a request names. */
  readonly isAllowed: (request: IncomingMessage) => boolean;
  /** The state of the dependencies with everything that operators may know, as JSON. */
  readonly readHealth: () => Promise<{ readonly status: number; readonly text: string }>;
}

/**
 * Serves `GET /metrics`, the metrics of this process, or of its workers together; and `GET /api/system/health`.
 *
 * @throws the error of Node when the process cannot listen on the address.
 */
export const serveMetrics = async (
  { host, port }: MetricsAddress,
  { hasWorkers, isAllowed, readHealth }: MetricsOptions,
): Promise<MetricsServer> => {
  const workers = hasWorkers && cluster.isPrimary ? new AggregatorRegistry() : undefined;
  const readMetrics = async (): Promise<Page> => ({
    status: 200,
    type: register.contentType,
    text: await (workers?.clusterMetrics() ?? register.metrics()),
  });
  const readers = new Map<string | undefined, () => Promise<Page>>([
    ['/metrics', readMetrics],
    ['/api/system/health', async () => ({ type: 'application/json', ...(await readHealth()) })],
  ]);
  const server = createServer((request, response) => {
    const read = request.method === 'GET' ? readers.get(request.url) : undefined;
    if (!isAllowed(request)) response.writeHead(421).end();
    else if (read === undefined) response.writeHead(404).end();
    else {
      read().then(
        ({ status, type, text }) => response.writeHead(status, { 'Content-Type': type }).end(text),
        // A worker that does not answer: the next request may succeed.
        () => response.writeHead(503).end(),
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}
