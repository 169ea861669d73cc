import type { Api } from '../api.ts';
import type { CollectionReads } from './collection-reads.ts';
import type { ClientRequest, ClientResponse } from './client-types.ts';
import { addressWriter, type AddressOptions } from './linked-addresses.ts';
import { routes } from './routes.ts';
import { readRoute, send, type AnyRequest, type ClientOptions } from './send-request.ts';

type Arguments<T> = Record<never, never> extends T ? [request?: T] : [request: T];

type Operations = {
  readonly [K in keyof Api]: (
    ...args: Arguments<ClientRequest<Api[K]>>
  ) => Promise<ClientResponse<Api[K]>>;
};

/**
 * One method for each operation, named by its id.
 *
 * @typeParam Collections what `quoin types` writes under this name: reads of content then have its types. Without it, `data` is
 *   any JSON object.
 */
export type Client<Collections = undefined> = [Collections] extends [undefined]
  ? Operations
  : Omit<Operations, keyof CollectionReads<unknown>> & CollectionReads<Collections>;

/**
 * A client of the REST API. Its methods throw {@link ApiError} for an error of the service, and for a
 * redirect that the operation does not declare: following it would send the credentials elsewhere.
 */
export const createClient = <Collections = undefined>(
  options: ClientOptions & AddressOptions<NoInfer<Collections>>,
): Client<Collections> => {
  const call = (route: string, request: AnyRequest = {}) =>
    send(options, readRoute(route), request);
  const write =
    options.addresses &&
    addressWriter(options as AddressOptions, async () => {
      const { body } = await call(routes.listCollections);
      return (body as ClientResponse<Api['listCollections']>['body']).data;
    });
  const methods = Object.entries<string>(routes).map(([id, route]) => {
    const method = async (request?: AnyRequest) => {
      const response = await call(route, request);
      return write ? { ...response, body: await write({ ...request }, response.body) } : response;
    };
    return [id, method] as const;
  });
  return Object.fromEntries(methods) as unknown as Client<Collections>;
};
