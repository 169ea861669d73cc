import type { Stamp } from '../../model/basis.ts';
import type { Collection, CollectionState } from '../../model/collection.ts';
import type { Settings } from '../../model/site/settings.ts';

/** A collection with its schema. */
export type CollectionFields = Pick<Collection, 'id' | 'name' | 'isActive' | 'schema'>;

/**
 * What every read of content depends on, besides the content and the caller. Its records have no other members than their
 * types: a whole `Collection` is not one of them.
 */
export interface SiteState {
  /** The defaults until settings are saved. */
  readonly settings: Settings;
  /** Of all collections; undefined while each is active, public and not localised. */
  readonly collectionStates: readonly CollectionState[] | undefined;
  /** The collection that was asked for by name. */
  readonly collection: Pick<Collection, 'id' | 'name' | 'isActive' | 'isSingleton'> | undefined;
  /** All collections; undefined if they were not asked for. */
  readonly schemas?: readonly CollectionFields[] | undefined;
  /** Changes with the settings, with the states of the collections, and with the collection asked for. */
  readonly stamp: Stamp;
}

/** The settings of the site, and the internal state of the service. */
export interface SiteRepository {
  /**
   * Every read of content starts with this one lookup.
   *
   * @param collection the name of one to look up.
   * @param withSchemas whether to return all collections.
   */
  load(collection?: string, withSchemas?: boolean): Promise<SiteState>;

  saveSettings(settings: Settings): Promise<void>;

  /**
   * Claims the creation of the starter collections, which happens once per store.
   *
   * @returns true for the first call, false for all later ones.
   */
  claimStarterCollections(): Promise<boolean>;
}
