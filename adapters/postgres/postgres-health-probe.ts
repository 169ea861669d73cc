import type { Knex } from 'knex';
import type { HealthProbe } from '../../core/index.ts';
import { runStatement } from './statement.ts';

const ping = { name: 'ping', text: 'select 1' };

/** Asks the database for the least it can answer. */
export class PostgresHealthProbe implements HealthProbe {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async ping(): Promise<void> {
    await runStatement(this.#knex, ping, []);
  }
}
