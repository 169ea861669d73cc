import { randomBytes } from 'node:crypto';
import { openPostgresStore } from '../../../adapters/postgres/open-postgres-store.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { postgresRecipe } from './postgres-recipe.ts';
import { provide, type Unavailable } from '../services.ts';

/** The databases of this test run in one server. */
export interface TestDatabases {
  /** Creates a database, empty or migrated. @returns its URL. */
  create(isEmpty: boolean): Promise<string>;
  /** Drops the database, and disconnects its clients. */
  drop(url: string): Promise<void>;
  /** Drops all databases, and stops the server if this run started it. */
  stop(): Promise<void>;
}

export const openTestDatabases = async (): Promise<TestDatabases | Unavailable> => {
  const service = await provide(postgresRecipe);
  if ('unavailable' in service) return service;
  const prefix = `quoin_test_${randomBytes(6).toString('hex')}`;
  const template = `${prefix}_template`;
  const { knex: server } = openPool({ url: service.url, poolMax: 4 }, new SystemTimer());
  const names = new Set<string>();
  const urlOf = (name: string): string => {
    const url = new URL(service.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const create = async (name: string, from: string): Promise<string> => {
    names.add(name);
    await server.raw('create database ?? template ??', [name, from]);
    return urlOf(name);
  };
  const drop = async (name: string): Promise<void> => {
    await server.raw('drop database if exists ?? with (force)', [name]);
    names.delete(name);
  };
  const migrated = prepareTemplate(await create(template, 'template0'));
  let count = 0;
  return {
    create: async (isEmpty) => {
      await migrated;
      count += 1;
      return create(`${prefix}_${count}`, isEmpty ? 'template0' : template);
    },
    drop: (url) => drop(new URL(url).pathname.slice(1)),
    stop: async () => {
      for (const name of names) await drop(name);
      await server.destroy();
      await service.stop();
    },
  };
};

/** Migrates the template. Closes its connection, because a template with connections cannot be copied. */
const prepareTemplate = async (url: string): Promise<void> => {
  const store = openPostgresStore({ url, poolMax: 1 }, new SystemTimer());
  try {
    await store.migrate();
  } finally {
    await store.close();
  }
};
