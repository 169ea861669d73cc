import { isSecretName, redacted, redactText } from './redaction.ts';

const deepest = 6;
const widest = 50;

/**
 * A copy of any value, fit to be written as JSON: without secrets at any depth, cut where it is
 * deep, wide or circular. Of an error only what says where it came from is kept, because drivers
 * hang requests and rows on theirs.
 */
export const presentable = (value: unknown, levels = deepest): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '[cut]';
  try {
    return presentObject(value, levels);
  } catch {
    // A getter that throws must not take the notice with it.
    return '[unreadable]';
  }
};

const presentObject = (value: object, levels: number): unknown => {
  if (value instanceof Error) return presentMembers(membersOf(value), levels);
  if (!Array.isArray(value)) return presentMembers(Object.entries(value), levels);
  return value.slice(0, widest).map((item: unknown) => presentable(item, levels - 1));
};

type Members = readonly (readonly [name: string, value: unknown])[];

const presentMembers = (members: Members, levels: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    members
      .slice(0, widest)
      .map(([name, value]) => [
        name,
        isSecretName(name) && value !== undefined ? redacted : presentable(value, levels - 1),
      ]),
  );

const membersOf = (error: Error): Members => [
  ['name', error.name],
  ['message', error.message],
  ['code', 'code' in error ? error.code : undefined],
  ['stack', error.stack],
  ['cause', error.cause],
  ['errors', error instanceof AggregateError ? error.errors : undefined],
];
