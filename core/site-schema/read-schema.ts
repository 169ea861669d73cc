import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { accessOf, type Collection } from '../model/collection.ts';
import type { Locale } from '../model/locale.ts';
import { pluginState } from '../model/site/plugin.ts';
import { settingValues, type Settings } from '../model/site/settings.ts';
import type { SchemaCollection, SchemaLocale, SiteSchema } from '../model/site/site-schema.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { installedPlugins } from '../system/manage-plugins.ts';
import { orderedSchema } from './ordered-schema.ts';

export const readSchema =
  ({ store }: Pick<Dependencies, 'store'>) =>
  async (actor: Actor): Promise<SiteSchema> => {
    authorize(actor, 'administer');
    return siteSchemaOf(await store.consistently(storedState));
  };

/** What a site schema is made of. */
export interface StoredState {
  readonly settings: Settings;
  readonly collections: readonly Collection[];
}

export const storedState = async ({
  site,
  collections,
}: Pick<Repositories, 'site' | 'collections'>): Promise<StoredState> => ({
  settings: (await site.load()).settings,
  collections: await collections.list(),
});

export const siteSchemaOf = ({ settings, collections }: StoredState): SiteSchema => ({
  version: 1,
  locales: (settings.locales ?? []).map(schemaLocaleOf),
  collections: collections.map(schemaCollectionOf).toSorted(byName),
  settings: sorted(settingValues(settings)),
  plugins: sorted(
    Object.fromEntries(
      installedPlugins.map((plugin) => {
        const state = pluginState(plugin, settings);
        return [plugin.name, { active: state.active, settings: sorted(state.settings) }];
      }),
    ),
  ),
});

const schemaLocaleOf = ({ code, name, fallback, searchLanguage }: Locale): SchemaLocale => ({
  code,
  name,
  fallback,
  searchLanguage: searchLanguage ?? null,
});

const schemaCollectionOf = (collection: Collection): SchemaCollection => ({
  name: collection.name,
  displayName: collection.displayName,
  description: collection.description,
  schema: orderedSchema(collection.schema),
  singleton: collection.isSingleton === true,
  localized: collection.baseLocale !== undefined,
  baseLocale: collection.baseLocale ?? null,
  previewUrl: collection.previewUrl ?? null,
  access: accessOf(collection),
  isActive: collection.isActive,
});

/** By code units, whatever the collation of a store. */
export const byName = (one: SchemaCollection, other: SchemaCollection): number =>
  one.name < other.name ? -1 : 1;

const sorted = <T extends object>(members: T): T =>
  Object.fromEntries(
    Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ) as T;
