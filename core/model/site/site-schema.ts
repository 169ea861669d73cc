import type { CollectionAccess } from '../collection.ts';
import type { CollectionSchema } from '../field.ts';
import type { LocaleCode } from '../locale.ts';
import type { SettingValues } from './settings-table.ts';
import type { PluginState } from './settings.ts';

/** What a site schema says about a collection. Its members are those of the file. */
export interface SchemaCollection {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly schema: CollectionSchema;
  readonly singleton: boolean;
  readonly localized: boolean;
  /** Null for a collection that is not localised. */
  readonly baseLocale: LocaleCode | null;
  readonly previewUrl: string | null;
  readonly access: CollectionAccess;
  readonly isActive: boolean;
}

/** A locale in a site schema. */
export interface SchemaLocale {
  readonly code: LocaleCode;
  readonly name: string;
  readonly fallback: readonly LocaleCode[];
  /** Null for that of the site. */
  readonly searchLanguage: string | null;
}

/**
 * What developers decide about a service: equal services have equal site schemas, also as JSON. There are no ids, times and
 * secrets in it, and no content.
 */
export interface SiteSchema {
  readonly version: 1;
  /** In their order: the first one is the default. */
  readonly locales: readonly SchemaLocale[];
  /** By ascending name. */
  readonly collections: readonly SchemaCollection[];
  readonly settings: SettingValues;
  readonly plugins: Readonly<Record<string, PluginState>>;
}
