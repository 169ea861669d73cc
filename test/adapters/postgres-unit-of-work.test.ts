import { afterAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../adapters/postgres/connection.ts';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import { PostgresUnitOfWork } from '../../adapters/postgres/postgres-unit-of-work.ts';
import type { LockName } from '../../core/index.ts';
import {
  collectionId,
  mediaId,
  sampleCollection,
  sampleContent,
  sampleMedia,
  sampleSession,
  sampleUser,
  sessionId,
  userId,
} from '../conformance/samples.ts';
import { emptyTables } from '../support/database-subject.ts';
import { withPostgres } from '../support/fresh-database.ts';

await withPostgres('migrated', (url) => {
  const knex = openDatabase({ url, poolMax: 4 });
  const repositories = postgresRepositories(knex);
  const unitOfWork = new PostgresUnitOfWork(knex);

  beforeEach(() => emptyTables(knex));
  afterAll(() => knex.destroy());

  test('runs that stand in the way of each other both come to their end', async () => {
    const [first, second] = [sampleCollection(1), sampleCollection(2)];
    for (const collection of [first, second]) await repositories.collections.insert(collection);
    let calls = 0;
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>();
    const run = (
      lock: LockName,
      order: readonly (typeof first)[],
      description: string,
    ): Promise<void> =>
      unitOfWork.run(lock, async ({ collections }) => {
        for (const collection of order) {
          await collections.update({ ...collection, description });
          calls += 1;
          if (calls === 2) resolve();
          await bothHoldOne;
        }
      });
    await Promise.all([
      run('accounts', [first, second], 'one'),
      run('settings', [second, first], 'other'),
    ]);
    expect(calls).toBeGreaterThan(4);
    const [one, other] = await repositories.collections.list();
    expect(one?.description).toBe(other?.description);
  });

  test('a run keeps others with its lock out, on other pools too', async () => {
    const elsewhere = openDatabase({ url, poolMax: 1 });
    const log: string[] = [];
    const { promise: isInside, resolve } = Promise.withResolvers<void>();
    const here = unitOfWork.run('accounts', async ({ users }) => {
      resolve();
      for (let round = 0; round < 20; round += 1) await users.any();
      log.push('here');
    });
    await isInside;
    await new PostgresUnitOfWork(elsewhere).run('accounts', async () => log.push('elsewhere'));
    await here;
    expect(log).toEqual(['here', 'elsewhere']);
    await elsewhere.destroy();
  });

  test('a run that looks away from a refused write fails as that write did', async () => {
    await repositories.collections.insert(sampleCollection(1));
    const run = unitOfWork.run('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(1)).catch(() => undefined);
    });
    await expect(run).rejects.toMatchObject({ code: 'id_taken' });
  });

  test('refused grants end the run that they are written in', async () => {
    const run = unitOfWork.run('settings', async ({ users, collections }) => {
      await users.insert(sampleUser(1));
      const grants = [{ collectionId: collectionId(1), role: 'viewer' }] as const;
      await users.replaceGrants(userId(1), grants).catch(() => undefined);
      await collections.insert(sampleCollection(1)).catch(() => undefined);
    });
    await expect(run).rejects.toMatchObject({ code: 'collection_not_found' });
    expect(await repositories.users.any()).toBe(false);
  });

  test('repositories of a run that is over neither read nor write', async () => {
    const { collections } = await unitOfWork.run('settings', async (inside) => inside);
    await expect(collections.list()).rejects.toThrow('Transaction query already complete');
    await expect(collections.insert(sampleCollection(1))).rejects.toThrow();
    expect(await repositories.collections.list()).toEqual([]);
  });

  test('an owner whose account went in the meantime is none', async () => {
    const { collections, contents, media, sessions } = repositories;
    await collections.insert(sampleCollection(1));
    await contents.insert(sampleContent(1, { authorId: userId(9) }));
    await contents.insertAll([sampleContent(2, { authorId: userId(9) })]);
    expect(await contents.replace(sampleContent(1, { authorId: userId(8), version: 2 }), 1)).toBe(
      true,
    );
    const stored = await contents.listAfter(undefined, 10);
    expect(stored).toEqual([sampleContent(1, { version: 2 }), sampleContent(2)]);

    await media.insert(sampleMedia(1, { uploadedBy: userId(9) }));
    expect(await media.findById(mediaId(1))).toEqual(sampleMedia(1));

    await sessions.insert(sampleSession(1, { userId: userId(9) }));
    expect(await sessions.find(sessionId(1))).toBeUndefined();
  });
});
