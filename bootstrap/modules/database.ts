import { ContainerModule } from 'inversify';
import type { Database } from '../../adapters/postgres/database.ts';
import { PostgresHealthProbe } from '../../adapters/postgres/postgres-health-probe.ts';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import { PostgresUnitOfWork } from '../../adapters/postgres/postgres-unit-of-work.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

export interface OpenDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** What is closed at the end. */
export const openDatabaseToken = token<OpenDatabase>('OpenDatabase');

/** The database, for those who migrate it; everybody else takes the ports. */
export const databaseToken = token<Database>('Database');

/** The repositories over whatever `open` connects to: a server, or Postgres inside this process. */
export const databaseModule = (open: () => Promise<OpenDatabase>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(openDatabaseToken)
      .toResolvedValue(open)
      .onDeactivation((opened) => opened.close());
    bind(databaseToken).toResolvedValue(({ database }) => database, [openDatabaseToken]);
    bind(tokens.repositories).toResolvedValue(
      (database) => postgresRepositories(database),
      [databaseToken],
    );
    bind(tokens.unitOfWork).toResolvedValue(
      (database) => new PostgresUnitOfWork(database),
      [databaseToken],
    );
    bind(tokens.databaseProbe).toResolvedValue(
      (database) => new PostgresHealthProbe(database),
      [databaseToken],
    );
  });
