import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { openDatabase } from '../../adapters/postgres/connection.ts';
import { migrate } from '../../adapters/postgres/migrations.ts';
import { postgresRecipe } from './postgres-recipe.ts';
import { provide, type Unavailable } from './services.ts';

/** Databases of this run's own in one server, all dropped at its end. */
export interface TestDatabases {
  /** A new database, migrated or without anything in it. @returns its URL. */
  create(isEmpty: boolean): Promise<string>;
  /** Drops the database, whoever is connected to it. */
  drop(url: string): Promise<void>;
  /** Drops all of them and ends the server if it was started for this run. */
  stop(): Promise<void>;
}

export const openTestDatabases = async (): Promise<TestDatabases | Unavailable> => {
  const service = await provide(postgresRecipe);
  if ('unavailable' in service) return service;
  const prefix = `quoin_test_${randomBytes(6).toString('hex')}`;
  const template = `${prefix}_template`;
  const server = openDatabase({ url: service.url, poolMax: 4 });
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

/** A template may have no connections while it is copied. */
const prepareTemplate = async (url: string): Promise<void> => {
  const database: Knex = openDatabase({ url, poolMax: 1 });
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
};
