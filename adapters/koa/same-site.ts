import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../../core/index.ts';

/**
 * Refuses a form that another site's page sends: there no token helps, because nobody is signed in
 * yet. Browsers say where a form comes from in `Sec-Fetch-Site`, those without it in `Origin`; what
 * says neither is no browser, or none that another site could drive.
 *
 * @throws DomainError `csrf_failed`.
 */
export const refuseOtherSites = (headers: IncomingHttpHeaders, publicUrl: string): void => {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isOurs =
    site === undefined
      ? origin === undefined || origin === publicUrl || isServedBy(origin, host)
      : site === 'same-origin' || site === 'none';
  if (isOurs) return;
  throw new DomainError('csrf_failed', 'Forms of other sites are refused', {
    details: `Open the page at ${publicUrl}`,
  });
};

/** An origin is the page's own where the browser asks that very host; it forges neither. */
const isServedBy = (origin: string, host: string | undefined): boolean =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
