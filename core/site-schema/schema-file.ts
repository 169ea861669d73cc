import type { LocaleRequest } from '../locales/parse-locales.ts';
import type { CollectionAccess } from '../model/collection.ts';
import type { SettingChanges } from '../model/site/settings-table.ts';
import type { JsonObject } from '../primitives/json.ts';

/** A collection in a file. Members that are absent stay as they are; in a new one, they have the defaults of a creation. */
export interface FileCollection {
  readonly name: string;
  /** The name that the collection has now. Ignored if there is none with that name. Defaults to none. */
  readonly renamedFrom?: string | undefined;
  /** Defaults to the present one; of a new collection, to the name. */
  readonly displayName?: string | undefined;
  /** Defaults to the present one; of a new collection, to the empty text. */
  readonly description?: string | undefined;
  /** Defaults to the present one; of a new collection, to one without fields. */
  readonly schema?: JsonObject | undefined;
  /** Defaults to what it is; of a new collection, to false. */
  readonly singleton?: boolean | undefined;
  /** Defaults to what it is; of a new collection, to false. */
  readonly localized?: boolean | undefined;
  /** Defaults to the present one, then to the default locale. */
  readonly baseLocale?: string | null | undefined;
  /** Null for none. Defaults to the present one. */
  readonly previewUrl?: string | null | undefined;
  /** Defaults to the present one; of a new collection, to `public`. */
  readonly access?: CollectionAccess | undefined;
  /** Defaults to what it is; of a new collection, to true. */
  readonly isActive?: boolean | undefined;
}

/** A locale in a file. Members that are absent stay as they are. */
export interface FileLocale extends Omit<LocaleRequest, 'searchLanguage'> {
  /** Null for that of the site. Defaults to the present one. */
  readonly searchLanguage?: string | null | undefined;
}

export interface FilePlugin {
  /** Defaults to what it is. */
  readonly active?: boolean | undefined;
  /** Absent settings keep their value. Defaults to none. */
  readonly settings?: JsonObject | undefined;
}

/** What a file says about a service. Members that are absent stay as they are. */
export interface SchemaFile {
  /** Of the format. Defaults to the only one. */
  readonly version?: 1 | undefined;
  /** Whether collections that the file does not name stay. Defaults to false: they are deleted. */
  readonly partial?: boolean | undefined;
  /** All of them, in their order. Defaults to the present ones. */
  readonly locales?: readonly FileLocale[] | undefined;
  /** All of them, unless the file is partial. Defaults to the present ones. */
  readonly collections?: readonly FileCollection[] | undefined;
  /** Absent settings keep their value. Defaults to none. */
  readonly settings?: SettingChanges | undefined;
  /** By name. Defaults to none. */
  readonly plugins?: Readonly<Record<string, FilePlugin>> | undefined;
}
