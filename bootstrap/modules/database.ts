import { ContainerModule } from 'inversify';
import type { Database } from '../../adapters/postgres/database.ts';
import { PostgresHealthProbe } from '../../adapters/postgres/postgres-health-probe.ts';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import { PostgresUnitOfWork } from '../../adapters/postgres/postgres-unit-of-work.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

export interface OpenDatabase {
  readonly knex: Database;
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
      .onDeactivation((database) => database.close());
    bind(databaseToken).toResolvedValue(({ knex }) => knex, [openDatabaseToken]);
    bind(tokens.repositories).toResolvedValue(
      (knex) => postgresRepositories(knex),
      [databaseToken],
    );
    bind(tokens.unitOfWork).toResolvedValue(
      (knex) => new PostgresUnitOfWork(knex),
      [databaseToken],
    );
    bind(tokens.databaseProbe).toResolvedValue(
      (knex) => new PostgresHealthProbe(knex),
      [databaseToken],
    );
  });
