/** Allows nothing to load, run or be framed: for every answer that is not a page. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

const year = 31_536_000;

/** Security headers of every answer. Pages and files override some of them. */
export const securityHeaderFields = (publicUrl: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': closedPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Other sites get no referrer. `no-referrer` would make our own forms send `Origin: null`.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${year}` }),
});
