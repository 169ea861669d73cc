import { expect } from 'vitest';
import { api, type Operation } from '../../contracts/index.ts';
import { operator, type Ports } from '../../core/index.ts';
import { testPassword } from './app.ts';
import { fingerprint } from './fingerprint.ts';
import type { FindOddities, Oddity } from './odd-requests.ts';
import { rightsRequests } from './rights-requests.ts';
import { rightsTable } from './rights-table.ts';
import { thingsWorld, type ThingsWorld } from './rights-world.ts';

export interface Target {
  readonly id: string;
  readonly operation: Operation;
  /** A row of the table of rights that is about others than the asker. */
  readonly label: string;
}

/** All operations, each with a good request for it. */
export const targets: readonly Target[] = Object.entries<Operation>(api).map(([id, operation]) => {
  const labels = rightsTable.filter((row) => row.operation === id).map((row) => row.label);
  const label = labels.find((each) => each.includes('other')) ?? labels[0] ?? '';
  return { id, operation, label };
});

/** A service with much in it is slow to compare with itself. */
const odditiesPerService = 300;

/**
 * Sends a good request for an operation with every oddity in it, as an administrator. Each must
 * have an answer that the document foresees and that is not a failure of the service; what is
 * refused must leave no trace, and after what was let in everything can still be read.
 *
 * @param openPorts what to keep things in, empty each time; memory, where nothing is said.
 * @returns how many were answered with each status.
 */
export const sendOdd = async (
  target: Target,
  find: FindOddities,
  openPorts: () => Promise<Partial<Ports>> = async () => ({}),
): Promise<ReadonlyMap<number, number>> => {
  const counts = new Map<number, number>();
  const oddities = find(target.operation);
  for (let at = 0; at < oddities.length; at += odditiesPerService) {
    await using world = await thingsWorld({ ports: await openPorts() });
    await sendSome(world, target, oddities.slice(at, at + odditiesPerService), counts);
    await readEverything(world);
    expect(world.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  }
  return counts;
};

const sendSome = async (
  world: ThingsWorld,
  { operation, label }: Target,
  oddities: readonly Oddity[],
  counts: Map<number, number>,
): Promise<void> => {
  const { bearer, userId } = await world.signIn('admin');
  const makeGood = async () => (rightsRequests[label] ?? expect.fail(label))(world, userId);
  let good = await makeGood();
  let before = await fingerprint(world.ports);
  for (const { label: what, applyTo } of oddities) {
    const request = applyTo(good);
    const headers = { ...bearer, ...world.newClient(), ...request.headers };
    const { status, text } = await world.send({ ...request, headers }).catch((cause: unknown) => {
      throw new Error(`${label}, ${what}: ${String(cause)}`, { cause });
    });
    expect([what, status >= 500]).toEqual([what, false]);
    // Nor is there one behind what an import tells of its records.
    const isHidden = operation.tag === 'Transfer' && text.includes('Internal server error');
    expect([what, isHidden]).toEqual([what, false]);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const after = await fingerprint(world.ports);
    // An import tells of each record apart.
    if (status >= 400 || text.includes('"outcome":"failed"')) {
      expect([what, after === before]).toEqual([what, true]);
    } else if (operation.method !== 'get') {
      // What was there for the good request may be gone.
      good = await makeGood();
      before = await fingerprint(world.ports);
    }
  }
};

const readEverything = async ({ cms, send, newClient }: ThingsWorld): Promise<void> => {
  // The odd requests may have ended the session that they came with.
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
