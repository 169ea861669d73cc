import { multipart, multipartType } from './multipart.ts';
import { newClients } from './new-clients.ts';
import type { RestSubject } from './rest-subject.ts';

/** The parts of a runtime that are used: every runtime with the Fetch API has them. */
interface Runtime {
  readonly fetch: (url: string, init: object) => Promise<FetchResponse>;
  readonly TextDecoder: new () => { decode(bytes: Uint8Array): string };
}

interface FetchResponse {
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]> & { getSetCookie(): readonly string[] };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Sends the requests of the REST suites to a service, with `fetch`. The service must trust one proxy (`TRUST_PROXY=1`),
 * because rate limits count clients. Use one subject for all cases, and empty the service before each.
 *
 * @param baseUrl of the service, such as `http://127.0.0.1:8787`.
 */
export const restSubject = (baseUrl: string): RestSubject => {
  const { fetch, TextDecoder } = globalThis as unknown as Runtime;
  return {
    send: async ({ method, path, headers, body, parts }) => {
      const response = await fetch(baseUrl.replace(/\/$/, '') + path, {
        method,
        redirect: 'manual',
        headers: { ...headers, ...(parts && { 'Content-Type': multipartType }) },
        body: parts === undefined ? body : multipart(parts),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        cookies: response.headers.getSetCookie(),
        bytes,
        text: new TextDecoder().decode(bytes),
      };
    },
    newClient: newClients(),
  };
};
