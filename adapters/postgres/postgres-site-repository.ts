import type { CollectionFields, SiteRepository, SiteState } from '../../core/store.ts';
import { defaultSettings, type Settings } from '../../core/vocabulary.ts';
import { hasState, siteStamp } from './basis.ts';
import type { DatabaseSession } from './connection/database-session.ts';
import { sharedReads, type SharedRead } from './connection/shared-reads.ts';
import { execute, query, type Statement } from './connection/statement.ts';

/** One row of JSON. */
type SiteRow = Partial<Settings & { readonly starterCollectionsCreated: boolean }>;

/** A row for each name, with what the site is to a reader who asks for this collection. */
const loading = (name: string, more = ''): Statement => ({
  name,
  text: `
    select asked.name as asked, (select value from settings),
      case when exists (select from collections where ${hasState})
        then (select json_agg(json_strip_nulls(json_build_object('id', id, 'isActive', is_active,
          'isPrivate', nullif(is_private, false), 'baseLocale', base_locale))) from collections)
      end as states,
      (select json_strip_nulls(json_build_object('id', id, 'name', name, 'isActive', is_active,
        'isSingleton', nullif(is_singleton, false)))
        from collections where name = asked.name) as collection,
      ${siteStamp('asked.name')} as stamp${more}
    from unnest($1::text[]) asked (name)`,
});

const load = loading('site_load');

const loadWithSchemas = loading(
  'site_load_schemas',
  `, (select json_agg(json_build_object('id', id, 'name', name, 'isActive', is_active, 'schema', schema))
      from collections) as schemas`,
);

interface LoadedRow {
  readonly asked: string;
  readonly value: SiteRow | null;
  readonly states: SiteState['collectionStates'] | null;
  readonly collection: NonNullable<SiteState['collection']> | null;
  readonly stamp: string;
  /** Null if there are no collections. */
  readonly schemas?: readonly CollectionFields[] | null;
}

/** The most collections that one statement is asked for. */
const maxNames = 100;

/** No collection has an empty name. */
const noName = '';

/** Replaces the members that are given and keeps the others. */
/** Replaces everything but the claim. */
const save: Statement = {
  name: 'site_save',
  text:
    'insert into settings (id, value) values (true, $1) on conflict (id) do update ' +
    'set value = (excluded.value::jsonb || jsonb_strip_nulls(jsonb_build_object(' +
    "'starterCollectionsCreated', settings.value -> 'starterCollectionsCreated')))::json",
};

const claim: Statement = {
  name: 'site_claim_starter_collections',
  text:
    `insert into settings (id, value) values (true, '{"starterCollectionsCreated":true}') on conflict (id) do update ` +
    `set value = (settings.value::jsonb || excluded.value::jsonb)::json ` +
    `where settings.value ->> 'starterCollectionsCreated' is distinct from 'true'`,
};

/** The settings, and whether the starter collections were created. */
export class PostgresSiteRepository implements SiteRepository {
  readonly #database: DatabaseSession;
  readonly #load: SharedRead<string, SiteState>;
  readonly #loadWithSchemas: SharedRead<string, SiteState>;

  constructor(database: DatabaseSession) {
    this.#database = database;
    const reading = (statement: Statement): SharedRead<string, SiteState> =>
      sharedReads({
        load: async (names) => {
          const rows = await query<LoadedRow>(database, statement, [names]);
          return new Map(rows.map((row) => [row.asked, siteOf(row)]));
        },
        nameOf: (name) => name,
        maxKeys: maxNames,
      });
    this.#load = reading(load);
    this.#loadWithSchemas = reading(loadWithSchemas);
  }

  async load(collection: string = noName, withSchemas = false): Promise<SiteState> {
    const site = await (withSchemas ? this.#loadWithSchemas : this.#load)(collection);
    if (site === undefined) throw new TypeError('The statement has a row for each name');
    return site;
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.#save(settings);
  }

  async claimStarterCollections(): Promise<boolean> {
    return (await execute(this.#database, claim, [])) > 0;
  }

  async #save(members: SiteRow): Promise<void> {
    await execute(this.#database, save, [JSON.stringify(members)]);
  }
}

const siteOf = ({ value, states, collection, stamp, schemas }: LoadedRow): SiteState => {
  const { starterCollectionsCreated: _, ...saved } = value ?? {};
  return {
    settings: { ...structuredClone(defaultSettings), ...saved },
    collectionStates: states ?? undefined,
    collection: collection ?? undefined,
    ...(schemas !== undefined && { schemas: schemas ?? [] }),
    stamp,
  };
};
