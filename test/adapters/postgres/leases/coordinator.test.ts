import { afterAll, afterEach, expect, test } from 'vitest';
import type { LeaseCoordinator } from '../../../../adapters/postgres/leases/lease-coordinator.ts';
import { leaseTimes, type LeaseTimes } from '../../../../adapters/postgres/leases/lease.ts';
import { openLeases } from '../../../../adapters/postgres/leases/open-leases.ts';
import { openPool } from '../../../../adapters/postgres/pool.ts';
import { PostgresUnitOfWork } from '../../../../adapters/postgres/postgres-unit-of-work.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { defaultSettings, type Permit, type Repositories } from '../../../../core/index.ts';
import { coordinatorSuite } from '../../../conformance/coordinator.ts';
import { sampleCollection, sampleUser } from '../../../conformance/samples.ts';
import { registerSuite } from '../../../conformance/suite.ts';
import { withPostgres } from '../../../support/fresh-database.ts';

const until = (condition: () => boolean): Promise<void> =>
  expect.poll(condition, { timeout: 20_000, interval: 5 }).toBe(true);

await withPostgres('migrated', (url) => {
  const elsewhere = openPool({ url, poolMax: 2 }, new SystemTimer());
  const opened: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((close) => close()));
  });
  afterAll(() => elsewhere.destroy());

  /** An instance with a memory that counts how often it was emptied. */
  const openInstance = (times?: LeaseTimes) => {
    const database = openPool({ url, poolMax: 4 }, new SystemTimer());
    const coordinator: LeaseCoordinator = openLeases(url, database, times);
    const unitOfWork = new PostgresUnitOfWork(database);
    const blocked: string[] = [];
    let drops = 0;
    coordinator.join({
      block: (subjects) => {
        blocked.push(...subjects);
        return () => undefined;
      },
      dropAll: () => {
        drops += 1;
      },
    });
    opened.push(async () => {
      await coordinator.close();
      await database.destroy();
    });
    const store = (permit: Permit): Promise<void> =>
      unitOfWork[permit.proof === 'harmless' ? 'run' : 'single'](permit, ({ site }) =>
        site.saveSettings(defaultSettings),
      );
    return { coordinator, unitOfWork, store, blocked, drops: () => drops };
  };

  const registered = async (): Promise<readonly string[]> => {
    const rows = await elsewhere('lease_instances').select('id');
    return rows.map(({ id }) => String(id));
  };

  registerSuite(
    coordinatorSuite,
    async () => {
      const [first, second] = [openInstance(), openInstance()];
      return {
        subject: {
          first: first.coordinator,
          second: second.coordinator,
          store: first.store,
          until,
        },
        close: async () => {
          await Promise.all(opened.splice(0).map((close) => close()));
        },
      };
    },
    test,
  );

  test('an instance alone writes without a block, and registers once', async () => {
    const { coordinator, store } = openInstance();
    const permits: Permit[] = [];
    for (let n = 0; n < 2; n += 1) {
      await coordinator.write(['site'], async (permit) => {
        permits.push(permit);
        await store(permit);
      });
    }
    expect(permits.map(({ proof }) => proof)).toEqual(['alone', 'alone']);
    expect(await registered()).toEqual([permits[0]?.instance]);
  });

  test('a write that believes to be alone is rejected once another instance has registered', async () => {
    const first = openInstance();
    await first.coordinator.write(['site'], first.store);
    const instance = (await registered())[0]!;
    const second = openInstance();
    await second.coordinator.write(['other'], second.store);
    await expect(first.store({ instance, proof: 'alone' })).rejects.toMatchObject({
      code: 'QN001',
    });
    await expect(
      first.unitOfWork.run({ instance, proof: 'alone' }, async () => undefined),
    ).rejects.toMatchObject({ code: 'QN001' });
  });

  test('a write with a block that has ended is rejected, and stores nothing', async () => {
    const { coordinator, unitOfWork, store } = openInstance();
    await coordinator.write(['site'], store);
    const instance = (await registered())[0]!;
    const run = unitOfWork.run({ instance, proof: { block: '999999' } }, ({ collections }) =>
      collections.insert(sampleCollection(1)),
    );
    await expect(run).rejects.toMatchObject({ code: 'QN003' });
    expect(await elsewhere('collections').select()).toEqual([]);
  });

  test('a write with a block that another instance does not hold is rejected, and stores nothing', async () => {
    const { coordinator, unitOfWork, store } = openInstance();
    await coordinator.write(['site'], store);
    const instance = (await registered())[0]!;
    const [other] = await elsewhere('lease_instances').insert({ stamp: 'a' }).returning('id');
    const [{ id }] = await elsewhere('lease_blocks')
      .insert({ writer: instance, subjects: ['site'] })
      .returning('id');
    const permit = { instance, proof: { block: String(id) } };
    const insert = (kind: 'run' | 'single') =>
      unitOfWork[kind](permit, ({ collections }) => collections.insert(sampleCollection(1)));
    await expect(insert('run')).rejects.toMatchObject({ code: 'QN005' });
    await expect(insert('single')).rejects.toMatchObject({ code: 'QN005' });
    expect(await elsewhere('collections').select()).toEqual([]);
    await elsewhere('lease_instances')
      .where(other)
      .update({ held: [id] });
    await insert('single');
    expect(await elsewhere('collections').select()).toHaveLength(1);
    expect(await elsewhere('lease_blocks').where({ id })).toEqual([]);
    await elsewhere('collections').delete();
  });

  test('each call with a block ends it, whether it is one statement or several, and returns its result', async () => {
    const { coordinator, unitOfWork, store } = openInstance();
    await coordinator.write(['site'], store);
    const instance = (await registered())[0]!;
    const withBlock = async <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> => {
      const [{ id }] = await elsewhere('lease_blocks')
        .insert({ writer: instance, subjects: ['site'] })
        .returning('id');
      const result = await unitOfWork.single({ instance, proof: { block: String(id) } }, work);
      expect(await elsewhere('lease_blocks')).toEqual([]);
      return result;
    };
    const [collection, user] = [sampleCollection(1), sampleUser(1)];
    await withBlock(({ collections }) => collections.insert(collection));
    await withBlock(({ users }) => users.insert(user));
    const grants = [{ collectionId: collection.id, role: 'author' }] as const;
    await withBlock(({ users }) => users.replaceGrants(user.id, grants));
    expect(await elsewhere('user_grants').select()).toHaveLength(1);
    expect(await withBlock(({ collections }) => collections.update(collection))).toBe(true);
    expect(await withBlock(({ collections }) => collections.update(sampleCollection(2)))).toBe(
      false,
    );
    expect(await withBlock(({ collections }) => collections.delete(collection.id))).toBe(true);
    expect(await elsewhere('user_grants').select()).toEqual([]);
    expect(await registered()).toEqual([instance]);
    await elsewhere('users').delete();
  });

  test('an instance whose registration was removed drops its memory before it writes again', async () => {
    const { coordinator, store, drops } = openInstance();
    await coordinator.write(['site'], store);
    await until(() => coordinator.mayServe());
    const [before] = await registered();
    const dropped = drops();
    await elsewhere('lease_instances').delete();
    await coordinator.write(['site'], store);
    expect(drops()).toBeGreaterThan(dropped);
    expect(Number((await registered())[0])).toBeGreaterThan(Number(before));
  });

  test('a write by another program ends every registration', async () => {
    const { coordinator, store, drops } = openInstance();
    await coordinator.write(['site'], store);
    const dropped = drops();
    await elsewhere.raw(`update settings set value = value`);
    await until(() => drops() > dropped && coordinator.mayServe());
  });

  test('uses of API tokens and new sessions end no registration', async () => {
    const { coordinator, store } = openInstance();
    await coordinator.write(['site'], store);
    const before = await registered();
    await elsewhere.raw(`update api_tokens set last_used_at = 1`);
    await elsewhere.raw(
      `insert into sessions (id, user_id, created_at, expires_at) select 'x', id, 1, 2 from users`,
    );
    expect(await registered()).toEqual(before);
  });

  test('a block with more subjects than a message can contain is confirmed at once, too', async () => {
    // Only a message makes the second instance renew its registration in time.
    const times = { ...leaseTimes, renewal: 60_000, lease: 60_000, stopped: 80_000 };
    const [first, second] = [openInstance(times), openInstance(times)];
    await first.coordinator.write(['first'], first.store);
    await until(() => second.coordinator.mayServe());
    const subjects = Array.from({ length: 500 }, (_, n) => `an item with a long name, number ${n}`);
    await first.coordinator.write(subjects, first.store);
    expect(second.blocked).toEqual(expect.arrayContaining(subjects));
  });

  test('a stopped instance delays a write until it counts as stopped', async () => {
    const { coordinator, store } = openInstance();
    await coordinator.write(['site'], store);
    await elsewhere.raw(`insert into lease_instances (stamp) values ('stopped')`);
    await coordinator.write(['site'], store);
    expect(await registered()).toHaveLength(1);
  });

  test('a closed instance leaves the registry, and serves no more', async () => {
    const { coordinator, store } = openInstance();
    await coordinator.write(['site'], store);
    await until(() => coordinator.mayServe());
    await coordinator.close();
    expect(coordinator.mayServe()).toBe(false);
    expect(await registered()).toEqual([]);
  });

  test('after a restart of the server, writes wait until no earlier lease is left', async () => {
    const { coordinator, store } = openInstance();
    await elsewhere('lease_registry').update({ settled_server: 'an earlier run' });
    await expect(
      (async () => {
        await coordinator.write(['first'], async (permit) => {
          const [row] = await elsewhere('lease_registry').select();
          expect(row.settled_server).not.toBe('an earlier run');
          await store(permit);
        });
        return 'stored';
      })(),
    ).resolves.toBe('stored');
  });

  test('the database rejects writes while leases from before a restart may be left', async () => {
    const { coordinator, store } = openInstance();
    await coordinator.write(['site'], store);
    const instance = (await registered())[0]!;
    const [row] = await elsewhere('lease_registry').select();
    await elsewhere('lease_registry').update({ settled_server: 'an earlier run' });
    await expect(store({ instance, proof: 'alone' })).rejects.toMatchObject({ code: 'QN004' });
    await elsewhere('lease_registry').update(row);
  });
});
