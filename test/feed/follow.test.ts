import { expect, test, vi } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { anonymous, operator, type Actor, type Signal } from '../../core/index.ts';
import type { OutboxRepository } from '../../core/store.ts';
import { day, type ChangePage } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { altered } from '../support/core/altered.ts';
import { quickTimer } from '../support/feed/quick-timer.ts';

const client = '192.0.2.1';

/** @param change replaces methods of the outbox. */
const openWorld = async (
  feedSeats = { ofClient: 3, inAll: 5 },
  change: (intact: OutboxRepository) => Partial<OutboxRepository> = () => ({}),
) => {
  const memory = new MemoryStore();
  const { repositories } = memory;
  const outbox = altered(repositories.outbox, change(repositories.outbox));
  const store = altered(memory, { repositories: { ...repositories, outbox } });
  const world = await coreWorld({ ports: { timer: quickTimer(), store }, feedSeats });
  return { ...world, editor: await world.person('editor') };
};

const switchable = (): { aborted: boolean } & Signal => ({ aborted: false });

test('a reader that waits gets the change, and an empty page if there is none in time', async () => {
  const { cms, clock, editor, write } = await openWorld();
  const { cursor: after } = await cms.changes.read(anonymous, {});
  const waiting = cms.changes.await(anonymous, { after, client, wait: 25 });
  const { id } = await write(editor);
  expect(await waiting).toMatchObject({ changes: [{ type: 'upserted', id }] });
  const { cursor } = await waiting;
  const late = cms.changes.await(anonymous, { after: cursor, client, wait: 1 });
  const passing = setInterval(() => clock.advance(100), 1);
  expect(await late).toEqual({ changes: [], cursor, hasMore: false });
  clearInterval(passing);
  for (const wait of [-1, 0.5, 26, NaN]) {
    await rejectsWith('invalid_input', cms.changes.await(anonymous, { client, wait }));
  }
});

test('a reader that waits for something that it does not see goes on waiting', async () => {
  const { cms, editor, write } = await openWorld();
  await cms.settings.update(operator, { publicContent: 'published' });
  const { cursor: after } = await cms.changes.read(anonymous, {});
  const waiting = cms.changes.await(anonymous, { after, client, wait: 25 });
  await write(editor);
  const { id } = await write(editor, { status: 'published' });
  expect(await waiting).toMatchObject({ changes: [{ id }] });
});

test('a read that is aborted ends', async () => {
  const { cms } = await openWorld();
  const signal = switchable();
  const waiting = cms.changes.await(anonymous, { client, wait: 25 }, signal);
  signal.aborted = true;
  expect(await waiting).toMatchObject({ changes: [] });
});

const open = async (
  cms: Awaited<ReturnType<typeof openWorld>>['cms'],
  actor: Actor,
  signal: Signal = switchable(),
) => {
  const pages = await cms.changes.follow(actor, { client }, signal);
  return pages[Symbol.asyncIterator]();
};

const next = async (pages: AsyncIterator<ChangePage>): Promise<ChangePage> => {
  const { value, done } = await pages.next();
  if (done === true) throw new Error('The stream has ended');
  return value;
};

/** The next page with changes. */
const nextChanges = async (pages: AsyncIterator<ChangePage>): Promise<ChangePage> => {
  for (;;) {
    const page = await next(pages);
    if (page.changes.length > 0) return page;
  }
};

test('a stream sends each change, and signs of life', async () => {
  const { cms, editor, write } = await openWorld();
  const pages = await open(cms, anonymous);
  expect(await next(pages)).toMatchObject({ changes: [] });
  for (let n = 0; n < 3; n += 1) {
    const { id } = await write(editor);
    expect(await nextChanges(pages)).toMatchObject({ changes: [{ id }] });
    expect(await next(pages)).toMatchObject({ changes: [] });
  }
  await pages.return?.();
});

const signedIn = async ({ cms, member }: Awaited<ReturnType<typeof openWorld>>) =>
  cms.accounts.authenticate((await member('editor')).token);

test('a wait and a stream end when the settings require a second factor', async () => {
  const world = await openWorld();
  const { cms, write, editor } = world;
  const actor = await signedIn(world);
  const pages = await open(cms, actor);
  await next(pages);
  const { cursor: after } = await cms.changes.read(actor, {});
  const waiting = cms.changes.await(actor, { after, client, wait: 25 });
  await cms.settings.update(operator, {
    requireSecondFactor: ['editor'],
    secondFactorGraceDays: 0,
  });
  await write(editor);
  await rejectsWith('second_factor_setup_required', waiting);
  expect(await pages.next()).toMatchObject({ done: true });
});

test('a stream ends when the time to set up a second factor is over', async () => {
  const world = await openWorld();
  const { cms, clock, write, editor } = world;
  await cms.settings.update(operator, {
    requireSecondFactor: ['editor'],
    secondFactorGraceDays: 1,
  });
  const actor = await signedIn(world);
  clock.advance(day - 1);
  const pages = await open(cms, { ...actor, expiresAt: clock.now() + day });
  await next(pages);
  clock.advance(1);
  await write(editor);
  expect(await pages.next()).toMatchObject({ done: true });
});

test('a stream with the preview token of an item sends every save of its working copy', async () => {
  const { cms, editor, write } = await openWorld();
  const { id } = await write(editor, { status: 'published' });
  const { secret: preview } = await cms.previews.createForItem(editor, id);
  const signal = switchable();
  const followed = await cms.changes.follow(anonymous, { client, preview }, signal);
  const pages = followed[Symbol.asyncIterator]();
  await next(pages);
  for (const title of ['One', 'Two', 'Three']) {
    await cms.drafts.save(editor, id, { title });
    expect(await nextChanges(pages)).toMatchObject({ changes: [{ id, item: { title } }] });
  }
  signal.aborted = true;
  await pages.return?.();
});

test('a stream ends when it is aborted, and when the caller has lost access', async () => {
  const { cms, member } = await openWorld();
  const signal = switchable();
  const pages = await open(cms, anonymous, signal);
  await next(pages);
  const rest = pages.next();
  signal.aborted = true;
  expect(await rest).toMatchObject({ done: true });

  const { token, user } = await member('editor');
  const actor = await cms.accounts.authenticate(token);
  const own = await open(cms, actor);
  await next(own);
  await cms.users.update(operator, user.id, { isActive: false });
  for (;;) if ((await own.next()).done === true) break;
  await rejectsWith('invalid_session', cms.changes.follow(actor, { client }));
});

test('a stream ends when its session expires', async () => {
  const { cms, clock, editor } = await openWorld();
  const pages = await open(cms, { ...editor, expiresAt: clock.now() + 1_000 });
  await next(pages);
  clock.advance(1_000);
  expect(await pages.next()).toMatchObject({ done: true });
});

test('a stream ends when its cursor is no longer known, and the next one is told why', async () => {
  let isKnown = true;
  const { cms, editor, write } = await openWorld(undefined, (outbox) => ({
    listAfter: async (...place) => (isKnown ? outbox.listAfter(...place) : undefined),
  }));
  const pages = await open(cms, anonymous);
  const { cursor: after } = await next(pages);
  isKnown = false;
  await write(editor);
  expect(await pages.next()).toMatchObject({ done: true });
  await rejectsWith('cursor_expired', cms.changes.follow(anonymous, { client, after }));
});

test('the addresses of one network are one client', async () => {
  const { cms } = await openWorld({ ofClient: 1, inAll: 5 });
  const pages = await cms.changes.follow(anonymous, { client: '2001:db8::1' });
  await pages[Symbol.asyncIterator]().next();
  const waiting = cms.changes.await(anonymous, { client: '2001:db8::2', wait: 25 });
  await rejectsWith('rate_limited', waiting);
});

test('of one client, and in all, only so many streams and waiting reads are open', async () => {
  const { cms } = await openWorld();
  const openFor = async (address: string) => {
    const pages = await cms.changes.follow(anonymous, { client: address });
    const iterator = pages[Symbol.asyncIterator]();
    await iterator.next();
    return iterator;
  };
  const [first, second] = await Promise.all(times(3, () => openFor(client)));
  const limited = await rejectsWith('rate_limited', openFor(client));
  expect(limited.retryAfterMs).toBe(5_000);
  await rejectsWith('rate_limited', cms.changes.await(anonymous, { client, wait: 25 }));
  expect(await cms.changes.await(anonymous, { client })).toMatchObject({ changes: [] });
  await openFor('192.0.2.7');
  await openFor('192.0.2.8');
  const full = await rejectsWith('overloaded', openFor('192.0.2.9'));
  expect(full.retryAfterMs).toBe(5_000);
  await first!.return?.();
  await openFor('192.0.2.9');
  await rejectsWith('overloaded', openFor(client));
  await second!.return?.();
  await openFor(client);
});

test('however many readers wait, one loop asks the store', async () => {
  const readers = 50;
  let calls = 0;
  let running = 0;
  let most = 0;
  const { cms, editor, write } = await openWorld({ ofClient: 100, inAll: 100 }, (outbox) => ({
    advance: async () => {
      calls += 1;
      // First each reader has asked for itself.
      if (calls <= readers + 1) return outbox.advance();
      running += 1;
      most = Math.max(most, running);
      const state = await outbox.advance();
      running -= 1;
      return state;
    },
  }));
  const { cursor: after } = await cms.changes.read(anonymous, {});
  const waiting = times(readers, () => cms.changes.await(anonymous, { after, client, wait: 25 }));
  await vi.waitUntil(() => calls > readers + 10);
  expect(most).toBe(1);
  await write(editor);
  for (const page of await Promise.all(waiting)) expect(page.changes).toHaveLength(1);
});

/** What is asked of the store because of a write, while many streams wait. */
const callsWith = async (readers: number, collection: string | undefined) => {
  const memory = new MemoryStore();
  const calls: string[] = [];
  const counted = <T extends object>(port: T, name: string): T =>
    new Proxy(port, {
      get: (target, member) => {
        const value: unknown = Reflect.get(target, member);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]): unknown => {
          calls.push(`${name}.${String(member)}`);
          return value.apply(target, values);
        };
      },
    });
  const repositories = Object.fromEntries(
    Object.entries(memory.repositories).map(([name, port]) => [name, counted(port, name)]),
  ) as unknown as typeof memory.repositories;
  const store = altered(memory, { repositories });
  const feedSeats = { ofClient: readers, inAll: readers };
  const world = await coreWorld({ ports: { timer: quickTimer(), store }, feedSeats });
  const editor = await world.person('editor');
  const signal = switchable();
  const streams = await Promise.all(
    times(readers, async () => {
      const command = collection === undefined ? { client } : { client, collection };
      const pages = await world.cms.changes.follow(anonymous, command, signal);
      return pages[Symbol.asyncIterator]();
    }),
  );
  await Promise.all(streams.map((pages) => pages.next()));
  const waiting = streams.map((pages) => nextChanges(pages));
  calls.length = 0;
  await world.write(editor);
  const hasPolled = () => calls.filter((name) => name === 'outbox.advance').length > 3;
  await (collection === other ? vi.waitUntil(hasPolled) : Promise.all(waiting));
  // Otherwise they go on polling.
  signal.aborted = true;
  await Promise.allSettled(waiting);
  return calls.filter((name) => feedReads.includes(name));
};

const other = 'pages';
const feedReads = ['outbox.listAfter', 'site.load', 'contents.sizesAmong', 'contents.listAmong'];

test('a change is read once for all streams of an audience', async () => {
  const calls = await callsWith(200, undefined);
  expect(calls.filter((name) => name !== 'site.load')).toEqual([
    'outbox.listAfter',
    'contents.sizesAmong',
    'contents.listAmong',
  ]);
  expect(calls.filter((name) => name === 'site.load').length).toBeLessThan(5);
});

test('for streams of other collections, the content of a change is not read', async () => {
  const calls = await callsWith(200, other);
  expect(calls.filter((name) => name !== 'site.load')).toEqual(['outbox.listAfter']);
});
