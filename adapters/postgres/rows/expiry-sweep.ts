import type { DatabaseSession } from '../connection/database-session.ts';
import { removeIfAny, type Statement } from '../connection/statement.ts';
import type { Table } from './table.ts';

/**
 * Removes the rows whose time in a column is before a given one.
 *
 * @param column has an index, with which it looks first whether there is such a row.
 */
export const expirySweep = <T>({ name, remove }: Table<T>, column: string) => {
  const any: Statement = {
    name: `${name}_any_expired`,
    text: `select 1 from ${name} where ${column} < $1 order by ${column} limit 1`,
  };
  const removal = remove(`${name}_delete_expired`, `${column} < $1`);
  return async (database: DatabaseSession, time: number): Promise<false> => {
    await removeIfAny(database, any, removal, [time]);
    return false;
  };
};
