import { commands } from '../../bootstrap/cli/commands.ts';
import { runCommandLine } from '../../bootstrap/cli/run-command-line.ts';
import type { ExitCode } from '../../bootstrap/cli/exit-code.ts';
import { readConfig } from '../../bootstrap/config.ts';
import {
  recordedTerminal,
  type RecordedTerminal,
  type RecordedTerminalOptions,
} from './recorded-terminal.ts';

export interface CommandResult extends RecordedTerminal {
  readonly exitCode: ExitCode;
}

export interface CommandOptions extends RecordedTerminalOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly password?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Runs `quoin` with these arguments in this process. */
export const quoin = async (
  args: readonly string[],
  { environment = {}, password, signal, ...terminalOptions }: CommandOptions = {},
): Promise<CommandResult> => {
  const terminal = recordedTerminal(terminalOptions);
  const exitCode = await runCommandLine({
    args,
    commands,
    version: '1.2.3',
    terminal,
    readConfig: () => readConfig(environment),
    password,
    interruption: () => signal ?? new AbortController().signal,
  });
  return { ...terminal, exitCode };
};
