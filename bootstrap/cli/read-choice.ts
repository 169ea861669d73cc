import type { CommandInput } from './command.ts';
import { MisuseError } from './command-error.ts';

/**
 * The value of an option that takes one of a closed set.
 *
 * @returns undefined when the option was not given.
 * @throws MisuseError naming all that it takes.
 */
export const readChoice = <T extends string>(
  input: CommandInput,
  option: string,
  choices: readonly T[],
): T | undefined => {
  const text = input.text(option);
  const choice = choices.find((each) => each === text);
  if (text === undefined || choice !== undefined) return choice;
  throw new MisuseError(`--${option} is one of ${choices.join(', ')}, not '${text}'.`);
};
