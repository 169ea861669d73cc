import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { codingFor } from '../answer/content-coding.ts';
import { credentialOf } from '../../http/caller/caller.ts';
import { hostCount } from '../steps/request-target.ts';

const maxLength = 1_024;

/**
 * Equal for requests that have the same answer while nothing changes: everything of a request that decides about
 * an answer with content. HEAD has the answer of GET.
 *
 * @returns undefined for a request that is not plain, or whose key is long: the application answers it.
 */
export const keyOf = (request: IncomingMessage): string | undefined => {
  const { method, url = '', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    return undefined;
  }
  if (hostCount(request) !== 1) return undefined;
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
