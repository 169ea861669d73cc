import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answersErrorsWithPage } from '../../contracts/index.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import type { Standing } from '../support/access/principals.ts';
import { rightsTable, type RightsRow } from '../support/access/rights-table.ts';
import { rightsWorld, type RightsWorld } from '../support/access/rights-world.ts';
import type { RestRequest } from '../conformance/rest-api/index.ts';

/** Comparing states is slow with much data, so a new world is opened after this many rows. */
const rowsPerWorld = 10;

let world: RightsWorld;
let rows = 0;

beforeAll(async () => {
  world = await rightsWorld();
});

beforeEach(async () => {
  rows += 1;
  if (rows % rowsPerWorld > 0) return;
  await world[Symbol.asyncDispose]();
  world = await rightsWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

const endsSessions = new Set(['logOut', 'logOutByLink', 'changePassword']);

interface Cell {
  readonly status: number;
  readonly code: string;
  /** Whether the request changed the stored data. */
  readonly wrote: boolean;
}

/** The responses for one row, by principal. */
const sendAsAll = async (row: RightsRow, method?: string): Promise<Map<string, Cell>> => {
  const principals = endsSessions.has(row.id) ? await world.renewed() : world.principals;
  const requests: (readonly [string, RestRequest])[] = [];
  for (const [name, { headers, userId }] of Object.entries(principals)) {
    const request = await row.request(world, userId);
    const changed = method === undefined ? request : { ...request, method };
    requests.push([name, { ...changed, headers: { ...request.headers, ...headers } }]);
  }
  const cells = new Map<string, Cell>();
  let stored = await fingerprint(world.ports);
  for (const [name, request] of requests) {
    const { status, text } = await world.send(request);
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
    const before = stored;
    stored = await fingerprint(world.ports);
    cells.set(name, { status, code, wrote: stored !== before });
  }
  return cells;
};

const expected = (row: RightsRow): Map<string, number> =>
  new Map(
    Object.entries(world.principals).map(([name, { standing }]) => [name, row.statuses[standing]]),
  );

const statuses = (cells: ReadonlyMap<string, Cell>): Map<string, number> =>
  new Map([...cells].map(([name, { status }]) => [name, status]));

test('each row has its own label', () => {
  const labels = rightsTable.map(({ label }) => label);
  expect(labels.length).toBeGreaterThan(80);
  expect(new Set(labels).size).toBe(labels.length);
});

/** The error code for standings that have only one possible code. */
const reasons: ReadonlyMap<Standing, string> = new Map([
  ['anonymous', 'not_authenticated'],
  ['viewer', 'forbidden'],
  ['bareCookie', 'csrf_failed'],
]);

const reasonFor = (standing: Standing, method: string, status: number): string | undefined => {
  // Where credentials alone do not help.
  if (standing === 'anonymous' && status === 403) return 'forbidden';
  return standing.endsWith('oken') && method !== 'get' ? 'token_read_only' : reasons.get(standing);
};

describe('each caller gets the status that docs/rest-api.md promises', () => {
  test.each(rightsTable)('$label', async (row) => {
    const cells = await sendAsAll(row);
    expect(statuses(cells)).toEqual(expected(row));
    const { operation } = row;
    const { method } = operation;
    for (const [name, { standing }] of Object.entries(world.principals)) {
      const { status, code, wrote } = cells.get(name) ?? expect.fail(name);
      // Reads and rejected requests change nothing.
      if (method === 'get' || status >= 400) expect([name, wrote]).toEqual([name, false]);
      const hasCode = status >= 400 && !answersErrorsWithPage(operation);
      const reason = hasCode ? reasonFor(standing, method, status) : undefined;
      if (reason !== undefined) expect([name, code]).toEqual([name, reason]);
    }
  });

  const reads = rightsTable.filter(
    ({ operation: { method, changes } }) => method === 'get' && changes !== true,
  );

  test.each(reads)('HEAD has the same status as GET: $label', async (row) => {
    expect(statuses(await sendAsAll(row, 'HEAD'))).toEqual(expected(row));
  });
});
