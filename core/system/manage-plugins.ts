import { authorize } from '../access/policy.ts';
import type { CacheCounter, CacheCounts, MemoryUsage } from '../cache/cache-counts.ts';
import { cachePlugin } from '../cache/cache-plugin.ts';
import { checkData } from '../collections/data/check-data.ts';
import { audited } from '../events/record-audit.ts';
import type { Hook, HookedOperation } from '../hooks/hook.ts';
import type { Actor } from '../model/actor.ts';
import { pluginState, type Plugin } from '../model/site/plugin.ts';
import type { PluginState, Settings } from '../model/site/settings.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { invalid, notFound, type DomainError } from '../primitives/errors.ts';
import { encodeBounded, type JsonObject } from '../primitives/json.ts';

/** A plugin with its current state, or a hook. */
export interface InstalledPlugin
  extends Pick<Plugin, 'name' | 'title' | 'settingsSchema'>, PluginState {
  /** The operations that a hook watches. Undefined for a plugin. */
  readonly operations?: readonly HookedOperation[];
}

/** A hook in the list of plugins: always on, and without settings. */
const hookAsPlugin = ({ name, operations }: Hook): InstalledPlugin => ({
  name,
  title: name,
  active: true,
  settings: {},
  settingsSchema: { type: 'object', properties: {}, required: [] },
  operations,
});

export const installedPlugins: readonly Plugin[] = [cachePlugin];

/** The names that hooks cannot have. */
export const pluginNames: readonly string[] = installedPlugins.map(({ name }) => name);

export const listPlugins =
  ({ site, hooks }: Pick<Dependencies, 'site'> & { readonly hooks: readonly Hook[] }) =>
  async (actor: Actor): Promise<readonly InstalledPlugin[]> => {
    authorize(actor, 'administer');
    const { settings } = await site.load();
    const plugins = installedPlugins.map((plugin) => ({
      ...plugin,
      ...pluginState(plugin, settings),
    }));
    return [...plugins, ...hooks.map(hookAsPlugin)];
  };

/**
 * Absent members keep their value. Settings are merged by key; unknown keys are ignored. Null and the
 * empty text reset a setting to its default.
 */
export interface ConfigurePlugin {
  readonly active?: boolean | undefined;
  readonly settings?: JsonObject | undefined;
}

const settingsLimits = { bytes: 64 * 1024, depth: 8 } as const;

export const configurePlugin =
  ({
    store,
    patterns,
    hooks,
  }: Pick<Dependencies, 'store' | 'patterns'> & { readonly hooks: readonly Hook[] }) =>
  async (actor: Actor, name: string, command: ConfigurePlugin): Promise<InstalledPlugin> => {
    authorize(actor, 'administer');
    const plugin = installedPlugins.find((candidate) => candidate.name === name);
    if (plugin === undefined)
      throw hooks.some((hook) => hook.name === name) ? isHook() : notFound('Plugin');
    const changes = parsePluginSettings(patterns, plugin, command.settings ?? {});
    const switched = command.active === undefined ? [] : [`active: ${command.active}`];
    const names = [...switched, ...Object.keys(changes)].join(', ');
    const revise = async ({ site }: Pick<Repositories, 'site'>): Promise<Settings> => {
      const { settings: current } = await site.load();
      const before = pluginState(plugin, current);
      const state = {
        active: command.active ?? before.active,
        settings: { ...before.settings, ...changes },
      };
      const after = { ...current, plugins: { ...current.plugins, [name]: state } };
      await site.saveSettings(after);
      return after;
    };
    const revised = await audited({ store, lock: 'settings' }, actor, revise, () => ({
      action: 'plugin.update',
      detail: `${name}: ${names}`,
    }));
    return { ...plugin, ...pluginState(plugin, revised) };
  };

/**
 * Those of the settings that the plugin has.
 *
 * @throws DomainError `invalid_data`, `invalid_text`.
 */
export const parsePluginSettings = (
  patterns: PatternCompiler,
  plugin: Plugin,
  settings: JsonObject,
): JsonObject => {
  const changes = ownSettings(plugin, settings);
  encodeBounded(changes, 'settings', settingsLimits);
  const rules = { patterns, enforceRequired: false, path: 'settings' };
  checkData(changes, plugin.settingsSchema, rules);
  assertWhole(changes, plugin);
  return changes;
};

const isHook = (): DomainError =>
  invalid(
    'invalid_input',
    [{ path: 'name', message: 'must be a plugin, but is a hook' }],
    'Hooks are changed in their configuration file, and apply after a restart',
  );

const ownSettings = ({ settingsSchema }: Plugin, settings: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(settings).filter(([key]) => Object.hasOwn(settingsSchema.properties, key)),
  );

/** @throws DomainError `invalid_data`. */
const assertWhole = (changes: JsonObject, { wholeNumbers }: Plugin): void => {
  const issues = wholeNumbers
    .filter((key) => typeof changes[key] === 'number' && !Number.isInteger(changes[key]))
    .map((key) => ({ path: `settings.${key}`, message: 'must be a whole number' }));
  if (issues.length > 0) throw invalid('invalid_data', issues);
};

export const purgeCache =
  ({ store, ids }: Pick<Dependencies, 'store' | 'ids'>) =>
  async (actor: Actor): Promise<void> => {
    authorize(actor, 'administer');
    await audited(
      { store, lock: 'settings' },
      actor,
      async ({ site }) => {
        const { settings } = await site.load();
        await site.saveSettings({ ...settings, cacheEpoch: ids.next() });
      },
      () => ({ action: 'plugin.purge_cache' }),
    );
  };

/** The use of the cache of this core. Every other instance counts for itself. */
export interface CacheStatistics extends CacheCounts {
  /** The share of hits in all counted reads; undefined before the first one. */
  readonly hitRate: number | undefined;
  readonly memory: MemoryUsage;
}

export const getCacheStatistics =
  ({ cacheCounter }: { readonly cacheCounter: CacheCounter }) =>
  async (actor: Actor): Promise<CacheStatistics> => {
    authorize(actor, 'administer');
    const { counts, usage } = cacheCounter;
    const reads = counts.hits + counts.misses;
    return { ...counts, hitRate: reads === 0 ? undefined : counts.hits / reads, memory: usage };
  };
