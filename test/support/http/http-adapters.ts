import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { createFetchHandler } from '../../../adapters/fetch/fetch-handler.ts';
import { createApp } from '../../../adapters/koa/app.ts';

/** The names of the two adapters that serve HTTP. */
export type AdapterName = 'koa' | 'fetch';

/** Serves an application on Node, whichever adapter it has. */
export type CreateApp = typeof createApp;

/** Passes requests of a server of Node to the handler. CORS, compression and the check of hosts are left out. */
export const appOfFetch =
  (create: typeof createFetchHandler): CreateApp =>
  (cms, { trustProxy, ...options }) => {
    const handle = create<HttpBindings>(cms, {
      ...options,
      uploadMaxBytes: 1024 * 1024,
      clientOf: ({ headers }, { incoming }) =>
        (trustProxy > 0 && headers.get('X-Forwarded-For')) || incoming.socket.remoteAddress,
    });
    const listener = getRequestListener(
      (request, bindings) => handle(request, bindings as HttpBindings),
      { overrideGlobalObjects: false },
    );
    return (request, response) => listener(request, response);
  };

/** Each promise about answers holds on both. */
export const httpAdapters = [
  { adapter: 'koa', create: createApp },
  { adapter: 'fetch', create: appOfFetch(createFetchHandler) },
] as const satisfies readonly { readonly adapter: AdapterName; readonly create: CreateApp }[];
