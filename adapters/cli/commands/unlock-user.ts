import { hasCode, operator } from '../../../core/index.ts';
import { helpNotes, valueOption, type AddCommand, type CommandContext } from '../command.ts';
import { CommandError } from '../command-errors.ts';

interface UnlockUserOptions {
  readonly email: string;
}

export const addUnlockUserCommand: AddCommand = (parent, context) => {
  parent
    .command('unlock')
    .summary('Remove the second factor of an account.')
    .description(
      'Removes the second factor of an account in the database of the service, its recovery codes, and what has stopped its codes after wrong ones. Ends its sessions and its trusted browsers. The password stays: the user signs in with it, and can set a second factor up again.',
    )
    .addOption(
      valueOption('--email <address>', 'Address of the account. Required.').makeOptionMandatory(),
    )
    .addHelpText('after', helpNotes({ examples: ['quoin user unlock --email ada@example.com'] }))
    .action((options: UnlockUserOptions) => unlockUser(options, context));
};

const unlockUser = async (
  { email }: UnlockUserOptions,
  { host, terminal }: CommandContext,
): Promise<void> => {
  const core = {
    holder: 'quoin user unlock',
    whenInUse:
      'Stop it first, or let another administrator do it there: DELETE /api/users/{id}/second-factor.',
  };
  const { user, hadSecondFactor } = await host
    .withCore(core, (cms) => cms.secondFactors.unlock(operator, email))
    .catch((error: unknown) => {
      if (!hasCode(error, 'not_found')) throw error;
      throw new CommandError(`There is no account with the address ${email}.`, { cause: error });
    });
  if (!hadSecondFactor) {
    terminal.print(`${user.email} has no second factor. Nothing was changed.`);
    return;
  }
  terminal.print(`Removed the second factor of ${user.email}, and what had stopped its codes.`);
  terminal.print('Its sessions and its trusted browsers have ended.');
};
