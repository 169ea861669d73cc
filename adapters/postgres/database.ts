import type { Knex } from 'knex';

/** What the repositories run on: a server's connections, or Postgres inside the process. */
export type Database = Knex;
