import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../../bootstrap/config.ts';
import { openService } from '../../../bootstrap/start/open-service.ts';
import { hasCode, operator, type Cms, type UserActor } from '../../../core/index.ts';
import { hour, minute } from '../../../core/vocabulary.ts';
import { testSecret } from '../core/memory-cms.ts';
import { quickStart, startService, type ServiceProcess } from '../service/service-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const shiftedClock = new URL('shifted-clock.ts', import.meta.url).href;
const hooks = fileURLToPath(new URL('disturbing-hooks.config.ts', import.meta.url));

/** What an item has been through, by the clock of the database. */
export interface Outcome {
  readonly status: string;
  readonly version: number;
  readonly revisions: number;
  readonly events: number;
  readonly failures: number;
  /** When the newest revision was stored. */
  readonly storedAt: number;
}

/** A core without a server, which plans changes, and means to start services that make them. */
export interface ScheduleScene {
  readonly cms: Cms;
  readonly editor: UserActor;
  /** The time of the database. */
  readonly now: () => Promise<number>;
  /** Creates a draft that is published `ms` from now. @returns its id and the time. */
  readonly planned: (
    title: string,
    ms: number,
  ) => Promise<{ readonly id: string; readonly at: number }>;
  /** A service process whose clock differs by this many hours. */
  readonly start: (hours: number) => Promise<ServiceProcess>;
  readonly outcomeOf: (id: string) => Promise<Outcome>;
  /** The processes that asked the hook about the item, in order. */
  readonly callsFor: (id: string) => Promise<readonly number[]>;
  /** The number of pending changes. */
  readonly pending: () => Promise<number>;
}

/** Everything is closed after the test. */
export const scheduleScene = async (url: string): Promise<ScheduleScene> => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const env = {
    DATABASE_URL: url,
    DATA_DIR: folder.path,
    JWT_SECRET: testSecret,
    LOG_LEVEL: 'silent',
  };
  const { cms, close } = await openService(readConfig(env), { holder: 'a test' });
  onTestFinished(close);
  const pool = new Pool({ connectionString: url, max: 2 });
  onTestFinished(() => pool.end());
  const read = async <T>(sql: string, values: readonly unknown[] = []): Promise<T> =>
    (await pool.query(sql, [...values])).rows[0];

  const user = await cms.users.create(operator, {
    email: `${crypto.randomUUID()}@example.org`,
    password: 'correct horse battery',
    role: 'editor',
  });
  const editor: UserActor = {
    kind: 'user',
    userId: user.user.id,
    sessionId: '',
    role: 'editor',
    grants: [],
  };
  const now = async (): Promise<number> =>
    Number(
      (await read<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now'))
        .now,
    );

  return {
    cms,
    editor,
    now,
    planned: async (title, ms) => {
      const { id } = await cms.content.create(editor, { collection: 'pages', title });
      for (let ahead = ms; ; ahead *= 2) {
        const at = Math.ceil(await now()) + ahead;
        try {
          await cms.schedule.plan(editor, id, { publishAt: at });
          return { id, at };
        } catch (error) {
          // On a slow machine, the time has come before it is planned.
          if (ahead > minute || !hasCode(error, 'invalid_input')) throw error;
        }
      }
    },
    start: async (hours) => {
      const service = await startService(
        {
          ...env,
          LOG_LEVEL: 'info',
          CLOCK_SHIFT: String(hours * hour),
          HOOK_FOLDER: folder.path,
          QUOIN_CONFIG: hooks,
        },
        ['bootstrap/main.ts'],
        [...quickStart, `--import=${shiftedClock}`],
      );
      onTestFinished(() => service[Symbol.asyncDispose]());
      await service.ready;
      return service;
    },
    outcomeOf: async (id) => {
      const row = await read<Readonly<Record<keyof Outcome, string>>>(
        `select status, version,
          (select count(*) from content_revisions where content_id = content.id) as revisions,
          (select max(stored_at) from content_revisions where content_id = content.id) as "storedAt",
          (select count(*) from outbox where event ->> 'id' = content.id::text and event ->> 'type' = 'content') as events,
          (select count(*) from outbox where event ->> 'id' = content.id::text and event ->> 'type' = 'schedule_failed') as failures
        from content where id = $1`,
        [id],
      );
      return {
        status: row.status,
        version: Number(row.version),
        revisions: Number(row.revisions),
        events: Number(row.events),
        failures: Number(row.failures),
        storedAt: Number(row.storedAt),
      };
    },
    callsFor: async (id) =>
      (await readFile(join(folder.path, 'calls'), 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line.endsWith(id))
        .map((line) => Number(line.split(' ')[0])),
    pending: async () =>
      Number(
        (
          await read<{ count: string }>(
            "select count(*) from content_schedules where state = 'pending'",
          )
        ).count,
      ),
  };
};
