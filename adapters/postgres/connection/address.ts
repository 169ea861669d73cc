/** The parts of a `postgres://` address. */
interface Address {
  /** For the driver. */
  readonly connectionString: string;
  /** The timeouts that the address sets, by name. */
  readonly timeouts: Readonly<Record<string, string>>;
}

const protocols: ReadonlySet<string> = new Set(['postgres:', 'postgresql:']);

const timeoutNames = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

const modes = ['disable', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'];

/** Modes that the driver interprets differently from PostgreSQL, with a warning. */
const ambiguousModes: ReadonlySet<unknown> = new Set(['prefer', 'require', 'verify-ca']);

/** @returns what is wrong with an address, to be printed after its name; undefined if it is valid. */
export const mistakeInAddress = (text: string): string | undefined => {
  const url = parse(text);
  if (![...protocols].some((protocol) => text.startsWith(`${protocol}//`))) {
    return 'must start with postgres:// or postgresql://';
  }
  if (url === undefined || hasUnencodedPassword(url)) {
    return 'cannot be read: in the user name and the password, percent-encode special characters, such as %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #';
  }
  if (url.searchParams.has('schema')) {
    return 'has the parameter schema, which PostgreSQL does not know: choose the schema with alter role … set search_path = …';
  }
  const mode = url.searchParams.get('sslmode');
  if (mode === null || modes.includes(mode)) return undefined;
  return `has an sslmode that is none of ${modes.join(', ')}`;
};

/** A password with one of these characters ends the host: the rest of it is elsewhere. */
const hasUnencodedPassword = ({ hash, pathname, search }: URL): boolean =>
  hash !== '' || pathname.includes('@') || (pathname === '' && search.includes('@'));

/**
 * Parses a `postgres://` address. `sslmode` means what it means to PostgreSQL's own programs
 * (PostgreSQL manual, 34.19): `require` encrypts and accepts any certificate, unless `sslrootcert`
 * names the authority that must have signed it.
 *
 * @param text must pass {@link mistakeInAddress}.
 */
export const readAddress = (text: string): Address => {
  const url = parse(text);
  if (url === undefined) throw new TypeError('Not an address of a database');
  const { searchParams } = url;
  const timeouts = Object.fromEntries(
    timeoutNames.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  for (const name of timeoutNames) searchParams.delete(name);
  if (ambiguousModes.has(searchParams.get('sslmode'))) searchParams.set('uselibpqcompat', 'true');
  return { connectionString: url.href.replace(`@${noHost}/`, '@/'), timeouts };
};

const noHost = 'no-host.invalid';

/** A URL needs a host after the user. An address of PostgreSQL may name a socket instead. */
const parse = (text: string): URL | undefined =>
  URL.parse(text) ?? URL.parse(text.replace('@/', `@${noHost}/`)) ?? undefined;
