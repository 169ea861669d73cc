import koaCors from '@koa/cors';
import { securityHeaderFields } from '../../http/answer/security-headers.ts';
import type { Step } from '../request-state.ts';

/** Request headers that the configuration can allow to pages of other origins. */
export const optionalHeaders = [
  'If-Match',
  'If-None-Match',
  'Prefer',
  'Idempotency-Key',
  'X-Change-Note',
] as const;
export type OptionalHeader = (typeof optionalHeaders)[number];

/**
 * Allows pages of the listed origins to call the service, also with cookies. Origins must match
 * exactly. With an empty list, answers have no CORS headers.
 *
 * @param headers the request headers that the pages may send in addition to those of the API.
 */
export const cors = (origins: readonly string[], headers: readonly OptionalHeader[]): Step => {
  if (origins.length === 0) return (_, next) => next();
  const allowed: ReadonlySet<string> = new Set(origins);
  return koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return allowed.has(origin) ? origin : '';
    },
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    allowHeaders: ['Content-Type', 'Authorization', 'X-API-Key', ...headers],
    exposeHeaders: [
      'ETag',
      'Idempotent-Replayed',
      'Location',
      'Preference-Applied',
      'Retry-After',
      'X-Cache-Source',
      'X-Cache-Status',
      'X-Cache-TTL',
      'X-Quoin-Tags',
      'X-Request-Id',
      'X-Response-Time',
    ],
    maxAge: 600,
  });
};

export const securityHeaders = (publicUrl: string): Step => {
  const headers = securityHeaderFields(publicUrl);
  return async (ctx, next) => {
    ctx.set(headers);
    await next();
  };
};
