import type { SessionSettings } from './session-settings.ts';

/** Where the database is and what the address says beyond that. */
export interface Address {
  /** For the driver. */
  readonly connectionString: string;
  /** Time-outs that the address names. */
  readonly settings: SessionSettings;
}

const protocols: ReadonlySet<string> = new Set(['postgres:', 'postgresql:']);

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

const modes = ['disable', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'];

/** Those that the driver would understand otherwise than PostgreSQL does, and warn of. */
const ambiguousModes: ReadonlySet<unknown> = new Set(['prefer', 'require', 'verify-ca']);

/** @returns what is wrong with an address, to be read after its name; undefined for a good one. */
export const mistakeInAddress = (text: string): string | undefined => {
  const url = parse(text);
  if (url === undefined || !protocols.has(url.protocol)) {
    return 'must start with postgres:// or postgresql://';
  }
  const mode = url.searchParams.get('sslmode');
  if (mode === null || modes.includes(mode)) return undefined;
  return `has an sslmode that is none of ${modes.join(', ')}`;
};

/**
 * Reads the parameters of a `postgres://` address. `sslmode` means what it means to PostgreSQL's own
 * programs (PostgreSQL manual, 34.19): `require` encrypts and trusts any certificate, unless
 * `sslrootcert` names who must have signed it.
 *
 * @param text without a {@link mistakeInAddress}.
 */
export const readAddress = (text: string): Address => {
  const url = parse(text);
  if (url === undefined) throw new TypeError('Not an address of a database');
  const { searchParams } = url;
  const settings = Object.fromEntries(
    timeouts.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  for (const name of timeouts) searchParams.delete(name);
  if (ambiguousModes.has(searchParams.get('sslmode'))) searchParams.set('uselibpqcompat', 'true');
  return { connectionString: url.href.replace(`@${noHost}/`, '@/'), settings };
};

const noHost = 'no-host.invalid';

/** A URL has a host after a user; an address of PostgreSQL may do without, and name a socket after it. */
const parse = (text: string): URL | undefined =>
  URL.parse(text) ?? URL.parse(text.replace('@/', `@${noHost}/`)) ?? undefined;
