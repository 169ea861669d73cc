import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator } from '../../core/index.ts';
import { fieldIndexesOf, type Store } from '../../core/store.ts';
import { encodeJson, type ContentItem, type JsonObject } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { creationOf, insertItems } from '../conformance/content/content-changes.ts';
import { awkwardText, contentId, sampleCollection, sampleContent } from '../conformance/samples.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { openedDatabases } from '../support/postgres/opened-databases.ts';
import { cmsOverStore } from '../support/queries/cms-over-store.ts';

/** Settings with which a session reads or writes values in another form. */
const settings: readonly (readonly [name: string, value: string])[] = [
  ...['-15', '-1', '0', '3'].map((value) => ['extra_float_digits', value] as const),
  ...['SQL, DMY', 'German, DMY', 'Postgres, MDY', 'SQL, YMD'].map(
    (value) => ['DateStyle', value] as const,
  ),
  ...['Asia/Kathmandu', 'America/St_Johns', '<+0537>-05:37'].map(
    (value) => ['TimeZone', value] as const,
  ),
  ['IntervalStyle', 'sql_standard'],
  ...['lc_numeric', 'lc_time', 'lc_monetary', 'lc_messages'].map((name) => [name, 'C'] as const),
  ['bytea_output', 'escape'],
  ['standard_conforming_strings', 'off'],
  ['backslash_quote', 'on'],
  ['array_nulls', 'off'],
  ['transform_null_equals', 'on'],
  ['quote_all_identifiers', 'on'],
  ['plpgsql.variable_conflict', 'use_column'],
  ['default_text_search_config', 'pg_catalog.german'],
  ['search_path', ''],
];

const numbers = [0.1 + 0.2, 0.3, 1 / 3, 1.4, 1.5, 1e21, 1e-7, 5e-324, -0, 123456789012345680];
const moments = [
  '2026-02-03T04:05',
  '2026-03-02T04:05:06.789Z',
  '9999-12-31T23:59:59.999999+14:00',
];
const texts = [awkwardText, '1.5', '2026-02-03', 'c0000000-0000-7000-8000-00000000000A', ''];
const lists = [numbers, moments, texts, [true, false], [numbers]];

const literal = (data: JsonObject): string => `$json$${encodeJson(data)}$json$::json`;

const ofValues = [...numbers, ...moments, ...texts, true, {}, null];
const kinds = ['text', 'choice', 'date', 'uuid', 'number', 'boolean', 'moment'];

/** Calls of all functions of the schema that are declared immutable. Indexes contain most of them. */
const calls: Readonly<Record<string, readonly string[]>> = {
  content_text: ofValues.flatMap((a) =>
    kinds.map((kind) => `content_text(${literal({ a })}, 'a', '${kind}', 256)`),
  ),
  content_texts: lists.flatMap((a) =>
    kinds.map((kind) => `content_texts(${literal({ a })}, 'a', '${kind}', 256)`),
  ),
  // As bytes: the text of a result may depend on the session.
  content_number: ofValues.flatMap((a) =>
    kinds.map(
      (kind) => `encode(float8send(content_number(${literal({ a })}, 'a', '${kind}')), 'hex')`,
    ),
  ),
  content_numbers: lists.flatMap((a) =>
    kinds.map(
      (kind) => `encode(array_send(content_numbers(${literal({ a })}, 'a', '${kind}')), 'hex')`,
    ),
  ),
  content_unique_value: ofValues.flatMap((a) =>
    kinds.map((kind) => `content_unique_value(${literal({ a })}, 'a', '${kind}')`),
  ),
  content_list_keys: lists.flatMap((a) =>
    kinds.map((kind) => `content_list_keys('${contentId(1)}', ${literal({ a })}, 'a', '${kind}')`),
  ),
  content_members: lists.map((a) => `content_members(${literal({ a })}, array['a'])::text`),
  content_title_entries: [`content_title_entries($$first second third$$)`],
  rolled_prints: [`rolled_prints('{"a": "1", "b": "2"}', '{"b": "3"}', array['b'])::text`],
  changed_paths: [
    `changed_paths('{"a": "1", "Z": "1"}', '{"a": "2", "ä": "1", "b": "1"}', array['b'])::text`,
  ],
  content_search_span: ['content_search_span(1760000000123, 13)'],
  content_search_keys: [
    `content_search_keys('simple', '${contentId(1)}', 'published', 1760000000123)`,
  ],
  content_search_spans: ['content_search_spans(1760000000000, 1769999999999, 22)::text'],
};

const collection = sampleCollection(1, {
  name: 'goods',
  schema: {
    type: 'object',
    properties: {
      price: { type: 'number', unique: true },
      sizes: { type: 'array', items: { type: 'number' }, indexed: true },
      weight: { type: 'number', indexed: true },
    },
    required: [],
  },
});
const wanted = fieldIndexesOf(collection);

const item = (n: number, data: JsonObject): ContentItem =>
  sampleContent(n, { data: encodeJson(data) });

const maintain = ({ repositories: { indexes } }: Store): Promise<boolean> =>
  indexes.maintain(async () => wanted, 0, { aborted: false });

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  const pool = openPool({ url, poolMax: 3 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const name = new URL(url).pathname.slice(1);
  afterAll(() => knex.destroy());

  const asText = async (on: Knex, expressions: readonly string[]): Promise<unknown> => {
    const { rows } = await on.raw(
      `select ${expressions.map((each, at) => `${each} as v${at}`).join(', ')}`.replaceAll(
        '?',
        '\\?',
      ),
    );
    return rows[0];
  };

  test('all functions that are declared immutable are in the next test', async () => {
    const { rows } = await knex.raw(
      "select proname as name from pg_proc where provolatile = 'i' and pronamespace = current_schema()::regnamespace",
    );
    const names = (rows as readonly { readonly name: string }[]).map((row) => row.name);
    expect(Object.keys(calls).sort()).toEqual(names.sort());
  });

  test.each(settings)('they return the same with %s = %s', async (setting, value) => {
    const { knex: on } = open(url);
    // With the schema, for another search path.
    const resultsOf = async (called: string): Promise<unknown> =>
      asText(
        on,
        calls[called]!.map((each) => each.replace(called, `public.${called}`)),
      );
    for (const called of Object.keys(calls)) {
      await on.raw('reset all');
      const before = await resultsOf(called);
      await on.raw('select set_config(?, ?, false)', [setting, value]);
      expect(await resultsOf(called), called).toEqual(before);
    }
  });

  describe('a program whose session has few digits', () => {
    beforeEach(async () => {
      await emptyTables(knex);
      await store.repositories.collections.insert(collection);
      await maintain(store);
    });

    /** The service on a connection that a pooler passes on from such a program. */
    const elsewhere = async (digits: number): Promise<Store> => {
      const other = open(url);
      await other.knex.raw(`set extra_float_digits = ${digits}`);
      return storeOver(other);
    };

    test.each([-15, 0])('with %i digits, writes the same keys', async (digits) => {
      const other = await elsewhere(digits);
      await insertItems(other, [
        item(1, { price: 0.3, sizes: [0.3], weight: 0.3 }),
        item(2, { price: 0.1 + 0.2, sizes: [0.1 + 0.2], weight: 0.1 + 0.2 }),
      ]);
      await insertItems(store, [item(3, { price: 0.4, sizes: [0.4], weight: 0.4 })]);
      const taken = { code: 'value_taken' };
      for (const [on, price] of [
        [store, 0.1 + 0.2],
        [store, 0.3],
        [other, 0.4],
      ] as const) {
        await expect(on.commit([creationOf(item(4, { price }))])).rejects.toMatchObject(taken);
      }
      for (const on of [store, other]) {
        const cms = await cmsOverStore(on);
        for (const [field, value, title] of [
          ['sizes', '0.3', 'Item 1'],
          ['sizes', '0.30000000000000004', 'Item 2'],
          ['weight', '0.4', 'Item 3'],
          ['price', '0.30000000000000004', 'Item 2'],
        ] as const) {
          const { value: page } = await cms.content.readPage(operator, {
            of: {
              query: {
                collection: 'goods',
                where: [{ field: `data.${field}`, operator: 'eq', value }],
              },
            },
            client: 'here',
          });
          const titles = 'items' in page ? page.items.map((each) => each.title) : [];
          expect(titles, `${field} ${value}`).toEqual([title]);
        }
      }
    });

    test('does not change the cursors of the service, if the database has this setting', async () => {
      await insertItems(
        store,
        times(9, (n) => item(n, { weight: 1 + n * Number.EPSILON })),
      );
      await knex.raw(`alter database ${name} set extra_float_digits = -15`);
      try {
        const cms = await cmsOverStore(storeOver(open(url)));
        const titles: string[] = [];
        let after: string | undefined;
        for (let page = 0; page < 9; page += 1) {
          const query = { collection: 'goods', sort: 'data.weight', limit: 1, after };
          const command = { of: { query }, client: 'here' };
          const { value: read } = await cms.content.readPage(operator, command);
          titles.push(...('items' in read ? read.items.map((each) => each.title) : []));
          after = read.cursor;
        }
        expect(titles).toEqual(times(9, (n) => `Item ${n}`));
        expect(after).toBeUndefined();
      } finally {
        await knex.raw(`alter database ${name} reset extra_float_digits`);
      }
    });
  });
});
