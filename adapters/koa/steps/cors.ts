import koaCors from '@koa/cors';
import type { Step } from '../request-state.ts';

/**
 * Allows pages of the listed origins to call the service, also with cookies. Origins must match
 * exactly. With an empty list, answers have no CORS headers.
 */
export const cors = (origins: readonly string[]): Step => {
  if (origins.length === 0) return (_, next) => next();
  const allowed: ReadonlySet<string> = new Set(origins);
  return koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return allowed.has(origin) ? origin : '';
    },
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    allowHeaders: ['Content-Type', 'Authorization', 'X-API-Key'],
    exposeHeaders: [
      'ETag',
      'Location',
      'Retry-After',
      'X-Cache-Source',
      'X-Cache-Status',
      'X-Cache-TTL',
      'X-Request-Id',
      'X-Response-Time',
    ],
    maxAge: 600,
  });
};
