import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** The workloads to run; empty for all. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  /** The size of the large data set. If undefined, the workloads on it are left out. */
  readonly largeRows: number | undefined;
  /** The duration of the soak. If undefined, it is left out. */
  readonly minutes: number | undefined;
}

/** The rows of the data set of most workloads. */
export const usualRows = 10_000;
export const seed = 1;
export const connections = 16;

/** @throws Error for an unknown option or a value that is not a positive number. */
export const parseOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1.5' },
      rows: { type: 'string', default: String(usualRows) },
      minutes: { type: 'string' },
    },
  });
  const rows = positive('rows', values.rows);
  return {
    only: values.only.split(',').filter(Boolean),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    largeRows: rows > usualRows ? rows : undefined,
    minutes: values.minutes === undefined ? undefined : positive('minutes', values.minutes),
  };
};

/** The servers that the environment names, or those of this machine. */
export const serverUrls = (env: NodeJS.ProcessEnv = process.env) => ({
  postgresUrl: env['TEST_DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres',
  redisUrl: env['TEST_REDIS_URL'] || 'redis://127.0.0.1:6379',
});

const positive = (name: string, text: string): number => {
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`--${name} must be a positive number, not ${text}`);
};
