import { parseArgs } from 'node:util';
import type { Command, CommandInput } from './command.ts';
import { MisuseError } from './command-error.ts';

/** Asked for the explanation instead of the work. */
export const wantsHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args
    .slice(0, end === -1 ? args.length : end)
    .some((each) => each === '--help' || each === '-h');
};

/** @param args those after the command's name. @throws MisuseError. */
export const parseCommandLine = (command: Command, args: readonly string[]): CommandInput => {
  const { values, positionals } = parse(command, args);
  const text = (option: string): string | undefined => textsOf(values[option]).at(-1);
  for (const [name, { required = false, value }] of Object.entries(command.options)) {
    if (required && text(name) === undefined)
      throw new MisuseError(`--${name} <${value ?? ''}> is missing.`);
    if (text(name) === '') throw new MisuseError(`--${name} is empty.`);
  }
  return {
    operand: readOperand(command, positionals),
    text,
    texts: (option) => textsOf(values[option]),
    isOn: (option) => values[option] === true,
  };
};

type Value = string | boolean | readonly (string | boolean)[] | undefined;

const textsOf = (value: Value): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');

const readOperand = ({ operand }: Command, positionals: readonly string[]): string => {
  const [first, ...rest] = positionals;
  const surplus = operand === undefined ? first : rest[0];
  if (surplus !== undefined) throw new MisuseError(`'${surplus}' is one argument too many.`);
  if (operand !== undefined && (first === undefined || first === '')) {
    throw new MisuseError(`<${operand}> is missing.`);
  }
  return first ?? '';
};

const parse = (
  { options }: Command,
  args: readonly string[],
): {
  readonly values: Readonly<Record<string, Value>>;
  readonly positionals: readonly string[];
} => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value, multiple = false }]) => [
          name,
          { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple },
        ]),
      ),
    });
  } catch (error) {
    throw new MisuseError(explain(error), { cause: error });
  }
};

/** The first sentence of Node's message, which goes on to explain a syntax nobody asked about. */
const explain = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const [sentence = message] = message.split(/(?<=')\. |\n/, 1);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
};
