import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { isDomainError, type Cms, type UserActor } from '../../core/index.ts';
import { coreWorld } from '../support/core/core-world.ts';
import {
  startCountingProxy,
  type CountingProxy,
  type Cut,
} from '../support/postgres/counting-proxy.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables, savedTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { inconsistencies } from '../support/postgres/inconsistencies.ts';
import {
  crashWrites,
  type CrashScene,
  type CrashWrite,
} from '../support/publishing/crash-writes.ts';
import { sharedCrashWrites } from '../support/publishing/shared-crash-writes.ts';

/** What is stored about content, without what says when, and without reservations. */
const stored = {
  content: 'id, title, slug, status, collection_id, data::text, version',
  content_trash: 'id, title, slug, status, collection_id, data::text, version',
  content_revisions:
    'content_id, version, title, slug, status, collection_id, data::text, changed::text',
  content_copies:
    'content_id, title, slug, collection_id, item_collection_id, base_version, data::text',
  content_schedules: 'content_id, action, state, reason',
  outbox:
    "event ->> 'id', event ->> 'type', event #>> '{before,version}', event #>> '{after,version}'",
  collections: 'id, name, version, description, is_singleton',
  media: 'id, original_name, state',
  receipts: 'key, answer::text',
} as const;

const conditions: Readonly<Record<string, string>> = {
  media: "where state = 'ready'",
  receipts: 'where answer is not null',
};

/** Whether a write of many items reads another one, before its first change. */
const isRepeatedRead = (names: readonly string[], at: number): boolean => {
  const [earlier, name = ''] = [names.slice(0, at), names[at]];
  const isRead = /_by_(?:id|name)$|^site_load$/.test(name);
  return isRead && earlier.includes(name) && !earlier.some((each) => each.startsWith('BEGIN'));
};

const uuid = /01a1faed-[0-9a-f-]{27}/g;

await withPostgres('migrated', (url) => {
  const directly = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex: direct } = directly;
  let proxy: CountingProxy;

  beforeAll(async () => {
    proxy = await startCountingProxy(new URL(url));
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await direct.destroy();
  });

  const snapshot = async (): Promise<string> => {
    const parts = Object.entries(stored).map(
      ([table, columns]) =>
        `select '${table}' as name, row(${columns})::text as value from ${table} ${conditions[table] ?? ''}`,
    );
    const { rows } = await direct.raw<{ rows: Readonly<Record<string, string>>[] }>(
      `${parts.join(' union all ')} order by 1, 2`,
    );
    return rows.map(({ name, value }) => `${name} ${value}`).join('\n');
  };

  /** Waits until the server has ended all other connections, and so has decided their writes. */
  const settle = async (): Promise<void> => {
    for (;;) {
      const { rows } = await direct.raw(
        'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      if (rows.length === 0) return;
      await sleep(2);
    }
  };

  /** What a write is about, the same for each attempt. */
  const prepare = async (crash: CrashWrite) => {
    await emptyTables(direct);
    let ids = 0;
    const next = (): string => {
      ids += 1;
      return `01a1faed-0000-7000-8000-${ids.toString(16).padStart(12, '0')}`;
    };
    const ports = { ids: { next }, store: storeOver(directly) };
    const world = await coreWorld({ ports });
    const { schedules } = ports.store.repositories;
    const scene: CrashScene = {
      editor: await world.person('admin'),
      posts: world.posts.id,
      pages: world.pages.id,
      ids: [],
      now: async () => (await schedules.find(world.posts.id)).now,
      makeDue: async () => {
        const first = '(select min(at) from content_schedules)';
        const now = 'extract(epoch from clock_timestamp()) * 1000';
        await direct.raw(`update content_schedules set at = at - ${first} + (${now})::bigint - 1`);
      },
    };
    await crash.prepare?.(world.cms, scene);
    const count = ids;
    const reset = await savedTables(direct);
    return {
      world,
      scene,
      isNew: (id: string): boolean => Number.parseInt(id.slice(-12), 16) > count,
      reset: async (): Promise<void> => {
        ids = count;
        await reset();
      },
    };
  };

  const key = 'one key';

  const run = (cms: Cms, { write, isKeyed }: CrashWrite, actor: UserActor, scene: CrashScene) => {
    if (isKeyed !== true) return write({ ...cms }, actor, scene);
    const request = { key, digest: 'a', wholeDigest: async () => 'a' };
    return cms.retries.answerOnce(actor, request, async ({ cms: inside, actor: caller }) => {
      await write({ ...inside, schedule: cms.schedule }, caller, scene);
      return { status: 200, headers: {}, body: 'Done' };
    });
  };

  /** Writes through the proxy. @returns the statements, and the state before and after. */
  const attempt = async (
    crash: CrashWrite,
    { world, scene, reset }: Awaited<ReturnType<typeof prepare>>,
    cut?: Cut,
  ) => {
    await reset();
    const before = await snapshot();
    const through = new URL(url);
    through.port = String(proxy.port);
    const pool = openPool({ url: through.href, poolMax: 4 }, new SystemTimer());
    const { knex } = pool;
    const cms = world.another({ ports: { store: storeOver(pool) } });
    proxy.count(cut);
    const failure = await run(cms, crash, scene.editor, scene).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    if (failure !== undefined && !isDomainError(failure)) throw failure;
    await knex.destroy();
    await settle();
    return { before, after: await snapshot(), failure, names: proxy.counted() };
  };

  /** The same request, after the lease of the first one. */
  const repeat = async (crash: CrashWrite, cms: Cms, scene: CrashScene): Promise<void> => {
    await direct('receipts').update({ leased_until: 0 });
    await run(cms, crash, scene.editor, scene);
  };

  describe('a lost connection leaves all of a write or nothing', () => {
    const all = [...crashWrites, ...sharedCrashWrites];
    test.each(all.map((crash) => [crash.title, crash] as const))('%s', async (_, crash) => {
      const given = await prepare(crash);
      const { world, scene, isNew } = given;
      const whole = await attempt(crash, given);
      expect(whole.failure).toBeUndefined();
      expect(whole.after).not.toBe(whole.before);
      expect(await inconsistencies(direct)).toEqual([]);
      const table: string[] = [];
      for (const [at, name] of whole.names.entries()) {
        if (isRepeatedRead(whole.names, at)) continue;
        for (const when of ['before', 'after'] as const) {
          const { before, after } = await attempt(crash, given, { at, when });
          const where = `${when} ${at}, ${name}`;
          expect(before, where).toBe(whole.before);
          expect([whole.before, whole.after], where).toContain(after);
          expect(await inconsistencies(direct), where).toEqual([]);
          table.push(`${where}: ${after === before ? 'nothing' : 'everything'}`);
          if (crash.isKeyed !== true) continue;
          await repeat(crash, world.cms, scene);
          // New things have other ids now.
          const repeated = (await snapshot()).replaceAll(uuid, (id) => (isNew(id) ? 'new' : id));
          const expected = whole.after.replaceAll(uuid, (id) => (isNew(id) ? 'new' : id));
          expect(repeated, `${where}, and a repeat`).toBe(expected);
        }
      }
      // Both occur: otherwise the cut was at the wrong place.
      expect(table.filter((line) => line.endsWith('nothing'))).not.toEqual([]);
      expect(table.filter((line) => line.endsWith('everything'))).not.toEqual([]);
    });
  });
});
