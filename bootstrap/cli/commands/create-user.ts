import { operator, roles } from '../../../core/index.ts';
import { askPassword } from '../ask-password.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-code.ts';
import { readChoice } from '../read-choice.ts';
import { withService } from '../with-service.ts';

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
    const role = readChoice(input, 'role', roles);
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

const readNewPassword = async (context: CommandContext): Promise<string> => {
  const first = await askPassword(context, 'Password: ');
  if (context.password !== undefined) return first;
  const second = await askPassword(context, 'The same again: ');
  if (first !== second) throw new CommandError('The two passwords differ.');
  return first;
};
