import { workloadOf } from '../comparison.ts';
import type { Workload } from '../workload.ts';
import { comparisons } from './comparisons.ts';
import { imports } from './import.ts';
import { install } from './install.ts';
import { firstPages, jump, paging } from './large.ts';
import { login } from './login.ts';
import { memory } from './memory.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { twoInstances } from './two-instances.ts';
import { createStorm, draftStorm, update, updateStorm } from './writes.ts';

/** All workloads, in the order of the table. */
export const workloads: readonly Workload[] = [
  ...comparisons.map(workloadOf),
  twoInstances,
  update,
  updateStorm,
  createStorm,
  draftStorm,
  login,
  imports,
  firstPages,
  paging,
  jump,
  memory,
  start,
  install,
  soak,
];
