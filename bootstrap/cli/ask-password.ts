import type { CommandContext } from './command.ts';
import { CommandError } from './command-error.ts';

/**
 * The password from the environment, else the one that is typed.
 *
 * @throws CommandError when nobody can be asked; InterruptedError on Ctrl-C.
 */
export const askPassword = async (
  { password, terminal }: CommandContext,
  question: string,
): Promise<string> => {
  const given = password ?? (await terminal.askSecret(question));
  if (given !== undefined) return given;
  throw new CommandError('Nobody can be asked for the password here: set QUOIN_PASSWORD.');
};
