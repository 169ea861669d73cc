import type { CollectionScope } from '../access/actor.ts';
import type { Settings } from '../settings/settings.ts';

/** What every read of content depends on, besides the content. */
export interface SiteState {
  /** The defaults until settings are saved. */
  readonly settings: Settings;
  /** The ids of the active collections; `all` while none is inactive. */
  readonly activeCollections: CollectionScope;
}

/** The settings of the site, and the internal state of the service. */
export interface SiteRepository {
  /** Every read of content starts with this one lookup. */
  load(): Promise<SiteState>;

  saveSettings(settings: Settings): Promise<void>;

  /**
   * Claims the creation of the starter collections, which happens once per database.
   *
   * @returns true for the first call, false for all later ones.
   */
  claimStarterCollections(): Promise<boolean>;
}
