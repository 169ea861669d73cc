import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { beginEpoch } from '../caching/cache-epoch.ts';
import { checkData } from '../collections/check-data.ts';
import { invalid, notFound } from '../errors.ts';
import { encodeBounded, type JsonObject } from '../json.ts';
import type { Ports } from '../ports/ports.ts';
import { installedPlugins } from './list-plugins.ts';
import { pluginState, type InstalledPlugin, type Plugin } from './plugin.ts';

/**
 * What is absent stays as it is; settings are merged by key, unknown keys are dropped. A setting
 * that is null or empty goes back to its default.
 */
export interface ConfigurePlugin {
  readonly active?: boolean | undefined;
  readonly settings?: JsonObject | undefined;
}

const settingsLimits = { bytes: 64 * 1024, depth: 8 } as const;

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `invalid_data`, `invalid_text`.
 */
export const configurePlugin =
  ({ unitOfWork, patterns, secrets }: Pick<Ports, 'unitOfWork' | 'patterns' | 'secrets'>) =>
  async (actor: Actor, name: string, command: ConfigurePlugin): Promise<InstalledPlugin> => {
    authorize(actor, 'administer');
    const plugin = installedPlugins.find((candidate) => candidate.name === name);
    if (plugin === undefined) throw notFound('Plugin');
    const changes = knownSettings(plugin, command.settings ?? {});
    encodeBounded(changes, 'settings', settingsLimits);
    checkData(changes, plugin.settingsSchema, {
      patterns,
      enforceRequired: false,
      path: 'settings',
    });
    assertWhole(changes, plugin);
    const revised = await unitOfWork.run('settings', async ({ settings }) => {
      const current = await settings.load();
      const before = pluginState(plugin, current);
      const state = {
        active: command.active ?? before.active,
        settings: { ...before.settings, ...changes },
      };
      const after = { ...current, plugins: { ...current.plugins, [name]: state } };
      await settings.save(after);
      // What was cached before a plugin was off for a while must not come back with it.
      await beginEpoch(settings, secrets);
      return after;
    });
    return { ...plugin, ...pluginState(plugin, revised) };
  };

const knownSettings = ({ settingsSchema }: Plugin, settings: JsonObject): JsonObject =>
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
