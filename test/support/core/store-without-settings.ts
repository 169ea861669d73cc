import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import type { Store } from '../../../core/store.ts';
import { alteredStore } from './altered-store.ts';
import { altered } from './altered.ts';

/** An empty store whose settings cannot be read, and therefore no content. */
export const storeWithoutSettings = (error: unknown): Store =>
  alteredStore(new MemoryStore(), ({ site }) => ({
    site: altered(site, { load: () => Promise.reject(error as Error) }),
  }));
