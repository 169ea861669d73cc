import type { Step } from './request-state.ts';

/** Nothing may be loaded, run or framed: right for whatever is not a page. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

const year = 31_536_000;

/** What every answer says about how a browser may treat it; pages and files say more. */
export const securityHeaderFields = (publicUrl: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': closedPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Forms of ours keep their `Origin`, and other sites do not learn where a visitor comes from.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${year}` }),
});

/** Gives them to every answer to a request. */
export const securityHeaders = (publicUrl: string): Step => {
  const headers = securityHeaderFields(publicUrl);
  return async (ctx, next) => {
    ctx.set(headers);
    await next();
  };
};
