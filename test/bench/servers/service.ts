import type { Conditions } from '../workload.ts';
import type { ServerProcess } from './server-process.ts';
import { admin, send, startServiceProcess } from './service-process.ts';

/** A running service with a session of the admin. */
export interface Service extends ServerProcess {
  readonly token: string;
  setCache(active: boolean): Promise<void>;
}

/** Starts the service on a database of the benchmark, and logs in. */
export const startService = async (
  { resources, profileFolder }: Conditions,
  databaseUrl: string,
  redisUrl = resources.redisUrl(),
): Promise<Service> => {
  await using stack = new AsyncDisposableStack();
  const { folder } = resources;
  const nodeOptions =
    profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const server = stack.use(
    await startServiceProcess({ databaseUrl, redisUrl, folder, nodeOptions }),
  );
  const { token } = await send(server, 'POST', '/auth/login', admin);
  stack.move();
  return {
    ...server,
    token,
    setCache: async (active) => {
      await send(server, 'PUT', '/api/plugins/cache', { active }, token);
    },
  };
};

/** Instances that share a copy of the posts and a prefix in Redis. Disposing stops them and drops the copy. */
export interface Services extends AsyncDisposable {
  readonly services: readonly [Service, ...Service[]];
}

export const openServices = async (
  conditions: Conditions,
  count: number,
  cache: boolean,
): Promise<Services> => {
  const { resources, rows } = conditions;
  await using stack = new AsyncDisposableStack();
  const databaseUrl = await resources.copy(rows);
  stack.defer(() => resources.drop(databaseUrl));
  const redisUrl = resources.redisUrl();
  const start = async (): Promise<Service> =>
    stack.use(await startService(conditions, databaseUrl, redisUrl));
  const services: [Service, ...Service[]] = [await start()];
  while (services.length < count) services.push(await start());
  await services[0].setCache(cache);
  const opened = stack.move();
  return { services, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};
