import { commands } from './cli/commands.ts';
import { usageOf } from './cli/usage.ts';

/**
 * The page docs/command-line.md with what every command says of itself now, in the first block of
 * code below the heading of the command. Everything else on the page is written by hand.
 */
export const withUsage = (page: string): string =>
  commands.reduce((text, command) => {
    const block = new RegExp(
      `(^## \`quoin ${command.name}\`\\n(?:(?!^## )[^])*?^\`\`\`\\n)[^]*?(?=^\`\`\`$)`,
      'm',
    );
    return text.replace(block, (_, above: string) => `${above}${usageOf(command)}\n`);
  }, page);
