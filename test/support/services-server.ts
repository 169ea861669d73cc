import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeEmbeddedTemplate, type EmbeddedTemplate } from './postgres/embedded-template.ts';
import { installPackage, type InstalledPackage } from './runtimes/built-package.ts';
import { redisRecipe } from './redis/redis-recipe.ts';
import { provide, type RunningService, type Unavailable } from './services.ts';
import { openTestDatabases, type TestDatabases } from './postgres/test-databases.ts';

export interface ServicesServer {
  readonly url: string;
  /** Stops everything that was started. @returns a sentence for each unavailable service. */
  stop(): Promise<readonly string[]>;
}

/**
 * Provides services to the test files, which run in separate processes. Starts each service on its first
 * request, so a run that needs no service waits for none.
 */
export const startServicesServer = async (): Promise<ServicesServer> => {
  let opening: Promise<TestDatabases | Unavailable> | undefined;
  let template: Promise<EmbeddedTemplate> | undefined;
  let redis: Promise<RunningService | Unavailable> | undefined;
  let built: Promise<InstalledPackage> | undefined;
  const answer = async (request: IncomingMessage): Promise<object> => {
    if (request.method === 'GET') return await (redis ??= provide(redisRecipe));
    if (request.method === 'PUT') return await (template ??= makeEmbeddedTemplate());
    if (request.method === 'PATCH') return await (built ??= installPackage());
    opening ??= openTestDatabases();
    const databases = await opening;
    if ('unavailable' in databases) return databases;
    const argument = await text(request);
    if (request.method === 'DELETE') {
      await databases.drop(argument);
      return {};
    }
    return { url: await databases.create(argument === 'empty') };
  };
  const listener: RequestListener = (request, response) => {
    answer(request).then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await (await template)?.remove();
      await (await built)?.remove();
      const missed: string[] = [];
      for (const service of [await opening, await redis]) {
        if (service === undefined) continue;
        if ('unavailable' in service) missed.push(service.unavailable);
        else await service.stop();
      }
      return missed;
    },
  };
};
