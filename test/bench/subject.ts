import { startService, type Service } from './servers/service.ts';
import type { Conditions } from './workload.ts';

/** Instances of the service on a copy of the data, with their own prefix in Redis. Disposing drops the copy. */
export interface Subjects extends AsyncDisposable {
  readonly services: readonly [Service, ...Service[]];
}

/** One instance. */
export interface Subject extends AsyncDisposable {
  readonly service: Service;
}

type Place = Pick<Conditions, 'resources' | 'data'>;

export interface SubjectOptions {
  readonly cache: boolean;
  readonly nodeOptions?: readonly string[];
}

export const openSubjects = async (
  { resources, data }: Place,
  count: number,
  { cache, nodeOptions = [] }: SubjectOptions,
): Promise<Subjects> => {
  await using stack = new AsyncDisposableStack();
  const { folder } = resources;
  const databaseUrl = await resources.copy(data);
  stack.defer(() => resources.drop(databaseUrl));
  const options = { databaseUrl, redisUrl: resources.redisUrl(), folder, nodeOptions };
  const start = async (): Promise<Service> => stack.use(await startService(options));
  const first = await start();
  const others: Service[] = [];
  while (others.length + 1 < count) others.push(await start());
  await first.setCache(cache);
  const opened = stack.move();
  return {
    services: [first, ...others],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

export const openSubject = async (place: Place, options: SubjectOptions): Promise<Subject> => {
  const { services, ...disposable } = await openSubjects(place, 1, options);
  return { service: services[0], ...disposable };
};
