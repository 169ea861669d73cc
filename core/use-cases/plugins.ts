import type { Actor } from '../model/actor.ts';
import {
  configurePlugin,
  getCacheStatistics,
  listPlugins,
  purgeCache,
  type CacheStatistics,
  type ConfigurePlugin,
  type InstalledPlugin,
} from '../system/manage-plugins.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Plugins, and the cache that one of them is. */
export interface PluginUseCases {
  /**
   * Lists the plugins, then the hooks.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly list: (actor: Actor) => Promise<readonly InstalledPlugin[]>;

  /**
   * Switches a plugin on or off, and changes its settings.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`; `invalid_input` for a hook;
   *   `invalid_data`, `invalid_text`.
   */
  readonly configure: (
    actor: Actor,
    name: string,
    command: ConfigurePlugin,
  ) => Promise<InstalledPlugin>;

  /**
   * Drops everything cached, on every instance.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly purgeCache: (actor: Actor) => Promise<void>;

  /**
   * The use of the cache of this core. Every other instance counts for itself.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly getCacheStatistics: (actor: Actor) => Promise<CacheStatistics>;
}

export const pluginUseCases = (dependencies: UseCaseDependencies): PluginUseCases => ({
  list: listPlugins(dependencies),
  configure: configurePlugin(dependencies),
  purgeCache: purgeCache(dependencies),
  getCacheStatistics: getCacheStatistics(dependencies),
});
