import type { Knex } from 'knex';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postgresRepositories } from '../../../../adapters/postgres/postgres-repositories.ts';
import { operator } from '../../../../core/index.ts';
import { contentId, sampleContent, sampleUser } from '../../../conformance/samples.ts';
import { contentsWith } from '../../../support/database-subject.ts';
import { withPostgres } from '../../../support/fresh-database.ts';
import { httpClient } from '../../../support/http-client.ts';
import { openedDatabases } from '../../../support/opened-databases.ts';
import { serveService, type ServedService } from '../../../support/served-service.ts';

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let services: readonly ServedService[];
  let outside: Knex;

  beforeAll(async () => {
    services = [
      await serveService({ DATABASE_URL: url }),
      await serveService({ DATABASE_URL: url }),
    ];
  });
  afterAll(async () => {
    for (const service of services) await service[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    outside = open(url, 4);
    await contentsWith(outside, 3);
  });

  /** What each service shows at once. */
  const shown = (path = '/api/content?limit=10'): Promise<readonly string[]> =>
    Promise.all(
      services.map(async (service) => (await httpClient(service.url).request(path)).text),
    );

  const titles = async (): Promise<readonly (readonly string[])[]> =>
    (await shown()).map((text) => {
      const { data } = JSON.parse(text) as { readonly data: readonly { readonly title: string }[] };
      return data.map(({ title }) => title);
    });

  const dataOf = (text: string): unknown => (JSON.parse(text) as { readonly data: unknown }).data;

  const run = (statement: string) => () => outside.raw(statement);
  const update = `update content set title = 'Changed'`;

  const changes: Readonly<Record<string, () => PromiseLike<unknown>>> = {
    'an insert': () => postgresRepositories(outside).contents.insert(sampleContent(4)),
    'an update': run(update),
    'a deletion': run(`delete from content where id = '${contentId(1)}'`),
    'a deletion of all': run('truncate content cascade'),
    'an update in a transaction': () =>
      outside.transaction((transaction) => transaction.raw(update)),
    'an update by replication': () =>
      outside.transaction(async (transaction) => {
        await transaction.raw('set local session_replication_role = replica');
        await transaction.raw(update);
      }),
    'an update after a savepoint was rolled back': () =>
      outside.transaction(async (transaction) => {
        await transaction.raw(`savepoint one`);
        await transaction.raw(`update content set title = 'Rolled back'`);
        await transaction.raw(`rollback to savepoint one`);
        await transaction.raw(update);
      }),
    'an update by a role that may only write content': async () => {
      const role = `writer_${randomBytes(6).toString('hex')}`;
      await outside.raw(`
        create role ${role};
        grant select, update on content to ${role};
        grant all on content_title_words to ${role}`);
      await outside.transaction(async (transaction) => {
        await transaction.raw(`set local role ${role}`);
        await transaction.raw(update);
      });
      await outside.raw(`drop owned by ${role}; drop role ${role}`);
    },
  };

  describe.each(Object.entries(changes))('%s by another program', (_, make) => {
    test('is in the next list and the next item of every instance', async () => {
      const before = await titles();
      expect(await titles()).toEqual(before);
      const item = `/api/content/${contentId(1)}`;
      const [first] = await shown(item);
      expect(await shown(item)).toEqual([first, first]);
      await make();
      const rows = await outside('content').select('title').orderBy('created_at', 'desc');
      const now = rows.map(({ title }) => title as string);
      expect(now).not.toEqual(before[0]);
      expect(await titles()).toEqual([now, now]);
      const { exists } = await outside('content')
        .where({ id: contentId(1), title: JSON.parse(first!).data.title })
        .then(([row]) => ({ exists: row !== undefined }));
      expect((await shown(item)).map((text) => text === first)).toEqual([exists, exists]);
    });
  });

  test('a list and an item that have not changed are sent without a look at the content', async () => {
    const paths = ['/api/content?limit=10', `/api/content/${contentId(1)}`];
    const before: (readonly string[])[] = [];
    let known: unknown;
    await expect
      .poll(async () => {
        before.length = 0;
        for (const path of paths) before.push(await shown(path));
        const statistics = services.map(({ service }) =>
          service.cms.plugins.getCacheStatistics(operator),
        );
        // Site, list and item.
        const isKept = (await Promise.all(statistics)).every(({ memory }) => memory.entries >= 3);
        const last = known;
        known = await outside('lease_instances').select('id').orderBy('id');
        return isKept && isDeepStrictEqual(known, last);
      })
      .toBe(true);
    await outside.transaction(async (transaction) => {
      await transaction.raw('lock table content in access exclusive mode');
      for (const [n, path] of paths.entries()) {
        const texts = await shown(path);
        expect(texts.map(dataOf)).toEqual(before[n]!.map(dataOf));
      }
    });
  });

  test('the deletion of an author by another program reaches every instance', async () => {
    const { users, contents } = postgresRepositories(outside);
    await users.insert(sampleUser(1));
    await contents.insert(sampleContent(4, { authorId: sampleUser(1).id }));
    const authors = () =>
      Promise.all(
        services.map(async ({ service }) => {
          const listing = await service.cms.content.list(operator, { client: 'test' });
          return listing.kind === 'items' ? listing.items.map(({ authorId }) => authorId) : [];
        }),
      );
    expect((await authors()).flat()).toContain(sampleUser(1).id);
    await outside.raw('delete from users');
    expect((await authors()).flat()).not.toContain(sampleUser(1).id);
  });

  test.each(['read committed', 'repeatable read'])(
    'a change in a long transaction (%s) is in the lists after its commit, also of an instance that started meanwhile',
    async (level) => {
      const transaction = await outside.transaction();
      await transaction.raw(`set transaction isolation level ${level}`);
      await transaction.raw('select from content');
      await using late = await serveService({ DATABASE_URL: url });
      const read = async () => (await httpClient(late.url).request('/api/content')).text;
      // Registered, and served from memory.
      await expect.poll(() => outside('lease_instances').where('stamp', '<>', '')).toHaveLength(3);
      for (let n = 0; n < 3; n += 1) expect(await read()).not.toContain('Changed');
      await transaction.raw(update);
      for (let n = 0; n < 3; n += 1) expect(await read()).not.toContain('Changed');
      expect((await titles()).flat()).not.toContain('Changed');
      await transaction.commit();
      expect(await read()).toContain('Changed');
      expect((await titles()).flat()).toContain('Changed');
    },
  );

  test('writes of the service itself leave the registrations of all instances alone', async () => {
    await titles();
    await expect.poll(() => outside('lease_outside_writes').select()).toEqual([]);
    await expect.poll(() => outside('lease_instances').select()).toHaveLength(2);
    const before = await outside('lease_instances').select('id').orderBy('id');
    const { cms } = services[0]!.service;
    await cms.content.update(operator, contentId(1), { title: 'By the service' }, undefined);
    expect((await titles()).flat()).toContain('By the service');
    expect(await outside('lease_outside_writes').select()).toEqual([]);
    expect(await outside('lease_instances').select('id').orderBy('id')).toEqual(before);
  });
});
