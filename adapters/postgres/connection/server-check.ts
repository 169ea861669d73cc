import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { databaseErrorOf, unavailable } from './errors.ts';
import { UnusableSchema } from './operator-errors.ts';

/** How many connections are held back from the pooler, so that it has to use another one. */
const maxHeld = 2;

/** SQLSTATE `invalid_sql_statement_name`: the connection does not know the statement. */
const unknownStatement = '26000';

/** As `server_version_num` has it: 15.0. */
const oldestVersion = 150_000;

interface Probe {
  readonly process: number;
  readonly version: number;
}

/**
 * The server must be PostgreSQL 15 or later. Every statement is prepared once for each connection. A pooler in
 * transaction mode gives each transaction another connection: it must prepare the statement there, as PgBouncer
 * does from version 1.21 on.
 *
 * @throws UnusableSchema if the server is older, or the pooler does not prepare them; DomainError
 *   `dependency_unavailable` without a connection.
 */
export const assertUsableServer = async (config: ClientConfig): Promise<void> => {
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
    const probe = { name: `probe_${randomUUID()}`, text: probeText };
    const first = await answerOf(client, probe);
    if (first.version < oldestVersion) throw tooOld(first.version);
    for (let held = 0; held < maxHeld; held += 1) {
      await (await open()).query('begin');
      // The statement has survived a change of the connection.
      if ((await answerOf(client, probe)).process !== first.process) return;
    }
  } catch (error) {
    if (error instanceof UnusableSchema) throw error;
    if (databaseErrorOf(error)?.code !== unknownStatement) throw unavailable(error);
    throw new UnusableSchema(
      'The pooler in DATABASE_URL runs each transaction on another connection and loses prepared statements. Use its session mode, or a pooler that keeps them, such as PgBouncer from version 1.21 on with max_prepared_statements',
      { cause: error },
    );
  } finally {
    await Promise.allSettled(opened.map((client) => client.end()));
  }
};

const probeText =
  "select pg_backend_pid() as process, current_setting('server_version_num')::integer as version";

const answerOf = async (
  client: Client,
  probe: { readonly name: string; readonly text: string },
): Promise<Probe> => {
  const [answer] = (await client.query<Probe>(probe)).rows;
  if (answer === undefined) throw new TypeError('A probe has one row');
  return answer;
};

const tooOld = (version: number): UnusableSchema =>
  new UnusableSchema(
    `The server in DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}, which is too old. Use version 15 or later`,
  );
