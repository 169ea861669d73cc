import type { Workload } from '../workload.ts';
import { admin } from './admin.ts';
import { comparisonWorkloads } from './comparisons.ts';
import { createLinked, expand, query, search } from './features.ts';
import { feed } from './feed.ts';
import { history, historyList, historySoak } from './history.ts';
import { besideHostile } from './hostile.ts';
import { imports } from './import.ts';
import { install } from './install.ts';
import { twoInstances, update } from './instances.ts';
import { firstPages, jump, paging } from './large.ts';
import { login } from './login.ts';
import { media } from './media.ts';
import { memory, soak } from './memory.ts';
import { metrics } from './metrics.ts';
import { sizes } from './sizes.ts';
import { start } from './start.ts';
import { createStorm, draftStorm, updateStorm } from './storms.ts';

/** All workloads by name, in the order of the table. */
export const workloads: Readonly<Record<string, Workload>> = {
  ...comparisonWorkloads,
  'two-instances': twoInstances,
  update,
  'update-storm': updateStorm,
  'create-storm': createStorm,
  'draft-storm': draftStorm,
  feed,
  history,
  'history-list': historyList,
  'history-soak': historySoak,
  expand,
  'create-linked': createLinked,
  query,
  search,
  media,
  metrics,
  sizes,
  login,
  hostile: besideHostile(),
  import: imports,
  'first-page': firstPages,
  paging,
  jump,
  memory,
  start,
  install,
  soak,
  admin,
};
