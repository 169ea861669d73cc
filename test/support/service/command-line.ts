import { showPhase } from '../../../adapters/cli/progress.ts';
import { runCommandLine } from '../../../adapters/cli/run-command-line.ts';
import type { ExitCode } from '../../../adapters/cli/command-errors.ts';
import { createCommandHost } from '../../../bootstrap/command-host.ts';
import { readConfig, readTotpSecretVariable } from '../../../bootstrap/config.ts';
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
}

/** Runs `quoin` with these arguments in this process. */
export const quoin = async (
  args: readonly string[],
  { environment = {}, password, ...terminalOptions }: CommandOptions = {},
): Promise<CommandResult> => {
  const terminal = recordedTerminal(terminalOptions);
  const host = createCommandHost({
    version: '1.2.3',
    readPassword: async () => password,
    readTotpSecret: async () => readTotpSecretVariable(environment),
    readConfig: async () => readConfig(environment),
    onStep: (step) => showPhase(terminal, step),
  });
  return { ...terminal, exitCode: await runCommandLine(args, host, terminal) };
};
