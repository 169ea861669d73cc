import type { SiteRepository, SiteState } from 'quoin/core/store';
import { defaultSettings, type Settings } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import { collectionStates, namedCollection, settingsText, siteStamp } from '../work/basis.ts';
import { listCollections } from './collection-rows.ts';

export class SqliteSite implements SiteRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async load(name?: string, withSchemas = false): Promise<SiteState> {
    return this.#access.read((db) => ({
      settings: JSON.parse(settingsText(db) ?? JSON.stringify(defaultSettings)) as Settings,
      collectionStates: collectionStates(db),
      collection: namedCollection(db, name),
      ...(withSchemas && { schemas: listCollections(db) }),
      stamp: siteStamp(db, name),
    }));
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.#access.write((db) =>
      db.run('update meta set settings = ?', JSON.stringify(settings)),
    );
  }

  async claimStarterCollections(): Promise<boolean> {
    return this.#access.write(
      (db) =>
        db.run('update meta set has_starter_collections = 1 where has_starter_collections = 0') > 0,
    );
  }
}
