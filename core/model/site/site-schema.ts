import type { ErrorCode } from '../../primitives/errors.ts';
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

export const schemaChanges = ['create', 'update', 'rename', 'delete'] as const;
export type SchemaChange = (typeof schemaChanges)[number];

/**
 * What a change does. `breaking`: the next write of some items would be rejected, or a private collection becomes public.
 * `lossy`: values would be removed. `blocked`: it is impossible now.
 */
export const schemaEffects = ['safe', 'breaking', 'lossy', 'blocked'] as const;
export type SchemaEffect = (typeof schemaEffects)[number];

/** An item that a change would make invalid. */
export interface RejectedItem {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly message: string;
}

/** One difference between a service and a file. */
export interface PlannedChange {
  /** `locales.<code>`, `collections.<name>[.schema.properties.<field>]`, `settings.<key>` or `plugins.<name>`, with new names. */
  readonly path: string;
  readonly change: SchemaChange;
  readonly effect: SchemaEffect;
  /** Of a blocked change: that of the operation which makes it. */
  readonly code?: ErrorCode | undefined;
  /** How many items their next write would reject, in the trash and working copies apart. */
  readonly items?: number | undefined;
  /** True if there were too many items to look at all. */
  readonly isLowerBound?: true | undefined;
  /** The newest of these items, at most ten. */
  readonly examples?: readonly RejectedItem[] | undefined;
  /** Of a collection that is created: who will see it. */
  readonly access?: CollectionAccess | undefined;
}

/** What a file would change in a service. */
export interface SchemaPlan {
  /** Of the state, the file and the changes: it differs if one of them does. */
  readonly digest: string;
  readonly changes: readonly PlannedChange[];
}
