import { explainFailure } from '../explain-failure.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError, InterruptedError, MisuseError } from './command-error.ts';
import { exitCodes, type ExitCode } from './exit-code.ts';
import { parseCommandLine, wantsHelp } from './parse-command-line.ts';
import type { Terminal } from './terminal.ts';
import { overviewOf, usageOf } from './usage.ts';

export interface CommandLine extends CommandContext {
  /** Those after `quoin`. */
  readonly args: readonly string[];
  readonly commands: readonly Command[];
  readonly version: string;
}

/** Runs one command. Whatever goes wrong becomes a sentence on standard error and an exit code. */
export const runCommandLine = async (line: CommandLine): Promise<ExitCode> => {
  const { args, commands, terminal, version } = line;
  const [first, ...rest] = args;
  if (first === 'help') return runCommandLine({ ...line, args: [...rest, '--help'] });
  const command = findCommand(commands, args);
  if (command !== undefined) return runCommand(command, line);
  if (first === '--version') return say(terminal, version);
  if (first === undefined) {
    terminal.tell(overviewOf(commands));
    return exitCodes.misused;
  }
  if (wantsHelp(args)) return say(terminal, overviewOf(commandsUnder(commands, first)));
  terminal.tell(unknown(commands, first, rest[0]));
  return exitCodes.misused;
};

const say = ({ print }: Terminal, text: string): ExitCode => {
  print(text);
  return exitCodes.done;
};

const findCommand = (commands: readonly Command[], args: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));

/** Those that start with the word; all of them when none does. */
const commandsUnder = (commands: readonly Command[], word: string): readonly Command[] => {
  const found = commands.filter(({ name }) => name.startsWith(`${word} `));
  return found.length > 0 ? found : commands;
};

const unknown = (
  commands: readonly Command[],
  first: string,
  second: string | undefined,
): string => {
  const continuations = commands
    .filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name }) => `quoin ${name}`);
  if (continuations.length > 0 && second === undefined) return `Say ${continuations.join(' or ')}.`;
  const called = continuations.length > 0 ? `${first} ${second ?? ''}` : first;
  return `There is no command '${called}'. 'quoin --help' lists all.`;
};

const runCommand = async (command: Command, line: CommandLine): Promise<ExitCode> => {
  const { args, terminal } = line;
  const own = args.slice(command.name.split(' ').length);
  if (wantsHelp(own)) return say(terminal, usageOf(command));
  try {
    return await command.run(parseCommandLine(command, own), line);
  } catch (error) {
    terminal.redraw('');
    if (error instanceof MisuseError) {
      terminal.tell(`${error.message}\n'quoin ${command.name} --help' explains the command.`);
      return exitCodes.misused;
    }
    terminal.tell(explain(error));
    return error instanceof InterruptedError ? exitCodes.interrupted : exitCodes.failed;
  }
};

const explain = (error: unknown): string => {
  if (error instanceof CommandError || error instanceof InterruptedError) return error.message;
  return explainFailure(error);
};
