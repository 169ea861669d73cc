import type { Store } from '../../../core/store.ts';
import { alteredStore } from '../core/altered-store.ts';
import { altered } from '../core/altered.ts';

/** The store, as if the cache plugin was off: nothing that it returns is cached. */
export const withoutPlugin = (store: Store): Store =>
  alteredStore(store, ({ site }) => ({
    site: altered(site, {
      load: async (collection) => {
        const { settings, ...state } = await site.load(collection);
        const plugins = { ...settings.plugins, cache: { active: false, settings: {} } };
        return { ...state, settings: { ...settings, plugins } };
      },
    }),
  }));
