import type { FetchHandler } from 'quoin/adapters/fetch/fetch-handler';
import { openHandler, type Env } from './open-handler.ts';

/** Cloudflare sets this header, whatever the client has sent. Other platforms pass on what the client has sent. */
const clientOf = ({ headers }: Request): string | undefined =>
  headers.get('CF-Connecting-IP') ?? undefined;

let opened: Promise<FetchHandler> | undefined;

export default {
  fetch: async (request: Request, env: Env): Promise<Response> => {
    // A failure is not kept: the next request tries again.
    opened ??= openHandler(env, clientOf).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return (await opened)(request);
  },
};
