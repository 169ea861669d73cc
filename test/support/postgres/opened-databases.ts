import type { Knex } from 'knex';
import { afterEach } from 'vitest';
import { openPool, type PoolOptions } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';

type Limits = Pick<PoolOptions, 'answerTimeoutMs'>;

/** @returns a function that opens a pool. The pool is closed after the test. */
export const openedDatabases = (): ((url: string, poolMax?: number, limits?: Limits) => Knex) => {
  const opened: Knex[] = [];
  afterEach(async () => {
    for (const knex of opened.splice(0)) await knex.destroy();
  });
  return (url, poolMax = 1, limits = {}) => {
    const knex = openPool({ url, poolMax, ...limits }, new SystemTimer());
    opened.push(knex);
    return knex;
  };
};
