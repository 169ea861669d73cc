import { describe, expect, test } from 'vitest';
import { hostileJsonBodies, hostileUploads } from '../../support/http/hostile-bodies.ts';
import {
  hostileForms,
  hostileHeaderFields,
  hostilePaths,
  hostileQueries,
  type FindMutations,
} from '../../support/http/hostile-requests.ts';
import {
  sendHostileRequests,
  targets,
  type TestStore,
} from '../../support/http/send-hostile-requests.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { openAnyDatabase } from '../../support/postgres/fresh-database.ts';

const knex = await openAnyDatabase();

const inDatabase = async (): Promise<TestStore> => {
  await emptyTables(knex);
  return { ports: { store: storeOver(knex) } };
};

/** Every class of attack with one operation. The other files of this folder send it to all. */
const attacks: readonly (readonly [place: string, id: string, find: FindMutations])[] = [
  ['path', 'getContent', hostilePaths],
  ['query', 'listContent', hostileQueries],
  ['header', 'updateContent', hostileHeaderFields],
  ['form', 'logInByForm', hostileForms],
  ['body', 'createContent', hostileJsonBodies],
  ['upload', 'uploadMedia', hostileUploads],
];

describe.each([
  { name: 'in memory', open: undefined },
  { name: 'in a database', open: inDatabase },
])(
  'with a store $name, an attack gets a documented response and never a partial write',
  (store) => {
    test.each(attacks)('in the %s of %s', async (_, id, find) => {
      const target = targets.find((each) => each.id === id)!;
      const counts = await sendHostileRequests(target, find, store.open);
      expect([...counts.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(5);
    });
  },
);
