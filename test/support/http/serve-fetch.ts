import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createFetchHandler } from '../../../adapters/fetch/fetch-handler.ts';
import type { ServedService } from '../service/served-service.ts';

/** Servers of the Fetch API on the cores of services that are served otherwise, too. */
export interface FetchServers extends AsyncDisposable {
  /** In the order of the services. */
  readonly urls: readonly string[];
}

export const serveFetch = async (services: readonly ServedService[]): Promise<FetchServers> => {
  const servers = await Promise.all(
    services.map(async ({ service }) => {
      const handle = createFetchHandler(service.cms, {
        publicUrl: 'http://cms.test',
        mediaBaseUrl: 'http://cms.test/files',
        csrfSecret: 'another secret for tests, of more than thirty-two bytes',
        uploadMaxBytes: 1024 * 1024,
        clock: await service.get('clock'),
        log: service.log,
      });
      const listener = getRequestListener((request) => handle(request), {
        overrideGlobalObjects: false,
      });
      const server = createServer((request, response) => void listener(request, response));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return server;
    }),
  );
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }
    },
  };
};
