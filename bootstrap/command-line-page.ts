import { createProgram, helpTextOf, leafCommands } from '../adapters/cli/program.ts';
import { processTerminal } from '../adapters/cli/terminal.ts';
import { createCommandHost } from './command-host.ts';
import { readConfig } from './config.ts';

/** Help texts by command. */
export const commandHelp = (): ReadonlyMap<string, string> => {
  const host = createCommandHost({
    version: '',
    readPassword: async () => undefined,
    readConfig: async () => readConfig(),
    onStep: () => undefined,
  });
  const program = createProgram({
    host,
    terminal: processTerminal(),
    setExitCode: () => undefined,
  });
  return new Map([...leafCommands(program)].map(([name, each]) => [name, helpTextOf(each)]));
};

/**
 * Updates docs/command-line.md: the first block of code below the heading of a command becomes its
 * help text. The rest of the page is written by hand.
 */
export const withHelpTexts = (page: string): string =>
  [...commandHelp()].reduce((text, [name, help]) => {
    const block = new RegExp(
      `(^## \`quoin ${name}\`\\n(?:(?!^## )[^])*?^\`\`\`\\n)[^]*?(?=^\`\`\`$)`,
      'm',
    );
    return text.replace(block, (_, above: string) => `${above}${help}`);
  }, page);
