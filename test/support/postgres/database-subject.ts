import { snapshotOf, snapshotSelection } from '../../../adapters/postgres/basis.ts';
import type { DatabaseSession } from '../../../adapters/postgres/connection/database-session.ts';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { PostgresStore } from '../../../adapters/postgres/postgres-store.ts';
import { query } from '../../../adapters/postgres/connection/statement.ts';
import type { Basis, Store } from '../../../core/store.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { times } from '../../conformance/cases.ts';
import { sampleCollection, sampleContent } from '../../conformance/samples.ts';
import type { OpenSubject } from '../../conformance/suite.ts';
import { creationOf } from '../../conformance/content/content-changes.ts';
import { emptyTables } from './empty-tables.ts';

const question = { name: 'store_snapshot', text: `select ${snapshotSelection}` };

/** The store of a database that something else opens and closes. */
export const storeOver = (database: DatabaseSession): PostgresStore =>
  new PostgresStore(database, {
    snapshot: async () => {
      const [row] = await query<{ readonly run: string; readonly transactions: string | null }>(
        database,
        question,
      );
      return row && snapshotOf(row.run, row.transactions);
    },
    close: async () => undefined,
  });

/** Opens the store over a migrated database. Empties all tables each time it opens it. */
export const openDatabaseSubject =
  (store: PostgresStore): OpenSubject<Store> =>
  async () => {
    await emptyTables(store.database.pool.knex);
    return { subject: store };
  };

/** Empties all tables and stores a collection with the sample items from 1 to `count`. */
export const contentsWith = async (pool: Pool, count: number): Promise<PostgresStore> => {
  await emptyTables(pool.knex);
  const store = storeOver(pool);
  await store.repositories.collections.insert(sampleCollection(1));
  await storeAll(
    store,
    times(count, (n) => sampleContent(n)),
  );
  return store;
};

/** Stores new items, whose collections have their first version. */
export const storeAll = async (store: Store, items: readonly ContentItem[]): Promise<void> => {
  await store.commit(items.map((item) => creationOf(item)));
};

/** The basis of a caller that is not stored. */
export const currentBasis = async ({ repositories }: Store): Promise<Basis> => ({
  site: (await repositories.site.load()).stamp,
});
