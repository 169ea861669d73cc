import { expect } from 'vitest';
import { operations, type Operation } from '../../../contracts/index.ts';
import { operator, type Ports } from '../../../core/index.ts';
import { testPassword } from './app.ts';
import { fingerprint } from '../access/fingerprint.ts';
import type { FindMutations, Mutation } from './hostile-requests.ts';
import { rightsTable, rowOf, type RightsRow } from '../access/rights-table.ts';
import { thingsWorld, type ThingsWorld } from '../access/rights-world.ts';

export interface Target {
  readonly id: string;
  readonly operation: Operation;
  /** A row of the rights table, if possible one about other users' things. */
  readonly row: RightsRow;
}

/** All operations, each with a row that makes valid requests. */
export const targets: readonly Target[] = operations.map(([id, operation]) => {
  const ofOthers = rightsTable.find((row) => row.id === id && row.label.includes('other'));
  return { id, operation, row: ofOthers ?? rowOf(id) };
});

/** The ports of a service under test. They contain no data. */
export interface TestStore {
  readonly ports: Partial<Ports>;
  /** Returns everything that is stored, as one text, to detect changes. Default: `fingerprint`. */
  readonly observe?: () => Promise<string>;
}

/** Comparing states is slow for a service with much data, so a new service starts after this many. */
const mutationsPerService = 100;

/**
 * Sends, as an admin, one valid request for each mutation, with the mutation applied. Checks that each
 * response is documented and not a 5xx, that rejected requests change nothing, and that everything can
 * still be read afterwards.
 *
 * @param openStore opens an empty store. Default: memory.
 * @returns the number of responses with each status.
 */
export const sendHostileRequests = async (
  target: Target,
  find: FindMutations,
  openStore: () => Promise<TestStore> = async () => ({ ports: {} }),
): Promise<ReadonlyMap<number, number>> => {
  const counts = new Map<number, number>();
  const mutations = find(target.operation);
  for (let at = 0; at < mutations.length; at += mutationsPerService) {
    const { ports, observe } = await openStore();
    await using world = await thingsWorld({ ports });
    const look = observe ?? (() => fingerprint(world.ports));
    await sendSome(world, look, target, mutations.slice(at, at + mutationsPerService), counts);
    await readEverything(world);
    expect(world.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  }
  return counts;
};

const sendSome = async (
  world: ThingsWorld,
  observe: () => Promise<string>,
  { operation, row }: Target,
  mutations: readonly Mutation[],
  counts: Map<number, number>,
): Promise<void> => {
  const { bearer, userId } = await world.signIn('admin');
  const makeGood = () => row.request(world, userId);
  let good = await makeGood();
  let before = await observe();
  for (const { label: what, applyTo } of mutations) {
    const request = applyTo(good);
    const headers = { ...bearer, ...world.newClient(), ...request.headers };
    const { status, text } = await world.send({ ...request, headers }).catch((cause: unknown) => {
      throw new Error(`${row.label}, ${what}: ${String(cause)}`, { cause });
    });
    if (status >= 500) expect.fail(`${what}: ${status}`);
    // The results of an import must not contain an internal error either.
    if (operation.tag === 'Transfer' && text.includes('Internal server error')) {
      expect.fail(`${what}: ${text}`);
    }
    counts.set(status, (counts.get(status) ?? 0) + 1);
    // An import reports the failure of each record in a 200 response.
    if (status >= 400 || text.includes('"outcome":"failed"')) {
      if ((await observe()) !== before)
        expect.fail(`${what}: rejected, and changed what is stored`);
    } else if (operation.method !== 'get') {
      // The accepted request may have removed what the valid request needs.
      good = await makeGood();
      before = await observe();
    }
  }
};

const readEverything = async ({ cms, send, newClient }: ThingsWorld): Promise<void> => {
  // The hostile requests may have ended their own session.
  const reader = { email: 'reader@example.com', password: testPassword };
  await cms.users.create(operator, { ...reader, role: 'admin' });
  const { token } = await cms.accounts.logIn({ ...reader, client: 'reader' });
  const headers = { Authorization: `Bearer ${token}` };
  const paths = [
    '/api/content?limit=1000',
    '/api/collections?includeInactive=true',
    '/api/media?limit=1000',
    '/api/users?limit=1000',
    '/api/tokens',
    '/api/settings',
    '/api/plugins',
    '/api/transfer/export',
    '/auth/login',
    '/docs',
  ];
  for (const path of paths) {
    const answer = await send({ method: 'GET', path, headers: { ...headers, ...newClient() } });
    expect([path, answer.status]).toEqual([path, 200]);
  }
  expect(Reflect.get({}, 'isPolluted')).toBe(undefined);
};
