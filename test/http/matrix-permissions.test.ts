import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, refusesWithPage, type Operation } from '../../contracts/index.ts';
import { fingerprint } from '../support/fingerprint.ts';
import type { Standing } from '../support/principals.ts';
import { rightsRequests } from '../support/rights-requests.ts';
import { rightsTable, type RightsRow } from '../support/rights-table.ts';
import { rightsWorld, type RightsWorld } from '../support/rights-world.ts';
import type { RestRequest } from '../conformance/rest-api/index.ts';

let world: RightsWorld;

beforeAll(async () => {
  world = await rightsWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

const operationOf = ({ operation }: RightsRow): Operation =>
  new Map<string, Operation>(Object.entries(api)).get(operation) ?? expect.fail(operation);

const requestOf = ({ label }: RightsRow) => rightsRequests[label] ?? expect.fail(label);

/** Whether the request is one for the operation. */
const isFor = ({ method, path }: Operation, request: RestRequest): boolean => {
  const segments = path.replace(/\{\w+\}$/, '.+').replace(/\{\w+\}/g, '[^/]+');
  const isThere = new RegExp(`^${segments}$`).test(request.path.replace(/\?.*/, ''));
  return request.method.toLowerCase() === method && isThere;
};

const endsSessions = new Set(['logOut', 'logOutByLink', 'changePassword']);

interface Cell {
  readonly status: number;
  readonly code: string;
  /** Whether what is stored is another after the request. */
  readonly wrote: boolean;
}

const ask = async (
  request: RestRequest,
  headers: Readonly<Record<string, string>>,
): Promise<Cell> => {
  const before = await fingerprint(world.ports);
  const answer = await world.send({ ...request, headers: { ...request.headers, ...headers } });
  const code = /"code":"(\w+)"/.exec(answer.text)?.[1] ?? '';
  const wrote = (await fingerprint(world.ports)) !== before;
  return { status: answer.status, code, wrote };
};

/** The answers to one row, by principal. */
const askAll = async (row: RightsRow, method?: string): Promise<Map<string, Cell>> => {
  const principals = endsSessions.has(row.operation) ? await world.renewed() : world.principals;
  const cells = new Map<string, Cell>();
  for (const [name, { headers, userId }] of Object.entries(principals)) {
    const request = await requestOf(row)(world, userId);
    const changed = method === undefined ? request : { ...request, method };
    cells.set(name, await ask(changed, headers));
  }
  return cells;
};

const expected = (row: RightsRow): Map<string, number> =>
  new Map(
    Object.entries(world.principals).map(([name, { standing }]) => [name, row.statuses[standing]]),
  );

const statuses = (cells: ReadonlyMap<string, Cell>): Map<string, number> =>
  new Map([...cells].map(([name, { status }]) => [name, status]));

describe('the table of rights', () => {
  test('names every operation of the interface, and none besides', () => {
    const named = new Set(rightsTable.map(({ operation }) => operation));
    expect([...named].sort()).toEqual(Object.keys(api).sort());
  });

  test('has one request for each row', () => {
    const labels = rightsTable.map(({ label }) => label);
    expect(Object.keys(rightsRequests)).toEqual(labels);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test.each(rightsTable)('asks what it says it asks: $label', async (row) => {
    const request = await requestOf(row)(world, undefined);
    expect(isFor(operationOf(row), request)).toBe(true);
  });
});

/** The one reason that a refusal can have, where there is only one. */
const reasons: ReadonlyMap<Standing, string> = new Map([
  ['anonymous', 'not_authenticated'],
  ['viewer', 'forbidden'],
  ['bareCookie', 'csrf_failed'],
]);

const reasonFor = (standing: Standing, method: string): string | undefined =>
  standing.endsWith('oken') && method !== 'get' ? 'token_read_only' : reasons.get(standing);

describe('who may do what', () => {
  test.each(rightsTable)('$label', async (row) => {
    const cells = await askAll(row);
    expect(statuses(cells)).toEqual(expected(row));
    const operation = operationOf(row);
    const { method } = operation;
    for (const [name, { standing }] of Object.entries(world.principals)) {
      const { status, code, wrote } = cells.get(name) ?? expect.fail(name);
      // Reads write nothing, and neither does what was refused.
      if (method === 'get' || status >= 400) expect([name, wrote]).toEqual([name, false]);
      const tellsReason = status >= 400 && !refusesWithPage(operation);
      const reason = tellsReason ? reasonFor(standing, method) : undefined;
      if (reason !== undefined) expect([name, code]).toEqual([name, reason]);
    }
  });

  const reads = rightsTable.filter((row) => {
    const { method, changes } = operationOf(row);
    return method === 'get' && changes !== true;
  });

  test.each(reads)('HEAD is as GET: $label', async (row) => {
    expect(statuses(await askAll(row, 'HEAD'))).toEqual(expected(row));
  });
});
