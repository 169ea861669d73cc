import cluster from 'node:cluster';
import { createServer } from 'node:http';
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

/**
 * Serves `GET /metrics`: the metrics of this process, or of its workers together.
 *
 * @throws the error of Node when the process cannot listen on the address.
 */
export const serveMetrics = async (
  { host, port }: MetricsAddress,
  hasWorkers: boolean,
): Promise<MetricsServer> => {
  const workers = hasWorkers && cluster.isPrimary ? new AggregatorRegistry() : undefined;
  const read = (): Promise<string> => workers?.clusterMetrics() ?? register.metrics();
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      // A worker that does not answer: the next scrape may succeed.
      () => response.writeHead(503).end(),
    );
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
