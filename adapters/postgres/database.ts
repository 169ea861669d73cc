import type { Knex } from 'knex';

/**
 * What the repositories run on: a server's connections, or Postgres inside the process. Who wires them
 * need not know that it is Knex.
 */
export type Database = Knex;
