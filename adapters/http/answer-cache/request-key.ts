import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { credentialOf } from '../caller/caller.ts';

const maxLength = 1_024;

/** What decides about an answer with content, besides what is stored. */
export interface AskedFor {
  /** In upper case. */
  readonly method: string | undefined;
  /** As the client sent it, with the query. */
  readonly url: string | undefined;
  /** By name in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** How many hosts the request names. With two, a proxy may have used the other one. */
  readonly hosts: number;
}

/** The content coding of answers with content. @param isByCookie whether the credential came in a cookie. */
export type CodingFor = (headers: IncomingHttpHeaders, isByCookie: boolean) => string | undefined;

/**
 * Equal for requests that have the same answer while nothing changes: everything of a request that decides about
 * an answer with content. HEAD has the answer of GET.
 *
 * @returns undefined for a request that is not plain, or whose key is long: its answer is not cached.
 */
export const keyOf = (
  { method, url = '', headers, hosts }: AskedFor,
  codingFor: CodingFor,
): string | undefined => {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    return undefined;
  }
  if (hosts !== 1) return undefined;
  const { origin = '', prefer = '' } = headers;
  const credential = credentialOf(headers);
  const caller =
    credential === undefined
      ? ''
      : `${credential.kind} ${hash('sha256', credential.value, 'base64url')}`;
  const coding = codingFor(headers, credential?.kind === 'cookie') ?? '';
  // No URL and no header contains a line feed.
  const key = [caller, coding, origin, prefer, url].join('\n');
  return key.length <= maxLength ? key : undefined;
};
