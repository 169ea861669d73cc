import type { Cms } from '../../../core/index.ts';
import type { Store } from '../../../core/store.ts';
import { memoryCms } from '../core/memory-cms.ts';

/** The core on a store, with the other adapters in memory. */
export const cmsOverStore = async (store: Store): Promise<Cms> =>
  (await memoryCms({ ports: { store } })).cms;
