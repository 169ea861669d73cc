import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Ports } from '../ports/ports.ts';
import { cachePlugin } from './cache-plugin.ts';
import { pluginState, type InstalledPlugin, type Plugin } from './plugin.ts';

export const installedPlugins: readonly Plugin[] = [cachePlugin];

/** @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`. */
export const listPlugins =
  ({ settings }: Pick<Ports, 'settings'>) =>
  async (actor: Actor): Promise<readonly InstalledPlugin[]> => {
    authorize(actor, 'administer');
    const current = await settings.load();
    return installedPlugins.map((plugin) => ({ ...plugin, ...pluginState(plugin, current) }));
  };
