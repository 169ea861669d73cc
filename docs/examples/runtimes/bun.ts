import { openHandler } from './open-handler.ts';

/** What Bun passes with a request. */
interface BunServer {
  readonly requestIP: (request: Request) => { readonly address: string } | null;
}

const clientOf = (request: Request, server: BunServer): string | undefined =>
  server.requestIP(request)?.address;

export default { fetch: await openHandler(process.env, clientOf) };
