import type { DataSet } from './data/posts.ts';
import type { Row } from './row.ts';
import type { Resources } from './resources.ts';

/** The conditions of a run. */
export interface Conditions {
  readonly resources: Resources;
  readonly rounds: number;
  /** The duration of one measurement. */
  readonly seconds: number;
  readonly connections: number;
  /** For all workloads but those on the large one. */
  readonly data: DataSet;
  /** Undefined in a short run. */
  readonly largeData: DataSet | undefined;
  /** The duration of the soak. Undefined if it is left out. */
  readonly minutes: number | undefined;
}

/** Something that is measured. */
export interface Workload {
  /** For `--only`. */
  readonly name: string;
  measure(conditions: Conditions): Promise<readonly Row[]>;
}
