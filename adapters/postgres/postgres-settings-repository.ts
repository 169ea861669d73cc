import type { Knex } from 'knex';
import { defaultSettings, type Settings, type SettingsRepository } from '../../core/index.ts';
import { runStatement, runWrite, type Statement } from './statement.ts';

const load: Statement = { name: 'settings_load', text: 'select value from settings' };

const save: Statement = {
  name: 'settings_save',
  text:
    'insert into settings (id, value) values (true, $1) ' +
    'on conflict (id) do update set value = excluded.value',
};

/** Settings in PostgreSQL: one row of JSON. A setting that it lacks has its default. */
export class PostgresSettingsRepository implements SettingsRepository {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async load(): Promise<Settings> {
    const { rows } = await runStatement<{ readonly value: Settings }>(this.#knex, load, []);
    return { ...structuredClone(defaultSettings), ...rows[0]?.value };
  }

  async save(settings: Settings): Promise<void> {
    await runWrite(this.#knex, save, [JSON.stringify(settings)]);
  }
}
