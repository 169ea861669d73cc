import { beforeAll, describe, expect, test } from 'vitest';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { openAnyDatabase } from '../../support/postgres/fresh-database.ts';
import { hostileJsonBodies, hostileUploads } from '../../support/http/hostile-bodies.ts';
import {
  forDatabases,
  hostileForms,
  hostilePaths,
  hostileQueries,
  type FindMutations,
} from '../../support/http/hostile-requests.ts';
import {
  sendHostileRequests,
  targets,
  type TestStore,
} from '../../support/http/send-hostile-requests.ts';

const pool = await openAnyDatabase();
const { knex } = pool;

/** All columns, from the catalogue: its standard view takes many times as long. */
const tables = async (): Promise<unknown> => {
  const { rows: columns } = await knex.raw(`
    select relname, relkind, attname, atttypid, atttypmod, attnotnull, attcollation, attidentity,
      attgenerated, attisdropped, pg_get_expr(adbin, adrelid) as expression
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and attnum > 0
    order by relname, attnum`);
  return columns;
};

/** Reads all rows in one statement, because reading every repository would dominate the test time. */
const rows = [
  ...['collections', 'content', 'content_trash', 'media', 'users', 'user_grants'].map(
    (table) => `(select string_agg(each::text, ',' order by each::text) from ${table} each)`,
  ),
  // Leaves out what reads change: the last use of a token.
  `(select string_agg((to_jsonb(each) - 'last_used_at')::text, ',' order by id) from api_tokens each)`,
  `(select value::text from settings)`,
];

const readAll = async (): Promise<string> => {
  const answer = await knex.raw<{ readonly rows: readonly { readonly all: string }[] }>(
    `select md5(concat_ws('|', ${rows.join(', ')})) as all`,
  );
  return answer.rows[0]?.all ?? '';
};

/** Whether a statement was sent that could have changed a row: anything but one `select`. */
let hasWritten = true;

knex.on('query', ({ sql }: { readonly sql: string }) => {
  if (!/^select\b[^;]*$/i.test(sql)) hasWritten = true;
});

let stored = '';

/** Most rejected requests write nothing, so the rows need not be read again. */
const observe = async (): Promise<string> => {
  if (!hasWritten) return stored;
  hasWritten = false;
  stored = await readAll();
  return stored;
};

const openStore = async (): Promise<TestStore> => {
  await emptyTables(knex);
  return { ports: { store: storeOver(pool) }, observe };
};

const places: readonly (readonly [string, FindMutations])[] = [
  ['path', hostilePaths],
  ['query', hostileQueries],
  ['form', hostileForms],
  ['body', hostileJsonBodies],
  ['upload', hostileUploads],
];

const cases = places.flatMap(([place, findAll]) => {
  const find = forDatabases(findAll);
  return targets
    .map((target) => ({ name: `${place} of ${target.id}`, target, find }))
    .filter(({ target }) => find(target.operation).length > 0);
});

describe('no value is executed as SQL, causes a database error, or leaves a partial write (CVE-2026-26980, CVE-2026-9082, CVE-2026-25544)', () => {
  let before: unknown;
  beforeAll(async () => {
    before = await tables();
  });

  test.each(cases)('$name', async ({ target, find }) => {
    const counts = await sendHostileRequests(target, find, openStore);
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(5);
    expect(await tables()).toEqual(before);
  });
});
