import { Help, InvalidArgumentError, Option, type Command } from 'commander';
import { exitCodes, type ExitCode } from './command-errors.ts';
import type { CommandHost } from './command-host.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with. */
export interface CommandContext {
  readonly host: CommandHost;
  readonly terminal: Terminal;
  /** Without a call the exit code is 0, or that of the error that the command throws. */
  readonly setExitCode: (code: ExitCode) => void;
}

/** Adds a command to the program, or to a group such as `user`. */
export type AddCommand = (parent: Command, context: CommandContext) => void;

/** In characters. */
export const helpWidth = 80;

/** @throws InvalidArgumentError for an empty argument, which is usually an unset variable of a shell. */
export const nonEmpty = (value: string): string => {
  if (value === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
};

/** An option with a value. */
export const valueOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(nonEmpty);

/** An option with a value that can be given several times. */
export const repeatedOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(
    (value: string, earlier: readonly string[] | undefined) => [
      ...(earlier ?? []),
      nonEmpty(value),
    ],
  );

interface HelpNotes {
  /** The meaning of exit codes for this command; the usual ones have a default. */
  readonly exits?: Readonly<Partial<Record<ExitCode, string>>>;
  readonly examples: readonly string[];
}

/** The end of a command's help: exit codes and examples. */
export const helpNotes = ({ exits = {}, examples }: HelpNotes): string => {
  const meanings = Object.entries({
    [exitCodes.done]: 'Done.',
    [exitCodes.failed]: 'Failed; a message says why.',
    [exitCodes.misused]: 'Unknown command or option, or a missing value.',
    ...exits,
  });
  const help = new Help();
  help.prepareContext({ helpWidth });
  const width = Math.max(...meanings.map(([code]) => code.length));
  return [
    '',
    'Exit codes:',
    ...meanings.map(([code, meaning]) => help.formatItem(code, width, meaning, help)),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
};
