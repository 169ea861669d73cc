import type { Row } from './table.ts';

/** Everything that a run of the benchmark creates. Disposing removes it. */
export interface Resources extends AsyncDisposable {
  readonly postgresVersion: string;
  /** For logs and for data folders. */
  readonly folder: string;
  /**
   * @param program of another version, which creates the tables then.
   * @returns the URL of a database with so many posts, which no workload changes.
   */
  filled(rows: number, program?: string): Promise<string>;
  /** @returns the URL of a copy of that database, for one workload. */
  copy(rows: number, program?: string): Promise<string>;
  /** Drops a database and disconnects its clients. */
  drop(databaseUrl: string): Promise<void>;
  /** @returns a URL of Redis with a new prefix. */
  redisUrl(): string;
}

/** The conditions of a run. */
export interface Conditions {
  readonly resources: Resources;
  readonly rounds: number;
  /** The duration of one measurement. */
  readonly seconds: number;
  readonly connections: number;
  /** How many posts there are, except in the large data set. */
  readonly rows: number;
  /** The size of the large data set. Undefined if the workloads on it are left out. */
  readonly largeRows: number | undefined;
  /** The duration of the soak. Undefined if it is left out. */
  readonly minutes: number | undefined;
  /** How many changes are followed in the feed. Undefined if that is left out. */
  readonly changes: number | undefined;
  /** Where the instances of the service write CPU profiles. Undefined if they write none. */
  readonly profileFolder: string | undefined;
}

/** Something that is measured. @returns no rows if it is left out under the conditions. */
export type Workload = (conditions: Conditions) => Promise<readonly Row[]>;

/**
 * Measures all sides in each round, one after the other. Every second round begins with the last one.
 *
 * @returns the results of each side, in the order of the rounds.
 */
export const inRounds = async <T extends Readonly<Record<string, () => Promise<unknown>>>>(
  rounds: number,
  sides: T,
): Promise<{ readonly [K in keyof T]: Awaited<ReturnType<T[K]>>[] }> => {
  const names: readonly (keyof T)[] = Object.keys(sides);
  const results = Object.fromEntries(names.map((name) => [name, [] as unknown[]])) as {
    readonly [K in keyof T]: Awaited<ReturnType<T[K]>>[];
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push((await sides[name]!()) as Awaited<ReturnType<T[keyof T]>>);
    }
  }
  return results;
};
