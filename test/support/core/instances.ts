import { vi } from 'vitest';
import type { ServiceOptions } from '../../../bootstrap/start/open-service.ts';
import { operator } from '../../../core/index.ts';
import {
  httpClient,
  type Answer,
  type HttpClient,
  type RequestOptions,
} from '../http/http-client.ts';
import { testPassword } from '../http/app.ts';
import { startProxy } from '../service/round-robin-proxy.ts';
import { serveService, type ServedService } from '../service/served-service.ts';

/** Several instances of the service on the same servers, each with its own process cache. */
export interface Instances extends AsyncDisposable {
  readonly services: readonly ServedService[];
  /** One client per instance. */
  readonly clients: readonly HttpClient[];
  /** A client that reaches all instances in turn. */
  readonly proxied: HttpClient;
}

/** @param env names the servers that the instances share. */
export const serveInstances = async (
  count: number,
  env: Readonly<Record<string, string>>,
  options: Pick<ServiceOptions, 'adapters'> = {},
): Promise<Instances> => {
  const services: ServedService[] = [];
  for (let n = 0; n < count; n += 1) services.push(await serveService(env, options));
  const proxy = await startProxy(services.map(({ url }) => url));
  await vi.waitUntil(() => services.every(({ url }) => proxy.isHealthy(url)));
  return {
    services,
    clients: services.map(({ url }) => httpClient(url)),
    proxied: httpClient(proxy.url),
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      for (const service of services) await service[Symbol.asyncDispose]();
    },
  };
};

export interface Person {
  readonly id: string;
  readonly login: { readonly email: string; readonly password: string };
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates an account and logs in, without counting against the limit on logins. */
export const personAt = async (
  { services: [first] }: Pick<Instances, 'services'>,
  role: 'admin' | 'editor',
  name: string,
): Promise<Person> => {
  if (first === undefined) throw new Error('There is no instance');
  const login = { email: `${name}@example.com`, password: testPassword };
  const { cms } = first.service;
  const { user } = await cms.users.create(operator, { ...login, role });
  const { token } = await cms.accounts.logIn({ ...login, client: name });
  return { id: user.id, login, headers: { Authorization: `Bearer ${token}` } };
};

/** Sends a request. @throws Error for a response with another status. */
export const expectStatus = async (
  status: number,
  { request }: HttpClient,
  path: string,
  options?: RequestOptions,
): Promise<Answer> => {
  const answer = await request(path, options);
  if (answer.status === status) return answer;
  throw new Error(`${options?.method ?? 'GET'} ${path} returned ${answer.status}: ${answer.text}`);
};
