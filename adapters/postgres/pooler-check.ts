import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { databaseErrorOf, unavailable } from './errors.ts';
import { UnusableSchema } from './operator-errors.ts';

/** How many connections are kept from the pooler, so that it has to use another one. */
const maxHeld = 2;

/** SQLSTATE `invalid_sql_statement_name`: the connection does not know the statement. */
const unknownStatement = '26000';

/**
 * Every statement is prepared once for each connection. A pooler in transaction mode gives each transaction
 * another connection: it must prepare the statement there, as PgBouncer does from version 1.21 on.
 *
 * @throws UnusableSchema if the pooler does not; DomainError `dependency_unavailable` without a connection.
 */
export const assertKeepsStatements = async (config: ClientConfig): Promise<void> => {
  const opened: Client[] = [];
  const open = async (): Promise<Client> => {
    const client = new Client(config);
    client.on('error', () => undefined);
    opened.push(client);
    await client.connect();
    return client;
  };
  try {
    const client = await open();
    const probe = { name: `probe_${randomUUID()}`, text: 'select pg_backend_pid() as process' };
    const first = await processOf(client, probe);
    for (let held = 0; held < maxHeld; held += 1) {
      await (await open()).query('begin');
      // The statement has survived a change of the connection.
      if ((await processOf(client, probe)) !== first) return;
    }
  } catch (error) {
    if (databaseErrorOf(error)?.code !== unknownStatement) throw unavailable(error);
    throw new UnusableSchema(
      'The pooler in DATABASE_URL runs each transaction on another connection and loses prepared statements. Use its session mode, or a pooler that keeps them, such as PgBouncer from version 1.21 on with max_prepared_statements',
      { cause: error },
    );
  } finally {
    await Promise.allSettled(opened.map((client) => client.end()));
  }
};

const processOf = async (
  client: Client,
  probe: { readonly name: string; readonly text: string },
): Promise<number | undefined> =>
  (await client.query<{ readonly process: number }>(probe)).rows[0]?.process;
