import type { Context } from 'koa';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { DomainError, notFound } from '../../../core/index.ts';
import type { Step } from '../request-state.ts';
import { healthPath } from './readiness.ts';

/** Whether the service answers for the host of a request. */
export type HostCheck = (request: Pick<IncomingMessage, 'url' | 'headers'>) => boolean;

/** Limits the cache of allowed hosts, with their ports as clients send them. */
const maxCached = 1_000;

/**
 * Allows these hosts and the names of this machine; without a list, every host. `X-Forwarded-Host` does not
 * count. Requests without a host are from HTTP/1.0, or rejected for another reason. A check of health by
 * the address of a pod or a container is always allowed.
 *
 * A page of another site can make its own name resolve to this machine, and is then of the same origin for
 * the browser (DNS rebinding), but the browser still sends that name.
 *
 * @param allowed hosts as {@link hostOf} returns them.
 */
export const hostCheck = (allowed: readonly string[] | undefined): HostCheck => {
  if (allowed === undefined) return () => true;
  const hosts = new Set(allowed);
  const cached = new Set<string>();
  const isAllowed = (authority: string): boolean => {
    if (cached.has(authority)) return true;
    const host = hostOf(authority);
    if (host === undefined || !(hosts.has(host) || isThisMachine(host))) return false;
    if (cached.size < maxCached) cached.add(authority);
    return true;
  };
  return ({ url = '', headers: { host } }) => {
    if (host !== undefined && !isAllowed(host) && url.split('?', 1)[0] !== healthPath) return false;
    const [, authority] = absoluteForm.exec(url) ?? [];
    return authority === undefined || isAllowed(authority);
  };
};

/** A client may send an absolute URL instead of a path. Its host counts, too (RFC 9112, section 3.2.2). */
const absoluteForm = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/** @throws DomainError `host_not_allowed`. */
export const assertAllowedHost =
  (isAllowed: HostCheck): Step =>
  async (ctx, next) => {
    if (!isAllowed(ctx.req)) {
      throw new DomainError('host_not_allowed', 'The service does not answer for this host', {
        details: 'If it is a name of the service, set PUBLIC_URL or ALLOWED_HOSTS',
      });
    }
    await next();
  };

const authorityForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * The host in an authority such as `cms.example.com:8787`, in one spelling: lower case, without port and final
 * dot, an IPv6 address in brackets. Undefined if the text is no such authority.
 */
export const hostOf = (authority: string): string | undefined => {
  const text = isIPv6(authority) ? `[${authority}]` : authority;
  if (!authorityForm.test(text)) return undefined;
  return URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '');
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether a host, as {@link hostOf} returns it, is a name of the own machine (RFC 6761, section 6.3). */
export const isThisMachine = (host: string): boolean =>
  /^(?:.+\.)?localhost$/.test(host) ||
  (host.startsWith('[') ? loopback.check(host.slice(1, -1), 'ipv6') : loopback.check(host));

/**
 * Rejects requests without a path or without exactly one `Host`. A client may send an absolute URL
 * instead of a path, and an invalid URL has no path. With two `Host` headers, a proxy may have used
 * the other one (RFC 9112, section 3.2).
 *
 * @throws DomainError `malformed_request`, `not_found`.
 */
export const assertTarget: Step = async (ctx, next) => {
  const hosts = hostCount(ctx.req);
  if (ctx.req.httpVersion === '1.1' && hosts === 0) {
    throw new DomainError('malformed_request', 'The request has no Host header');
  }
  if (hosts > 1) {
    throw new DomainError('malformed_request', 'The request has more than one Host header');
  }
  if (!hasPath(ctx)) throw notFound('Page');
  await next();
};

/** How many `Host` headers a request has. Node's `headers` has the first one only. */
export const hostCount = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number => {
  let count = 0;
  // Names and values, by turns.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
};

const hasPath = (ctx: Pick<Context, 'path'>): boolean => {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
};
