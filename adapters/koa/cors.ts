import koaCors from '@koa/cors';
import type { Step } from './request-state.ts';

/**
 * Lets pages of the listed origins call the service, with the browser's cookies where they ask for
 * that. Origins are compared whole; without any there are no CORS headers, and browsers refuse.
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
