import { askPassword } from '../ask-password.ts';
import type { Command, CommandContext, CommandInput } from '../command.ts';
import { MisuseError } from '../command-error.ts';
import { withService } from '../with-service.ts';
import { directTarget } from './direct-target.ts';
import { connectRest } from './rest-client.ts';
import { restTarget } from './rest-target.ts';
import type { TransferTarget } from './transfer-target.ts';

/** The options with which a command works through a running service. */
export const targetOptions: Command['options'] = {
  url: {
    value: 'address',
    text: 'Works through the service at this address instead of opening its data here.',
  },
  email: {
    value: 'address',
    text: 'Signs in there as this administrator. The password is asked, or taken from QUOIN_PASSWORD.',
  },
};

/**
 * Runs work on the service that the options name: one that runs, or the data in this process.
 *
 * @throws MisuseError, CommandError.
 */
export const withTarget = async <T>(
  command: string,
  input: CommandInput,
  context: CommandContext,
  work: (target: TransferTarget) => Promise<T>,
): Promise<T> => {
  const address = readAddress(input);
  if (address !== undefined) {
    const { tell } = context.terminal;
    const password = await askPassword(context, `Password of ${address.email}: `);
    const signal = context.interruption();
    return work(restTarget(await connectRest({ ...address, password, signal, tell })));
  }
  const config = context.readConfig();
  const opening = {
    holder: `quoin ${command}`,
    instead: `To work through it while it runs: quoin ${command} … --url <its address> --email <address>`,
  };
  return withService(config, opening, ({ cms }) => work(directTarget(cms, config.mediaBaseUrl)));
};

interface Address {
  /** Without a trailing slash. */
  readonly url: string;
  readonly email: string;
}

const readAddress = (input: CommandInput): Address | undefined => {
  const [url, email] = [input.text('url'), input.text('email')];
  if (url === undefined && email === undefined) return undefined;
  if (url === undefined) throw new MisuseError('--email goes with --url.');
  if (email === undefined) throw new MisuseError('--url goes with --email, to sign in there.');
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new MisuseError(`'${url}' is not an http or https address.`);
  }
  return { url: parsed.origin + parsed.pathname.replace(/\/+$/, ''), email };
};
