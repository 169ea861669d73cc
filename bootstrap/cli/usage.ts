import type { Command, CommandOption } from './command.ts';
import { exitCodes } from './exit-code.ts';

const width = 80;

/** The explanation of one command, as `--help` prints it. */
export const usageOf = (command: Command): string => {
  const { name, operand, description, options, exits = {}, examples } = command;
  const words = [name, ...(operand === undefined ? [] : [`<${operand}>`])];
  const required = Object.entries(options).filter(([, option]) => option.required === true);
  const shown = [
    ...words,
    ...required.map(([each, option]) => nameOption(each, option)),
    '[options]',
  ];
  const codes = {
    [exitCodes.done]: 'Done.',
    [exitCodes.failed]: 'Failed; a sentence says why.',
    [exitCodes.misused]:
      'Called with something that it does not know or without something that it needs.',
    ...exits,
  };
  return [
    `Usage: quoin ${shown.join(' ')}`,
    '',
    ...description.split('\n').flatMap((paragraph) => wrap(paragraph, width)),
    '',
    'Options:',
    ...table(
      [...Object.entries(options), ['help', { text: 'Prints this.' }] as const].map(
        ([each, option]) => [nameOption(each, option), option.text],
      ),
    ),
    '',
    'Exit codes:',
    ...table(Object.entries(codes)),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
};

/** All commands, one line each. */
export const overviewOf = (commands: readonly Command[]): string =>
  [
    'Usage: quoin <command> [options]',
    '',
    'Commands:',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Every command explains itself with --help. All of them read the same settings from',
    'the environment as the service: DATA_DIR, DATABASE_URL and so on.',
  ].join('\n');

const nameOption = (name: string, { value, multiple = false }: CommandOption): string =>
  `--${name}${value === undefined ? '' : ` <${value}>`}${multiple ? ' …' : ''}`;

const table = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const column = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.flatMap(([name, text]) =>
    wrap(text, width - column).map(
      (line, index) => (index === 0 ? `  ${name}` : '').padEnd(column) + line,
    ),
  );
};

const wrap = (text: string, length: number): readonly string[] => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > length) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
};
