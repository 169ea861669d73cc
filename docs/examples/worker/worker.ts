import { createFetchHandler, type FetchHandler } from 'quoin/adapters/fetch/fetch-handler';
import { FileTypeMediaInspector } from 'quoin/adapters/file-type/file-type-media-inspector';
import type { Ports } from 'quoin/core';
import { portableCms } from 'quoin/portable';

export interface Env {
  readonly PUBLIC_URL: string;
  readonly JWT_SECRET: string;
  readonly CSRF_SECRET: string;
}

/** The REST API of a core in memory. A store and a blob store of your platform belong into `ports`. */
export const openHandler = async (env: Env, replaced?: Partial<Ports>): Promise<FetchHandler> => {
  const shared = { mediaBaseUrl: `${env.PUBLIC_URL}/files`, uploadMaxBytes: 10 * 1024 * 1024 };
  const { cms, ports } = await portableCms({
    ...shared,
    secret: env.JWT_SECRET,
    ports: { mediaInspector: new FileTypeMediaInspector(), ...replaced },
  });
  return createFetchHandler(cms, {
    ...shared,
    publicUrl: env.PUBLIC_URL,
    csrfSecret: env.CSRF_SECRET,
    clientOf: ({ headers }) => headers.get('CF-Connecting-IP') ?? 'unknown',
    clock: ports.clock,
    log: ports.log,
  });
};

let opened: Promise<FetchHandler> | undefined;

export default {
  fetch: async (request: Request, env: Env): Promise<Response> => {
    // A failure is not kept: the next request tries again.
    opened ??= openHandler(env).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return (await opened)(request);
  },
};
