import { CommanderError, type Command } from 'commander';
import {
  CommandError,
  exitCodes,
  InterruptedError,
  UsageError,
  type ExitCode,
} from './command-errors.ts';
import type { CommandHost } from './command-host.ts';
import { createProgram, usageHint } from './program.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs one command. Never throws: an error becomes a message on standard error and an exit code.
 *
 * @param args the arguments after `quoin`.
 */
export const runCommandLine = async (
  args: readonly string[],
  host: CommandHost,
  terminal: Terminal,
): Promise<ExitCode> => {
  let exitCode: ExitCode = exitCodes.done;
  const setExitCode = (code: ExitCode): void => {
    exitCode = code;
  };
  try {
    const program = createProgram({ host, terminal, setExitCode });
    // Commander's own `help` command does not know commands of two words.
    const [first, ...rest] = args;
    const words = first === 'help' ? [...rest, '--help'] : args;
    const accepted = namesCommand(program, words)
      ? words
      : words.filter((word) => word !== '--help' && word !== '-h');
    await program.parseAsync(accepted, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its message.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.done : exitCodes.misused;
    }
    terminal.notify(await messageOf(error, host));
    return exitCodeOf(error);
  } finally {
    terminal.showStatus('');
  }
};

/**
 * Whether the words name a command. With `--help` after other words, Commander prints the help of the group
 * instead of an error.
 */
const namesCommand = (group: Command, [word, ...rest]: readonly string[]): boolean => {
  if (word === undefined || word.startsWith('-') || group.commands.length === 0) return true;
  const command = group.commands.find((each) => each.name() === word);
  return command !== undefined && namesCommand(command, rest);
};

const messageOf = async (error: unknown, host: CommandHost): Promise<string> => {
  if (error instanceof UsageError) return `${error.message}\n${usageHint}`;
  if (error instanceof CommandError || error instanceof InterruptedError) return error.message;
  // Loaded late: they are not needed to run a command.
  const [{ ApiError }, { describeApiError }] = await Promise.all([
    import('../../contracts/index.ts'),
    import('./transfer/rest-session.ts'),
  ]);
  if (error instanceof ApiError) return `The service rejected this: ${describeApiError(error)}`;
  return host.explainFailure(error);
};

const exitCodeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError) return exitCodes.misused;
  return error instanceof InterruptedError ? exitCodes.interrupted : exitCodes.failed;
};
