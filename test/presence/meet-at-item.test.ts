import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import {
  anonymous,
  DomainError,
  operator,
  type Cms,
  type KeyValueCache,
  type MeetAtItem,
  type UserActor,
} from '../../core/index.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

const world = async () => {
  const { cms, clock, ports } = await memoryCms();
  const { id } = await cms.content.create(operator, { collection: 'blog-posts', title: 'Tides' });
  return { cms, clock, ports, id, people: await createPeople(cms, 'Eva', 'Mara') };
};

const createPerson = async (cms: Cms, firstName: string): Promise<UserActor> => {
  const { user } = await cms.users.create(operator, {
    email: `${firstName.toLowerCase()}@example.com`,
    password: 'correct horse battery',
    role: 'editor',
    firstName,
  });
  return { kind: 'user', userId: user.id, sessionId: 'one', role: 'editor', grants: [] };
};

const createPeople = async (cms: Cms, ...names: readonly string[]) => {
  const people: UserActor[] = [];
  for (const name of names) people.push(await createPerson(cms, name));
  return people as [UserActor, UserActor, ...UserActor[]];
};

/** The names and states of the others whom somebody meets. */
const meet = async (
  cms: Cms,
  actor: UserActor,
  id: string,
  state: MeetAtItem['state'] = 'reading',
  tab = 'a',
): Promise<readonly string[]> =>
  (await cms.presence.meet(actor, id, { tab, state })).map(
    (person) => `${person.user.name} ${person.state}`,
  );

test('people at one item see each other, with what they do, until they leave', async () => {
  const { cms, id, people } = await world();
  const [eva, mara] = people;
  expect(await meet(cms, eva, id)).toEqual([]);
  expect(await meet(cms, mara, id, 'writing')).toEqual(['Eva reading']);
  expect(await meet(cms, eva, id)).toEqual(['Mara writing']);
  expect(await meet(cms, mara, id, 'left')).toEqual([]);
  expect(await meet(cms, eva, id)).toEqual([]);
  const { id: other } = await cms.content.create(operator, {
    collection: 'blog-posts',
    title: 'Pools',
  });
  expect(await meet(cms, mara, other)).toEqual([]);
});

test('somebody who says nothing for 40 seconds is gone, and comes anew', async () => {
  const { cms, clock, id, people } = await world();
  const [eva, mara] = people;
  const since = clock.now();
  await meet(cms, eva, id);
  clock.advance(39_999);
  expect(await meet(cms, mara, id)).toEqual(['Eva reading']);
  expect((await cms.presence.meet(mara, id, { tab: 'a', state: 'reading' }))[0]?.since).toBe(since);
  clock.advance(1);
  expect(await meet(cms, mara, id)).toEqual([]);
  await meet(cms, eva, id);
  const [found] = await cms.presence.meet(mara, id, { tab: 'a', state: 'reading' });
  expect(found?.since).toBe(clock.now());
  clock.advance(20_000);
  await meet(cms, eva, id);
  clock.advance(30_000);
  // Renewed, it has the time at which it began.
  expect((await cms.presence.meet(mara, id, { tab: 'a', state: 'reading' }))[0]?.since).toBe(
    found?.since,
  );
});

test('several tabs of a person are one, which writes if one of them does', async () => {
  const { cms, id, people } = await world();
  const [eva, mara] = people;
  await meet(cms, eva, id, 'writing', 'a');
  expect(await meet(cms, eva, id, 'reading', 'b')).toEqual([]);
  expect(await meet(cms, mara, id)).toEqual(['Eva writing']);
  await meet(cms, eva, id, 'left', 'a');
  expect(await meet(cms, mara, id)).toEqual(['Eva reading']);
});

test('of more than 20 tabs, the one that was renewed longest ago ends', async () => {
  const { cms, clock, id, people } = await world();
  const [eva, mara] = people;
  await meet(cms, eva, id, 'writing', 'first');
  for (let n = 0; n < 19; n += 1) {
    clock.advance(1);
    await meet(cms, eva, id, 'reading', `tab-${n}`);
  }
  expect(await meet(cms, mara, id)).toEqual(['Eva writing']);
  await meet(cms, eva, id, 'reading', 'last');
  expect(await meet(cms, mara, id)).toEqual(['Eva reading']);
});

test('of more than 50 people, the last one is not kept, but sees the others', async () => {
  const { cms, id } = await world();
  const names = Array.from({ length: 51 }, (_, n) => `Person${n}`);
  const many = await createPeople(cms, ...names);
  for (const person of many) await meet(cms, person, id);
  expect(await meet(cms, many[50]!, id)).toHaveLength(50);
  expect(await meet(cms, many[0], id)).toHaveLength(49);
  await meet(cms, many[1], id, 'left');
  await meet(cms, many[50]!, id);
  expect(await meet(cms, many[0], id)).toContain('Person50 reading');
});

test('an account may say it 300 times a minute', async () => {
  const { cms, clock, id, people } = await world();
  const [eva, mara] = people;
  for (let n = 0; n < 300; n += 1) await meet(cms, eva, id);
  await rejectsWith('rate_limited', meet(cms, eva, id));
  await meet(cms, mara, id);
  expect(clock.now()).toBeGreaterThan(0);
});

test('it is for people who can read the item', async () => {
  const { cms, id, people } = await world();
  const [eva, mara] = people;
  const command = { tab: 'a', state: 'reading' } as const;
  await rejectsWith('not_authenticated', cms.presence.meet(anonymous, id, command));
  const token = { kind: 'token', tokenId: 't', scope: 'all' } as never;
  await rejectsWith('forbidden', cms.presence.meet(token, id, command));
  await rejectsWith('not_found', meet(cms, eva, 'nothing'));
  await meet(cms, eva, id);
  await cms.collections.update(operator, 'blog-posts', { access: 'private' });
  const viewer = { ...mara, role: 'viewer' } as const;
  await rejectsWith('not_found', meet(cms, viewer, id));
  const { id: collectionId } = await cms.collections.get(operator, 'blog-posts');
  const member = { ...viewer, grants: [{ collectionId, role: 'viewer' }] } as const;
  expect(await meet(cms, member, id)).toEqual(['Eva reading']);
});

test('an account that was deactivated or deleted is not there', async () => {
  const { cms, id, people } = await world();
  const [eva, mara] = people;
  await meet(cms, eva, id);
  await cms.users.update(operator, eva.userId, { isActive: false });
  expect(await meet(cms, mara, id)).toEqual([]);
  await cms.users.delete(operator, eva.userId);
  expect(await meet(cms, mara, id)).toEqual([]);
});

test.each(['', 'a b', 'ä', 'x'.repeat(65)])('%o names no tab', async (tab) => {
  const { cms, id, people } = await world();
  await rejectsWith('invalid_input', cms.presence.meet(people[0], id, { tab, state: 'reading' }));
});

/** Two instances with one store and one shared cache. */
const twoInstances = async (sharedCache: KeyValueCache) => {
  const first = await world();
  const { store, clock } = first.ports;
  const options = { ports: { store, sharedCache, clock }, hasStarterCollections: false };
  const [one, two] = [await memoryCms(options), await memoryCms(options)];
  return { ...first, one: one.cms, two: two.cms };
};

test('people meet across instances that share a cache, and only there', async () => {
  const cache = new MemoryKeyValueCache({ now: () => 0 });
  const { one, two, cms, id, people } = await twoInstances(cache);
  const [eva, mara] = people;
  await meet(one, eva, id);
  expect(await meet(two, mara, id, 'writing')).toEqual(['Eva reading']);
  expect(await meet(one, eva, id)).toEqual(['Mara writing']);
  expect(await meet(cms, mara, id)).toEqual([]);
});

test('what two instances write over each other is written again', async () => {
  const cache = new MemoryKeyValueCache({ now: () => 0 });
  const { one, two, id, people } = await twoInstances(cache);
  const [eva, mara] = people;
  const set = cache.set.bind(cache);
  let isFirst = true;
  // Mara comes between the read and the write of Eva.
  cache.set = async (key, value, ttlMs) => {
    if (isFirst) {
      isFirst = false;
      await meet(two, mara, id);
      await set(key, value, ttlMs);
      await meet(two, mara, id);
      return undefined;
    }
    return set(key, value, ttlMs);
  };
  expect(await meet(one, eva, id)).toEqual(['Mara reading']);
  expect(await meet(two, mara, id)).toEqual(['Eva reading']);
});

test('people of one instance who come at once are all there', async () => {
  const { cms, id } = await world();
  const many = await createPeople(cms, ...Array.from({ length: 10 }, (_, n) => `Person${n}`));
  await Promise.all(many.map((person) => meet(cms, person, id)));
  expect(await meet(cms, many[0], id)).toHaveLength(9);
});

test('nobody is there while the shared cache does not answer; a fault of it is one', async () => {
  const fail = (error: Error): KeyValueCache => {
    const reject = async (): Promise<never> => {
      throw error;
    };
    return { get: reject, set: reject, increment: reject };
  };
  const away = await twoInstances(fail(new DomainError('dependency_unavailable', 'Away')));
  expect(await meet(away.one, away.people[0], away.id)).toEqual([]);
  const broken = await twoInstances(fail(new Error('Broken')));
  await expect(meet(broken.one, broken.people[0], broken.id)).rejects.toThrow('Broken');
});
