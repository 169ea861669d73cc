import { afterEach } from 'vitest';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { openPool, type PoolOptions } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';

type Limits = Pick<PoolOptions, 'answerTimeoutMs'>;

/** @returns a function that opens a pool. The pool is closed after the test. */
export const openedDatabases = (): ((url: string, poolMax?: number, limits?: Limits) => Pool) => {
  const opened: Pool[] = [];
  afterEach(async () => {
    for (const pool of opened.splice(0)) await pool.close();
  });
  return (url, poolMax = 1, limits = {}) => {
    const pool = openPool({ url, poolMax, ...limits }, new SystemTimer());
    opened.push(pool);
    return pool;
  };
};
