import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { copyOf } from '../../../adapters/memory/copy-of.ts';
import { emptyTables, forkTables } from '../../../adapters/memory/memory-tables.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { sampleUser } from '../../conformance/samples.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { MemoryNoteRepository, type TablesWithNotes } from './memory-note-repository.ts';
import { noteSuite } from './note-suite.ts';
import { notesMigration } from './notes-migration.ts';
import { notes, PostgresNoteRepository } from './postgres-note-repository.ts';

/*
 * Follows the recipe "Adding a kind of record" of docs/contributing.md with a kind that the service does not have, and
 * counts the places that a kind of the service has.
 */

describe('a kind of record of the recipe, in memory', () => {
  const open = async () => {
    const tables: TablesWithNotes = { ...emptyTables('notes'), notes: new Map() };
    const subject = new MemoryNoteRepository({
      read: async (query) => copyOf(query(tables)),
      write: async (change) => change(tables),
    });
    return { subject };
  };
  registerSuite(noteSuite, open, test);

  test('has its table in a fork, too', () => {
    const tables: TablesWithNotes = { ...emptyTables('notes'), notes: new Map() };
    const fork = forkTables(tables) as TablesWithNotes;
    expect(fork.notes).toEqual(tables.notes);
    expect(fork.notes).not.toBe(tables.notes);
  });
});

await withPostgres('migrated', async (url) => {
  const knex = openPool({ url, poolMax: 2 }, new SystemTimer());
  afterAll(() => knex.destroy());
  await knex.raw(notesMigration);
  await postgresRepositories(knex).users.insert(sampleUser(1));

  describe('a kind of record of the recipe, in PostgreSQL', () => {
    beforeEach(() => knex.raw('delete from notes'));
    registerSuite(noteSuite, async () => ({ subject: new PostgresNoteRepository(knex) }), test);
  });

  test('its columns are described once', () => {
    const path = join(projectRoot, 'test/adapters/record-kind/postgres-note-repository.ts');
    const text = readFileSync(path, 'utf8');
    // The statements of its own name columns again.
    const own = notes.columns.filter(({ name }) => !['id', 'created_at'].includes(name));
    expect(own.map(({ name }) => text.split(`'${name}'`).length - 1)).toEqual([1, 1, 1]);
  });
});

/** The files of the ports and of two stores that name a kind of the service. */
const placesOf = (kind: string): readonly string[] =>
  ['core/ports', 'adapters/postgres', 'adapters/memory'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      // What was before 0.1.0 gets no new kind.
      .filter((path) => !path.endsWith('/earlier-names.ts'))
      .filter((path) => {
        const text = readFileSync(join(projectRoot, path), 'utf8');
        return new RegExp(`\\b${kind}\\b`).test(text);
      }),
  );

test('the recipe names every place of a kind of the service', () => {
  const recipe = readFileSync(join(projectRoot, 'docs/contributing.md'), 'utf8')
    .split(/^## /m)
    .find((section) => section.startsWith('Adding a kind of record'));
  const named = [...(recipe ?? '').matchAll(/`([a-z][\w/<>.-]*\.ts)`/g)].map(([, path]) => path);
  const places = placesOf('receipts').map((path) =>
    path
      .replace(/migrations\/\d{4}-\w+\.ts/, 'migrations/<number>-<kind>s.ts')
      .replaceAll('receipt', '<kind>'),
  );
  expect(places.length).toBeGreaterThan(7);
  expect([...new Set(places)].filter((path) => !named.includes(path))).toEqual([]);
});
