import type { SessionSettings } from './session-settings.ts';

/** Where the database is and what the address says beyond that. */
export interface Address {
  /** For the driver. */
  readonly connectionString: string;
  /** Time-outs that the address names. */
  readonly settings: SessionSettings;
}

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** Those that the driver would understand otherwise than PostgreSQL does, and warn of. */
const ambiguousModes: ReadonlySet<unknown> = new Set(['prefer', 'require', 'verify-ca']);

/**
 * Reads the parameters of a `postgres://` address. `sslmode` means what it means to PostgreSQL's own
 * programs (PostgreSQL manual, 34.19): `require` encrypts and trusts any certificate, unless
 * `sslrootcert` names who must have signed it.
 */
export const readAddress = (text: string): Address => {
  const url = URL.parse(text);
  // The driver knows forms that are no URL; those have no parameters to look at.
  if (url === null) return { connectionString: text, settings: {} };
  const { searchParams } = url;
  const settings = Object.fromEntries(
    timeouts.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  for (const name of timeouts) searchParams.delete(name);
  if (ambiguousModes.has(searchParams.get('sslmode'))) searchParams.set('uselibpqcompat', 'true');
  return { connectionString: url.href, settings };
};
