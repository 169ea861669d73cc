import { promisify } from 'node:util';
import type { Connection } from './answer-limit.ts';

/** Settings of a session by their names (PostgreSQL manual, chapter 20); a bare number is in ms. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * What the operator set for the role, for the database or in `options` of the address stays; what
 * the file of the server says does not, since that is for everybody.
 */
const text = `
  select set_config(wanted.name, wanted.value, false)
  from unnest($1::text[], $2::text[], $3::boolean[]) as wanted (name, value, is_asked)
  join pg_settings on pg_settings.name = wanted.name
  where is_asked or source not in ('client', 'user', 'database', 'database user')`;

/**
 * Applies settings to a new connection, by SQL: as parameters of the connection itself a pooler in
 * between would refuse them.
 *
 * @param asked wins over everything.
 * @param usual gives way to what is set for the role or the database.
 * @param patienceMs how long the server may take.
 */
export const applySettings = async (
  connection: Connection,
  { asked, usual }: { readonly asked: SessionSettings; readonly usual: SessionSettings },
  patienceMs: number,
): Promise<void> => {
  const settings = { ...usual, ...asked };
  const names = Object.keys(settings);
  const values = [names, Object.values(settings), names.map((name) => name in asked)];
  const query = promisify(connection.query.bind(connection));
  await query({ text, values, query_timeout: patienceMs });
};
