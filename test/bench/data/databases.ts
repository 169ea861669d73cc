import { Client } from 'pg';

/** Databases of this run in a server. Disposing drops them. */
export interface Databases extends AsyncDisposable {
  /** The version of the server. */
  readonly version: string;
  /** @param template the URL of a database without connections. @returns the URL of the new database. */
  create(template?: string): Promise<string>;
  /** Drops the database and disconnects its clients. */
  drop(url: string): Promise<void>;
}

/** @param url a role that may create databases. */
export const openDatabases = async (url: string, prefix: string): Promise<Databases> => {
  const server = new Client({ connectionString: url });
  await server.connect();
  const names = new Set<string>();
  let count = 0;
  const drop = async (name: string): Promise<void> => {
    await server.query(`drop database if exists "${name}" with (force)`);
    names.delete(name);
  };
  const { rows } = await server.query<{ readonly server_version: string }>('show server_version');
  return {
    version: rows[0]?.server_version ?? 'unknown',
    create: async (template) => {
      count += 1;
      const name = `${prefix}_${count}`;
      names.add(name);
      const source = template === undefined ? 'template0' : nameIn(template);
      await server.query(`create database "${name}" template "${source}"`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    drop: (database) => drop(nameIn(database)),
    [Symbol.asyncDispose]: async () => {
      for (const name of names) await drop(name);
      await server.end();
    },
  };
};

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

/** Runs statements on a connection of their own. */
export const withClient = async <T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
