import { describe, expect, test } from 'vitest';
import { DomainError } from '../../core/index.ts';
import { testPassword } from '../support/http/app.ts';
import { failingPorts } from '../support/http/failing-ports.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { rightsTable, type RightsRow } from '../support/access/rights-table.ts';
import { thingsWorld } from '../support/access/rights-world.ts';

/** An error of a driver, full of details that no client may see. */
const detailedError = (): Error => {
  const error = new Error(
    'connection to db.internal.example:5432 failed: select "password_hash" from "users" where "email" = $1 - FATAL: password authentication failed for user "quoin_owner"',
  );
  return Object.assign(error, {
    code: '28P01',
    status: 418,
    expose: true,
    headers: { 'X-Secret': 'quoin_owner' },
    detail: 'Key (email)=(ada@example.com) already exists.',
    address: '10.1.2.3',
    path: '/srv/quoin/data/secret',
  });
};

const failures: Readonly<Record<string, readonly [() => Error, number]>> = {
  'with an error of the driver': [detailedError, 500],
  'because it is unreachable': [
    () =>
      new DomainError('dependency_unavailable', 'The database does not answer', {
        retryAfterMs: 1_500,
        cause: detailedError(),
      }),
    503,
  ],
};

const secrets =
  /password_hash|quoin_owner|db\.internal|10\.1\.2\.3|ada@example|28P01|FATAL|\/srv\/|node_modules| {4}at /;

const sendWithFaults = async (
  row: RightsRow,
  [makeError, expected]: readonly [() => Error, number],
) => {
  const intact = await memoryCms();
  const { ports, failing } = failingPorts(intact.ports);
  await using world = await thingsWorld({ ports });
  const { email, userId } = await world.signIn('admin');
  let failed = 0;
  for (let n = 1; ; n += 1) {
    const request = await row.request(world, userId);
    // A new session for each request, because checked signatures are cached.
    const login = { email, password: testPassword, client: `client-${n}` };
    const { token } = await world.cms.accounts.logIn(login);
    const before = await fingerprint(intact.ports);
    failing.failAt(n, makeError());
    const headers = { Authorization: `Bearer ${token}`, ...request.headers };
    const answer = await world.send({ ...request, headers });
    const call = failing.calls[n - 1];
    failing.failAt(undefined);
    if (call === undefined) break;
    expect([call, secrets.exec(answer.text + JSON.stringify(answer.headers))]).toEqual([
      call,
      null,
    ]);
    if (answer.status < 400) continue;
    failed += 1;
    expect([call, answer.status]).toEqual([call, expected]);
    expect([call, await fingerprint(intact.ports)]).toEqual([call, before]);
    if (expected === 503) expect(answer.headers['retry-after']).toBe('2');
    else if (!answer.text.startsWith('<')) {
      expect(answer.text).toBe('{"error":"Internal server error"}');
    }
    if (expected === 500) {
      const reported = world.log.entries.filter(({ level }) => level === 'error');
      expect([call, reported.at(-1)?.message, reported.length]).toEqual([
        call,
        'Unexpected error',
        failed,
      ]);
    }
  }
  return failed;
};

describe.each(Object.entries(failures))('if a port fails %s', (_, failure) => {
  const rows = rightsTable.filter(({ operation }) => operation.tag !== 'System');

  test.each(rows)(
    'the response has no details and nothing is written partially: $label',
    async (row) => {
      expect(await sendWithFaults(row, failure)).toBeGreaterThan(0);
    },
  );
});
