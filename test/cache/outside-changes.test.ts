import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../adapters/postgres/open-postgres-store.ts';
import type { PostgresStore } from '../../adapters/postgres/postgres-store.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { chunks, picture } from '../support/media/media-world.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

/** Changes of the content by other programs, each on a connection of its own. */
const changes: Readonly<Record<string, (database: Knex, id: string) => Promise<unknown>>> = {
  'an update': (database, id) =>
    database.raw("update content set title = 'Changed' where id = ?", [id]),
  'an update of a program that applies replicated changes, without triggers': (database, id) =>
    database.transaction(async (inside) => {
      await inside.raw('set local session_replication_role = replica');
      await inside.raw("update content set title = 'Changed' where id = ?", [id]);
    }),
  'a restore that disables all triggers': (database, id) =>
    database.transaction(async (inside) => {
      await inside.raw('alter table content disable trigger all');
      await inside.raw("update content set title = 'Changed' where id = ?", [id]);
      await inside.raw('alter table content enable trigger all');
    }),
  'an update under another search path': (database, id) =>
    database.transaction(async (inside) => {
      await inside.raw("set local search_path = ''");
      await inside.raw("update public.content set title = 'Changed' where id = ?", [id]);
    }),
  'a trigger of the operator': (database, id) =>
    database.transaction(async (inside) => {
      await inside.raw(`
        create function public.rename() returns trigger language plpgsql as $$ begin
          update public.content set title = 'Changed' where id = '${id}'; return null;
        end $$;
        create trigger rename after update on settings
          for each statement execute function public.rename();`);
      await inside.raw('update settings set id = id');
      await inside.raw('drop trigger rename on settings; drop function public.rename()');
    }),
  'a deletion and a copy with the same id and version': (database, id) =>
    database.transaction(async (inside) => {
      await inside.raw(
        'create temp table copied on commit drop as select * from content where id = ?',
        [id],
      );
      await inside.raw('delete from content where id = ?', [id]);
      await inside.raw(`
        insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at)
        select id, collection_id, 'Changed', slug, status, data, version, created_at, updated_at from copied`);
    }),
};

for (const { adapter, create } of httpAdapters) {
  await withPostgres('migrated', (url) => {
    describe(`on ${adapter}`, () => {
      let store: PostgresStore;
      let app: TestApp;
      let other: Knex;

      beforeAll(async () => {
        store = openPostgresStore({ url, poolMax: 4 }, new SystemTimer());
        app = await serveApp({ create, core: { ports: { store } } });
        other = openPool({ url, poolMax: 1 }, new SystemTimer()).knex;
        // Makes a row of the settings.
        await app.cms.settings.update(operator, { siteName: 'Site' });
      });

      afterAll(async () => {
        await app[Symbol.asyncDispose]();
        await other.destroy();
        await store.close();
      });

      const read = async (path: string) => {
        const response = await fetch(`${app.url}${path}`);
        const { data } = (await response.json()) as { readonly data: Shown | readonly Shown[] };
        const shown: readonly Shown[] = data instanceof Array ? data : [data];
        return { source: response.headers.get('X-Cache-Source'), shown };
      };

      for (const [name, change] of Object.entries(changes)) {
        test(`the next read shows ${name}`, async () => {
          const { id } = await app.cms.content.create(operator, {
            collection: 'pages',
            title: `Before ${name}`,
            status: 'published',
          });
          const paths = ['/api/content', `/api/content/${id}`];
          for (const path of paths) {
            await read(path);
            // Other databases of the server move its snapshot too.
            await expect
              .poll(async () => (await read(path)).source, { message: path })
              .toBe('memory');
          }
          await change(other, id);
          for (const path of paths) {
            const { shown } = await read(path);
            expect(shown.find((item) => item.id === id)?.title, path).toBe('Changed');
          }
          await app.cms.content.delete(operator, id);
        });
      }

      test('the next read shows what is changed about an included file', async () => {
        const { id: photo } = await app.cms.media.upload(operator, {
          originalName: 'photo.png',
          body: chunks(picture),
          folder: () => undefined,
        });
        const schema = { type: 'object', properties: { photo: { type: 'media' } } } as const;
        await app.cms.collections.create(operator, { name: 'walks', schema });
        const { id } = await app.cms.content.create(operator, {
          collection: 'walks',
          title: 'A walk',
          status: 'published',
          data: { photo },
        });
        const readFocus = async (path: string) => {
          const response = await fetch(`${app.url}${path}?expand=photo`);
          const { includedMedia } = (await response.json()) as {
            readonly includedMedia: Readonly<Record<string, { readonly focus?: object }>>;
          };
          return {
            source: response.headers.get('X-Cache-Source'),
            focus: includedMedia[photo]?.focus,
          };
        };
        const focus = { x: 0.1, y: 1 };
        for (const path of ['/api/collections/walks/content', `/api/content/${id}`]) {
          for (const [change, expected] of [
            [() => app.cms.media.update(operator, photo, { focus }), focus],
            [
              () => other.raw('update media set focus_x = 0.2 where id = ?', [photo]),
              { x: 0.2, y: 1 },
            ],
            [() => app.cms.media.update(operator, photo, { focus: null }), undefined],
          ] as const) {
            await readFocus(path);
            await expect
              .poll(async () => (await readFocus(path)).source, { message: path })
              .toBe('memory');
            await change();
            expect((await readFocus(path)).focus, path).toEqual(expected);
          }
        }
        await app.cms.content.delete(operator, id);
      });

      test('a clock that goes back hides no change', async () => {
        const { id } = await app.cms.content.create(operator, {
          collection: 'pages',
          title: 'Early',
        });
        const path = `/api/content/${id}`;
        await read(path);
        await expect.poll(async () => (await read(path)).source).toBe('memory');
        app.clock.advance(-60 * 60 * 1_000);
        await other.raw("update content set title = 'Late' where id = ?", [id]);
        expect((await read(path)).shown[0]?.title).toBe('Late');
        await app.cms.content.delete(operator, id);
      });

      test('after a truncation, nothing is shown', async () => {
        await app.cms.content.create(operator, { collection: 'pages', title: 'Last' });
        for (let n = 0; n < 2; n += 1) await read('/api/content');
        await other.raw('truncate content');
        expect((await read('/api/content')).shown).toEqual([]);
      });

      test('a database that takes the place of another one is shown at once', async () => {
        const { id } = await app.cms.content.create(operator, {
          collection: 'pages',
          title: 'Old',
        });
        const name = new URL(url).pathname.slice(1);
        const elsewhere = new URL(url);
        elsewhere.pathname = '/postgres';
        const { knex: server } = openPool({ url: elsewhere.href, poolMax: 1 }, new SystemTimer());
        const disconnect = () =>
          server.raw('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', [
            name,
          ]);
        // As a restore from a backup does: the copy is older than what is shown.
        await disconnect();
        await server.raw(`create database "${name}_copy" template "${name}"`);
        await app.cms.content.update(operator, id, { title: 'New' }).catch(() => undefined);
        await expect
          .poll(async () => (await app.cms.content.update(operator, id, { title: 'New' })).title)
          .toBe('New');
        const title = async (): Promise<unknown> => {
          const response = await fetch(`${app.url}/api/content/${id}`);
          const body = (await response.json()) as { readonly data?: Shown };
          return body.data?.title ?? response.status;
        };
        expect([await title(), await title()]).toEqual(['New', 'New']);
        await disconnect();
        await server.raw(`alter database "${name}" rename to "${name}_old"`);
        await server.raw(`alter database "${name}_copy" rename to "${name}"`);
        await expect.poll(title).not.toBe(503);
        expect(await title()).toBe('Old');
        await disconnect();
        await server.raw(`drop database "${name}_old" with (force)`);
        await server.destroy();
      });
    });
  });
}
