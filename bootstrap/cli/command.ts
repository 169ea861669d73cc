import type { Config } from '../config.ts';
import type { ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** One option, as it is parsed and explained. */
export interface CommandOption {
  /** What stands for the value in the usage; an option without one is a switch. */
  readonly value?: string;
  /** May be given several times. */
  readonly multiple?: boolean;
  /** Cannot be left out. */
  readonly required?: boolean;
  readonly text: string;
}

/** A command line, taken apart by the command's own options. */
export interface CommandInput {
  readonly operand: string;
  /** The value of an option, or undefined when it was not given. */
  readonly text: (option: string) => string | undefined;
  readonly texts: (option: string) => readonly string[];
  readonly isOn: (option: string) => boolean;
}

/** What a command may use of its surroundings. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** @throws ConfigError naming every mistake in the environment. */
  readonly readConfig: () => Config;
  /** From the environment, for where nobody can type it. */
  readonly password: string | undefined;
  /** Aborts at the first Ctrl-C; from the first use on, only the second one ends the process. */
  readonly interruption: () => AbortSignal;
}

/** One command: what it is called with, how it explains itself, and what it does. */
export interface Command {
  /** One word or two: `import`, `user create`. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  readonly description: string;
  /** What the one argument without a name is called, where there is one. */
  readonly operand?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** What exit codes mean here, beside those that mean the same everywhere. */
  readonly exits?: Readonly<Partial<Record<ExitCode, string>>>;
  readonly examples: readonly string[];
  readonly run: (input: CommandInput, context: CommandContext) => Promise<ExitCode>;
}
