import {
  defaultSettings,
  type Settings,
  type SiteRepository,
  type SiteState,
} from '../../core/index.ts';
import type { Database } from './connections.ts';
import { execute, query, type Statement } from './statement.ts';

/** One row of JSON: the settings, and the members of {@link Bookkeeping} beside them. */
type SiteRow = Partial<Settings & Bookkeeping>;

interface Bookkeeping {
  readonly planted: boolean;
  /** Stored by earlier releases. */
  readonly cacheEpoch: string;
}

const load: Statement = {
  name: 'site_load',
  text: `
    select (select value from settings),
      case when exists (select from collections where not is_active)
        then array(select id::text from collections where is_active)
      end as active`,
};

/** Replaces the members that are given and keeps the others. */
const save: Statement = {
  name: 'site_save',
  text:
    'insert into settings (id, value) values (true, $1) on conflict (id) do update ' +
    'set value = (settings.value::jsonb || excluded.value::jsonb)::json',
};

const claim: Statement = {
  name: 'site_claim_starter_collections',
  text:
    `insert into settings (id, value) values (true, '{"planted":true}') on conflict (id) do update ` +
    `set value = (settings.value::jsonb || excluded.value::jsonb)::json ` +
    `where settings.value ->> 'planted' is distinct from 'true'`,
};

/** Settings and bookkeeping in PostgreSQL. */
export class PostgresSiteRepository implements SiteRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async load(): Promise<SiteState> {
    const [row] = await query<{
      readonly value: SiteRow | null;
      readonly active: readonly string[] | null;
    }>(this.#database, load);
    const { planted: _, cacheEpoch: __, ...saved } = row?.value ?? {};
    return {
      settings: { ...structuredClone(defaultSettings), ...saved },
      activeCollections: row?.active ?? 'all',
    };
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
