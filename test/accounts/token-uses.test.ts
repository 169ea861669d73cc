import { expect, test } from 'vitest';
import { minute, operator, type Cms } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { faults } from '../support/core/faults.ts';

test('the last use is shown at once, and stored at most once a minute', async () => {
  const { cms, another, clock } = await coreWorld();
  const { secret } = await cms.apiTokens.create(operator, { name: 'x' });
  const lastUse = async (instance: Cms) =>
    (await instance.apiTokens.list(operator))[0]!.token.lastUsedAt;
  // Another instance shows what is stored.
  const other = another();
  const first = clock.now();
  await cms.apiTokens.authenticate(secret);
  expect([await lastUse(cms), await lastUse(other)]).toEqual([first, first]);
  clock.advance(minute - 1);
  await cms.apiTokens.authenticate(secret);
  expect([await lastUse(cms), await lastUse(other)]).toEqual([first + minute - 1, first]);
  clock.advance(1);
  await cms.apiTokens.authenticate(secret);
  expect([await lastUse(cms), await lastUse(other)]).toEqual([first + minute, first + minute]);
});

test('uses of several tokens are stored together, and at the end', async () => {
  const { cms, another, clock } = await coreWorld();
  const secrets: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    secrets.push((await cms.apiTokens.create(operator, { name })).secret);
  }
  const stored = async () =>
    (await another().apiTokens.list(operator))
      .toSorted((left, right) => left.token.name.localeCompare(right.token.name))
      .map(({ token: { lastUsedAt } }) => lastUsedAt);
  const start = clock.now();
  const [a, b, c] = secrets as [string, string, string];
  await cms.apiTokens.authenticate(a);
  await cms.apiTokens.authenticate(b);
  expect(await stored()).toEqual([start, undefined, undefined]);
  clock.advance(minute);
  await cms.apiTokens.authenticate(c);
  expect(await stored()).toEqual([start, start, start + minute]);
  clock.advance(1);
  await cms.apiTokens.authenticate(a);
  await cms.system.storeTokenUses();
  expect(await stored()).toEqual([start + minute + 1, start, start + minute]);
});

test('a failure to store the last use is logged, and the token is accepted', async () => {
  const { cms, another, ports, log } = await coreWorld();
  const { secret, token: stored } = await cms.apiTokens.create(operator, { name: 'x' });
  const trouble = faults({ nth: 2, kind: 'rejected', isLasting: true });
  const troubled = another({
    ports: {
      store: alteredStore(ports.store, ({ apiTokens }) => ({ apiTokens: trouble.on(apiTokens) })),
    },
  });
  expect((await troubled.apiTokens.authenticate(secret)).tokenId).toBe(stored.id);
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { tokens: 1 } }]);
});

test('a use that is stored while the tokens are read is shown', async () => {
  const { cms, another, clock, ports } = await coreWorld();
  const { secret } = await cms.apiTokens.create(operator, { name: 'x' });
  const storing = another({
    ports: {
      store: alteredStore(ports.store, ({ apiTokens }) => ({
        apiTokens: altered(apiTokens, {
          list: async () => {
            const tokens = await apiTokens.list();
            await storing.system.storeTokenUses();
            return tokens;
          },
        }),
      })),
    },
  });
  // The first use is stored at once, the second one is not.
  await storing.apiTokens.authenticate(secret);
  clock.advance(1);
  await storing.apiTokens.authenticate(secret);
  const [listed] = await storing.apiTokens.list(operator);
  expect(listed?.token.lastUsedAt).toBe(clock.now());
});
