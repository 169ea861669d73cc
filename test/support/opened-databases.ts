import type { Knex } from 'knex';
import { afterEach } from 'vitest';
import { openDatabase, type DatabaseOptions } from '../../adapters/postgres/connection.ts';

type Limits = Pick<DatabaseOptions, 'answerLimitMs'>;

/** @returns opens pools for the tests of a file; each is closed when its test is over. */
export const openedDatabases = (): ((url: string, poolMax?: number, limits?: Limits) => Knex) => {
  const opened: Knex[] = [];
  afterEach(async () => {
    for (const knex of opened.splice(0)) await knex.destroy();
  });
  return (url, poolMax = 1, limits = {}) => {
    const knex = openDatabase({ url, poolMax, ...limits });
    opened.push(knex);
    return knex;
  };
};
