import type { ContentChange } from 'quoin/core/store';
import type { Db } from '../work/db.ts';

/** What is stored beside an item when it changes. Each function is called for every change, or for every item that goes. */
export interface Part {
  /** Whether what decided the change still is so. */
  readonly holds?: (db: Db, change: ContentChange) => boolean;
  /** @param leaving what the commit deletes. @throws DomainError if the change cannot be stored. */
  readonly assert?: (db: Db, change: ContentChange, leaving: readonly string[]) => void;
  /** Stores the part, after the item. */
  readonly apply?: (db: Db, change: ContentChange) => void;
  /** The tables whose rows go when an item leaves the content: into the trash, or for good. */
  readonly leaving?: readonly string[];
  /** The tables whose rows stay while an item is in the trash, and go with it. */
  readonly purged?: readonly string[];
}
