import { startService, type Service } from './servers/service.ts';
import type { Conditions } from './workload.ts';

/** The service on a copy of the data, with its own prefix in Redis. Disposing drops the copy. */
export interface Subject extends AsyncDisposable {
  readonly service: Service;
}

export const openSubject = async (
  { resources, data }: Pick<Conditions, 'resources' | 'data'>,
  {
    cache,
    nodeOptions = [],
  }: { readonly cache: boolean; readonly nodeOptions?: readonly string[] },
): Promise<Subject> => {
  const { folder } = resources;
  const databaseUrl = await resources.copy(data);
  const redisUrl = resources.redisUrl();
  const service = await startService({ databaseUrl, redisUrl, folder, nodeOptions });
  await service.setCache(cache);
  return {
    service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await resources.drop(databaseUrl);
    },
  };
};
