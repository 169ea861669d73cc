import { randomUUID } from 'node:crypto';
import type { HealthProbe } from 'quoin/core';
import type {
  ContentChange,
  GroupState,
  ItemVersion,
  LockName,
  Repositories,
  Store,
} from 'quoin/core/store';
import type { MigrationStep, Snapshot } from 'quoin/core/vocabulary';
import { SqliteAccountLinks } from './accounts/account-links.ts';
import { SqliteInvitations } from './accounts/invitations.ts';
import {
  SqliteChallenges,
  SqliteSecondFactors,
  SqliteTrustedBrowsers,
} from './accounts/factors.ts';
import { SqliteIdentities } from './accounts/identities.ts';
import { SqliteSavedViews } from './accounts/saved-views.ts';
import { SqliteSessions } from './accounts/sessions.ts';
import { SqliteApiTokens, SqlitePreviewTokens } from './accounts/tokens.ts';
import { SqliteUsers } from './accounts/users.ts';
import { SqliteComments } from './content/comments.ts';
import { commitChanges } from './content/commit.ts';
import { SqliteContents } from './content/contents.ts';
import { SqliteCopies } from './content/copies.ts';
import { SqliteIndexes } from './content/indexes.ts';
import { SqliteAudit } from './content/audit.ts';
import { SqliteOutbox } from './content/outbox.ts';
import { SqliteQueries } from './content/queries.ts';
import { SqliteRedirects } from './content/redirects.ts';
import { SqliteReferences } from './content/references.ts';
import { SqliteRevisions } from './content/revisions.ts';
import { SqliteSchedules } from './content/schedules.ts';
import { SqliteSearch } from './content/search.ts';
import { SqliteSummaries } from './content/summaries.ts';
import { SqliteTrash } from './content/trash.ts';
import { SqliteTranslations } from './content/translations.ts';
import { SqliteWordCounts } from './content/words.ts';
import { SqliteCollections } from './records/collections.ts';
import { SqliteMails } from './records/mails.ts';
import { SqliteMedia } from './records/media.ts';
import { SqliteReceipts } from './records/receipts.ts';
import { SqliteSite } from './records/site.ts';
import { schema } from './schema.ts';
import { SqliteDeliveries } from './webhooks/deliveries.ts';
import { SqliteWebhooks } from './webhooks/webhooks.ts';
import type { Access, Work } from './work/access.ts';
import { Database } from './work/database.ts';
import type { Db } from './work/db.ts';
import { LateTransaction } from './work/late-transaction.ts';

/** Everything except the bytes of files, in one SQLite file. */
export class SqliteStore implements Store {
  readonly repositories: Repositories;
  readonly supports = { snapshots: true };
  readonly health: HealthProbe;
  readonly #database: Database;
  readonly #work: Work;

  /** @param work the database, or a transaction of it. */
  constructor(database: Database, work: Work = database) {
    this.#database = database;
    this.#work = work;
    this.repositories = repositoriesOf(work);
    this.health = { ping: () => database.read(() => undefined) };
  }

  async commit(
    changes: readonly ContentChange[],
    unchanged?: readonly ItemVersion[],
    groups?: readonly GroupState[],
  ): Promise<boolean> {
    return commitChanges(this.#work, changes, unchanged, groups);
  }

  /** Transactions run one at a time, whatever their lock. */
  async exclusively<T>(
    _lock: LockName,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    return this.#work.transaction((access) => work(repositoriesOf(access)));
  }

  async atomically<T>(work: (store: Store) => Promise<T>): Promise<T> {
    if (this.#work !== this.#database) return work(this);
    const transaction = new LateTransaction(this.#database);
    try {
      const result = await work(new SqliteStore(this.#database, transaction));
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollBack();
      throw error;
    }
  }

  async consistently<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.#work.readConsistently((access) => work(repositoriesOf(access)));
  }

  async snapshot(): Promise<Snapshot | undefined> {
    return this.#database.read((db) => db.snapshot());
  }

  async pendingMigrations(): Promise<readonly MigrationStep[]> {
    return this.#database.read((db) => (hasSchema(db) ? [] : [creation]));
  }

  async migrate(): Promise<readonly string[]> {
    return this.#database.create((db) => {
      if (hasSchema(db)) return [];
      db.exec(creation.script);
      db.run('insert into meta (id, epoch, revision) values (1, ?, 0)', randomUUID());
      return [creation.name];
    });
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

const creation: MigrationStep = { name: '0001-schema', script: schema, creates: true };

const hasSchema = (db: Db): boolean =>
  db.get(`select 1 from sqlite_master where name = 'meta'`) !== undefined;

const repositoriesOf = (access: Access): Repositories => ({
  contents: new SqliteContents(access),
  summaries: new SqliteSummaries(access),
  queries: new SqliteQueries(access),
  indexes: new SqliteIndexes(access),
  revisions: new SqliteRevisions(access),
  translations: new SqliteTranslations(access),
  trash: new SqliteTrash(access),
  outbox: new SqliteOutbox(access),
  audit: new SqliteAudit(access),
  copies: new SqliteCopies(access),
  wordCounts: new SqliteWordCounts(access),
  schedules: new SqliteSchedules(access),
  search: new SqliteSearch(access),
  redirects: new SqliteRedirects(access),
  comments: new SqliteComments(access),
  receipts: new SqliteReceipts(access),
  references: new SqliteReferences(access),
  collections: new SqliteCollections(access),
  media: new SqliteMedia(access),
  users: new SqliteUsers(access),
  sessions: new SqliteSessions(access),
  identities: new SqliteIdentities(access),
  apiTokens: new SqliteApiTokens(access),
  previewTokens: new SqlitePreviewTokens(access),
  accountLinks: new SqliteAccountLinks(access),
  invitations: new SqliteInvitations(access),
  savedViews: new SqliteSavedViews(access),
  webhooks: new SqliteWebhooks(access),
  deliveries: new SqliteDeliveries(access),
  secondFactors: new SqliteSecondFactors(access),
  challenges: new SqliteChallenges(access),
  trustedBrowsers: new SqliteTrustedBrowsers(access),
  mails: new SqliteMails(access),
  site: new SqliteSite(access),
});

/** Opens a store in a file, which need not exist. */
export const openSqliteStore = (path: string): SqliteStore => new SqliteStore(new Database(path));
