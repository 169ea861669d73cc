import { operator, roles, type Role } from '../../../core/index.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError, MisuseError } from '../command-error.ts';
import { exitCodes } from '../exit-code.ts';
import { withService } from './open-here.ts';

export const createUserCommand: Command = {
  name: 'user create',
  summary: 'Create an account.',
  description:
    'Creates an account in the database of the service. The password is asked on the terminal, twice, or taken from QUOIN_PASSWORD; it is never an argument, where others could read it.\nWithout --role the first account becomes admin and every other one viewer.',
  options: {
    email: { value: 'address', required: true, text: 'Its e-mail address; it signs in with it.' },
    role: { value: 'role', text: `One of ${roles.join(', ')}.` },
    username: { value: 'name', text: 'Made from the address unless given.' },
    'first-name': { value: 'name', text: 'Empty unless given.' },
    'last-name': { value: 'name', text: 'Empty unless given.' },
  },
  examples: [
    'quoin user create --email ada@example.com --role admin',
    'QUOIN_PASSWORD=… quoin user create --email reader@example.com',
  ],
  run: async (input, context) => {
    const role = readRole(input.text('role'));
    const config = context.readConfig();
    const password = await readNewPassword(context);
    const opening = {
      holder: 'quoin user create',
      instead: 'Stop it first, or create the account there: POST /api/users.',
    };
    const { user } = await withService(config, opening, ({ cms }) =>
      cms.users.create(operator, {
        email: input.text('email') ?? '',
        password,
        role: role ?? 'by-arrival',
        username: input.text('username'),
        firstName: input.text('first-name'),
        lastName: input.text('last-name'),
      }),
    );
    context.terminal.print(`Created ${user.email}, ${user.role}, as ${user.username}.`);
    return exitCodes.done;
  },
};

const readRole = (text: string | undefined): Role | undefined => {
  const role = roles.find((each) => each === text);
  if (text === undefined || role !== undefined) return role;
  throw new MisuseError(`There is no role '${text}': it is one of ${roles.join(', ')}.`);
};

const readNewPassword = async ({ password, terminal }: CommandContext): Promise<string> => {
  if (password !== undefined) return password;
  const first = await terminal.askSecret('Password: ');
  if (first === undefined) {
    throw new CommandError('Nobody can be asked for the password here: set QUOIN_PASSWORD.');
  }
  const second = await terminal.askSecret('The same again: ');
  if (first !== second) throw new CommandError('The two passwords differ.');
  return first;
};
