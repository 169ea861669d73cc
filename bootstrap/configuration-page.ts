import { Type, type TSchema } from 'typebox';
import { environmentSchema } from './environment.ts';

const introduction = `# Configuration

<!-- Made by \`npm run docs\` from bootstrap/environment.ts: change that file, not this one. -->

The service reads these environment variables and no others. The commands read them too, so that they
work on the same data, and besides them \`QUOIN_PASSWORD\` ([command-line.md](command-line.md)). A variable
that is empty counts as one that is not set. All of them are checked before anything is opened: a start
that cannot be names every mistake at once and ends with exit code 1.`;

/** The page docs/configuration.md: every environment variable, as the schema describes it. */
export const renderConfigurationPage = (): string => {
  const sections = Object.entries(environmentSchema.properties).map(([name, schema]) =>
    renderVariable(name, schema),
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
};

/** What the page tells of a variable's schema, whatever its type. */
interface Described {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const renderVariable = (name: string, schema: TSchema): string => {
  const described: Described = schema;
  const facts = [`${formOf(described)}.`, defaultOf(described, Type.IsOptional(schema))];
  return [`## \`${name}\``, described.description ?? '', facts.join(' ').trim()].join('\n\n');
};

const formOf = ({ type, enum: choices, minimum, maximum }: Described): string => {
  if (choices !== undefined) return `One of ${choices.map(code).join(', ')}`;
  if (type !== 'integer') return 'Text';
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  return `A whole number${from}${maximum === undefined ? '' : ` to ${maximum}`}`;
};

/** One that may be absent tells in its description what that means. */
const defaultOf = ({ default: value }: Described, isOptional: boolean): string => {
  if (isOptional) return '';
  return value === '' ? 'Unless set: empty.' : `Unless set: ${code(value)}.`;
};

const code = (value: unknown): string => `\`${String(value)}\``;
