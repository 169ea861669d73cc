import type { LocaleCode } from '../model/locale.ts';
import { pluginState } from '../model/site/plugin.ts';
import { settingRows, type SettingName, type SettingValues } from '../model/site/settings-table.ts';
import type { SchemaCollection, SiteSchema } from '../model/site/site-schema.ts';
import type { Dependencies } from '../ports/ports.ts';
import { installedPlugins, parsePluginSettings } from '../system/manage-plugins.ts';
import { parseSetting } from '../system/parse-setting.ts';
import { declaredCollections, type DeclaredCollection } from './declared-collections.ts';
import { declaredLocales } from './declared-locales.ts';
import { fileIssues, type FileIssues } from './file-issues.ts';
import { byName, siteSchemaOf, type StoredState } from './read-schema.ts';
import type { SchemaFile } from './schema-file.ts';

/** What a file asks of a service in a certain state. */
export interface DeclaredSchema {
  readonly before: SiteSchema;
  readonly after: SiteSchema;
  /** New codes by stored ones. */
  readonly renamedLocales: ReadonlyMap<LocaleCode, LocaleCode>;
  /** Those of the file, and those that stay because the file says nothing about them. */
  readonly collections: readonly DeclaredCollection[];
  readonly removed: readonly SchemaCollection[];
  /** Plugins of the file that this service does not have. */
  readonly unknownPlugins: readonly string[];
}

type Parsers = Pick<Dependencies, 'patterns' | 'search'>;

/** @throws DomainError `invalid_input`, `invalid_schema`, `invalid_data` or `invalid_text`, with all mistakes. */
export const declaredSchema = async (
  dependencies: Parsers,
  file: SchemaFile,
  state: StoredState,
): Promise<DeclaredSchema> => {
  const issues = fileIssues();
  const before = siteSchemaOf(state);
  const stored = state.settings.locales ?? [];
  const languages = await dependencies.search.languages();
  const { locales, renamed } = (file.locales &&
    issues.parse('schema', () => declaredLocales(file.locales ?? [], stored, languages))) ?? {
    locales: stored,
    renamed: new Map<LocaleCode, LocaleCode>(),
  };
  const present = before.collections.map((each) => withBase(each, renamed));
  const partial = file.collections === undefined || file.partial === true;
  const named = declaredCollections(file.collections ?? [], {
    stored: present,
    locales: locales.map(({ code }) => code),
    patterns: dependencies.patterns,
    issues: within('schema', issues),
  });
  const claimed = new Set(named.map((each) => each.before?.name));
  const others = present.filter(({ name }) => !claimed.has(name));
  const kept = partial ? others.map((each) => ({ before: each, collection: each })) : [];
  const settings = await declaredSettings(dependencies, file, before.settings, issues);
  const plugins = declaredPlugins(dependencies, file, state, issues);
  issues.rejectAll();
  const collections = [...named, ...kept];
  return {
    before,
    after: {
      ...before,
      locales: siteSchemaOf({ settings: { ...state.settings, locales }, collections: [] }).locales,
      collections: collections.map(({ collection }) => collection).toSorted(byName),
      settings,
      plugins,
    },
    renamedLocales: renamed,
    collections,
    removed: partial ? [] : others,
    unknownPlugins: Object.keys(file.plugins ?? {}).filter(
      (name) => !Object.hasOwn(before.plugins, name),
    ),
  };
};

const within = (path: string, issues: FileIssues): FileIssues => ({
  ...issues,
  report: (inner, message) => issues.report(`${path}.${inner}`, message),
  parse: (inner, parse) => issues.parse(`${path}.${inner}`, parse),
});

const withBase = (
  collection: SchemaCollection,
  renamed: ReadonlyMap<LocaleCode, LocaleCode>,
): SchemaCollection => {
  const { baseLocale } = collection;
  return baseLocale === null
    ? collection
    : { ...collection, baseLocale: renamed.get(baseLocale) ?? baseLocale };
};

const declaredSettings = async (
  dependencies: Parsers,
  { settings = {} }: SchemaFile,
  before: SettingValues,
  issues: FileIssues,
): Promise<SettingValues> => {
  const changes: Partial<Record<SettingName, SettingValues[SettingName]>> = {};
  for (const [name, setting] of settingRows) {
    const value = settings[name];
    if (value === undefined) continue;
    const parse = () => parseSetting(dependencies, name, setting, value);
    const parsed = await issues.parseLater('schema.settings', parse);
    if (parsed !== undefined) changes[name] = parsed;
  }
  return { ...before, ...(changes as Partial<SettingValues>) };
};

const declaredPlugins = (
  { patterns }: Parsers,
  { plugins = {} }: SchemaFile,
  { settings }: StoredState,
  issues: FileIssues,
): SiteSchema['plugins'] => {
  const named = installedPlugins.filter(({ name }) => Object.hasOwn(plugins, name));
  const states = named.map((plugin) => {
    const { name } = plugin;
    const { active, settings: wanted = {} } = plugins[name] ?? {};
    const present = pluginState(plugin, settings);
    const parse = () => parsePluginSettings(patterns, plugin, wanted);
    const changes = issues.parse(`schema.plugins.${name}`, parse);
    const state = {
      active: active ?? present.active,
      settings: { ...present.settings, ...changes },
    };
    return [name, state] as const;
  });
  const all = { ...settings.plugins, ...Object.fromEntries(states) };
  return siteSchemaOf({ settings: { plugins: all }, collections: [] }).plugins;
};
