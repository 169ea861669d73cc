import { Option } from 'commander';
import { operator } from '../../../core/index.ts';
import { roles, type Role } from '../../../core/vocabulary.ts';
import { helpNotes, valueOption, type AddCommand, type CommandContext } from '../command.ts';
import { CommandError } from '../command-errors.ts';
import { readPassword } from '../terminal.ts';

interface CreateUserOptions {
  readonly email: string;
  readonly role?: Role;
  readonly username?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

export const addCreateUserCommand: AddCommand = (parent, context) => {
  parent
    .command('create')
    .summary('Create an account.')
    .description(
      'Creates an account in the database of the service. Asks for the password on the terminal, twice, or takes it from QUOIN_PASSWORD. It is never an argument, because other users of the machine can read arguments.\nWithout --role the first account becomes an admin and every other one a viewer.',
    )
    .addOption(
      valueOption(
        '--email <address>',
        'Address of the account, used to sign in. Required.',
      ).makeOptionMandatory(),
    )
    .addOption(new Option('--role <role>', 'Role of the account.').choices([...roles]))
    .addOption(valueOption('--username <name>', 'Made from the address by default.'))
    .addOption(valueOption('--first-name <name>', 'Empty by default.'))
    .addOption(valueOption('--last-name <name>', 'Empty by default.'))
    .addHelpText(
      'after',
      helpNotes({
        examples: [
          'quoin user create --email ada@example.com --role admin',
          'QUOIN_PASSWORD=… quoin user create --email reader@example.com',
        ],
      }),
    )
    .action((options: CreateUserOptions) => createUser(options, context));
};

const createUser = async (
  { role, ...account }: CreateUserOptions,
  { host, terminal }: CommandContext,
): Promise<void> => {
  // Mistakes in the environment are reported before the password is typed.
  await host.readConfig();
  const password = await readNewPassword({ host, terminal });
  const { user } = await host.withCore(
    {
      holder: 'quoin user create',
      whenInUse: 'Stop it first, or create the account there: POST /api/users.',
    },
    (cms) => cms.users.create(operator, { ...account, password, role: role ?? 'by-arrival' }),
  );
  terminal.print(`Created ${user.email}, ${user.role}, as ${user.username}.`);
};

const readNewPassword = async ({
  host,
  terminal,
}: Pick<CommandContext, 'host' | 'terminal'>): Promise<string> => {
  const given = await host.readPassword();
  const first = await readPassword(given, terminal, 'Password: ');
  if (given !== undefined) return first;
  const second = await readPassword(undefined, terminal, 'Repeat the password: ');
  if (first !== second) throw new CommandError('The two passwords differ.');
  return first;
};
