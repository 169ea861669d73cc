import { openHandler } from './open-handler.ts';

/** What Deno passes with a request. */
interface ServeInfo {
  readonly remoteAddr: { readonly hostname?: string };
}

const clientOf = (_: Request, { remoteAddr }: ServeInfo): string | undefined => remoteAddr.hostname;

export default { fetch: await openHandler(process.env, clientOf) };
