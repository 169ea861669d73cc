import type { Option } from 'commander';
import { valueOption, type CommandContext } from '../../command.ts';
import { CommandError, UsageError } from '../../command-errors.ts';
import { showPhase } from '../../progress.ts';
import { readPassword } from '../../terminal.ts';
import type { RestSession } from './rest-session.ts';
import type { SignInCodes } from './sign-in-codes.ts';
import type { DryRunOption, TransferTarget } from './transfer-target.ts';

export interface TargetOptions {
  readonly url?: string;
  readonly email?: string;
}

/** The options that send a command to a running service. */
export const targetOptions = (): readonly Option[] => [
  valueOption(
    '--url <url>',
    'Uses the running service at this URL instead of the data on this machine.',
  ),
  valueOption(
    '--email <address>',
    'Signs in to that service as this administrator. Asks for the password, or takes it from QUOIN_PASSWORD. If the account has a second factor, asks for a code, or makes it from QUOIN_TOTP_SECRET.',
  ),
];

/**
 * Opens the service that the options name and runs the work on it.
 *
 * @throws UsageError, CommandError.
 */
export const withTarget = async <T>(
  command: string,
  options: TargetOptions,
  { host, terminal, dryRun = false }: Pick<CommandContext, 'host' | 'terminal'> & DryRunOption,
  work: (target: TransferTarget) => Promise<T>,
): Promise<T> => {
  const login = readLogin(options);
  if (login !== undefined) {
    // A mistake in the environment is reported before the password is typed.
    const makeCode = await host.readCodeMaker();
    const question = `Password of ${login.email}: `;
    const password = await readPassword(await host.readPassword(), terminal, question);
    showPhase(terminal, `Signing in to ${login.url}`);
    const [{ openRestSession, wait }, { restTarget }, codes] = await Promise.all([
      import('./rest-session.ts'),
      import('./rest-target.ts'),
      import('./sign-in-codes.ts'),
    ]);
    const signal = terminal.interruptSignal();
    const { notify } = terminal;
    const newCodes = (): SignInCodes =>
      makeCode === undefined
        ? codes.enteredCodes(terminal, login.email)
        : codes.madeCodes(makeCode, { notify, wait: (ms) => wait(ms, signal) });
    const session = await openRestSession({ ...login, password, newCodes, signal, notify });
    if (dryRun) await requireDryRun(session);
    return work(restTarget(session));
  }
  const { mediaBaseUrl } = await host.readConfig();
  const core = {
    holder: `quoin ${command}`,
    dryRun,
    whenInUse: `To use the running service: quoin ${command} … --url <its URL> --email <address>`,
  };
  return host.withCore(core, async (cms) => {
    const { coreTarget } = await import('./core-target.ts');
    return work(coreTarget(cms, mediaBaseUrl));
  });
};

/** An older service ignores the option and stores everything. */
const requireDryRun = async (session: RestSession): Promise<void> => {
  const { body } = await session.send((client) => client.describeApi());
  const operation: unknown = body.paths['/api/transfer/media'];
  if (JSON.stringify(operation ?? {}).includes('"dryRun"')) return;
  throw new CommandError(
    `The service at ${session.url} is too old for a dry run: it would store everything. Update it first.`,
  );
};

interface Login {
  /** Without a trailing slash. */
  readonly url: string;
  readonly email: string;
}

const readLogin = ({ url, email }: TargetOptions): Login | undefined => {
  if (url === undefined && email === undefined) return undefined;
  if (url === undefined) throw new UsageError('--email needs --url.');
  if (email === undefined) throw new UsageError('--url needs --email, to sign in there.');
  const { origin, pathname } = parseHttpUrl(url);
  return { url: origin + pathname.replace(/\/+$/, ''), email };
};

/** @throws UsageError. */
export const parseHttpUrl = (text: string): URL => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`'${text}' is not an http or https URL.`);
};
