import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operator, type DomainEvent } from '../../core/index.ts';
import { minute, second } from '../../core/vocabulary.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { manualTimer } from '../support/core/manual-timer.ts';
import { tellEvents } from '../support/core/tell-events.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Lets time pass for the store. */
const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

/** What a listener learned, with the titles of items. */
const titlesOf = (events: readonly DomainEvent[]): readonly string[] =>
  events.map((event) => ('item' in event ? event.item.title : event.type));

const listening = async (
  listener: (event: DomainEvent) => Promise<void> | void = () => undefined,
) => {
  const told: DomainEvent[] = [];
  const onEvent = (event: DomainEvent): Promise<void> | void => {
    told.push(event);
    return listener(event);
  };
  const world = await coreWorld({ onEvent });
  const author = await world.person('author');
  return {
    ...world,
    told,
    onEvent,
    news: () => titlesOf(told.splice(0)),
    post: (title: string) => world.write(author, { title }),
  };
};

const out = (): Promise<void> => Promise.reject(new Error('out of order'));

test('a write does not wait for the listener, and wakes it', async () => {
  const { cms, post, news } = await listening();
  let woken = 0;
  const end = cms.events.onStored(() => (woken += 1));
  await post('First');
  expect([woken, news()]).toEqual([1, []]);
  await cms.collections.create(operator, { name: 'news' });
  expect(woken).toBe(2);
  end();
  await post('Second');
  expect(woken).toBe(2);
  await tellEvents(cms);
  expect(news()).toEqual(['First', 'collection.created', 'Second']);
  await tellEvents(cms);
  expect(news()).toEqual([]);
});

test('a listener of a later start continues where the last one was', async () => {
  const { cms, another, onEvent, post, news } = await listening();
  await post('First');
  await tellEvents(cms);
  await post('Second');
  await tellEvents(another());
  const later = another({ onEvent });
  await later.events.begin();
  await post('Third');
  await tellEvents(later);
  expect(news()).toEqual(['First', 'Second', 'Third']);
});

test('a call while the listener works tells what was stored since', async () => {
  const released = Promise.withResolvers<void>();
  const { cms, post, news } = await listening(() => released.promise);
  await post('First');
  const first = tellEvents(cms);
  await post('Second');
  const others = [tellEvents(cms), tellEvents(cms)];
  released.resolve();
  await Promise.all([first, ...others]);
  expect(news()).toEqual(['First', 'Second']);
});

test('of several instances, one tells an event, also if the other one has begun earlier', async () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { cms, another, onEvent, post, news } = await listening(() => {
    begun.resolve();
    return released.promise;
  });
  const other = another({ onEvent });
  for (const title of ['First', 'Second']) await post(title);
  const first = tellEvents(cms);
  await begun.promise;
  await tellEvents(other);
  expect(news()).toEqual(['First']);
  released.resolve();
  await first;
  expect(news()).toEqual(['Second']);
});

test('if a process ends while it tells an event, another one tells it again after ten seconds', async () => {
  const { another, cms, onEvent, post, news } = await listening();
  const hanging = another({ onEvent: () => Promise.withResolvers<void>().promise });
  await post('First');
  void tellEvents(hanging);
  await post('Second');
  const other = another({ onEvent });
  pass(9 * second);
  await tellEvents(other);
  expect(news()).toEqual([]);
  pass(second);
  await tellEvents(cms);
  expect(news()).toEqual(['First', 'Second']);
});

describe('an event at which the listener fails', () => {
  test('is told again after pauses, before any later one', async () => {
    let fails = true;
    const { cms, another, onEvent, post, news, log } = await listening(() =>
      fails ? out() : undefined,
    );
    for (const title of ['First', 'Second']) await post(title);
    const other = another({ onEvent });
    for (const [pauseMs, instance] of [
      [second, cms],
      [2 * second, other],
      [4 * second, cms],
    ] as const) {
      await tellEvents(instance);
      expect(news()).toEqual(['First']);
      pass(pauseMs - 1);
      await tellEvents(cms);
      await tellEvents(other);
      expect(news()).toEqual([]);
      pass(1);
    }
    expect(log.entries).toHaveLength(3);
    expect(log.entries[0]).toMatchObject({
      level: 'error',
      message: 'The listener for domain events failed; it gets the event again',
      fields: { event: 'content.created' },
    });
    fails = false;
    await tellEvents(other);
    expect(news()).toEqual(['First', 'Second']);
  });

  test('is left out with an error after about a day', async () => {
    let isBroken = false;
    const { cms, post, log, told, news } = await listening((event) =>
      isBroken || ('item' in event && event.item.title === 'Bad') ? out() : undefined,
    );
    for (const title of ['Bad', 'Good']) await post(title);
    const start = Date.now();
    while (titlesOf(told).at(-1) !== 'Good') {
      await tellEvents(cms);
      pass(5 * minute);
    }
    expect(news()).toEqual([...Array(296).fill('Bad'), 'Good']);
    expect(Date.now() - start).toBeGreaterThan(24 * 60 * minute);
    expect(log.entries.at(-1)).toMatchObject({
      level: 'error',
      message:
        'The listener for domain events failed for the last time: it does not get this event',
    });
    isBroken = true;
    await post('Later');
    await tellEvents(cms);
    expect(news()).toEqual(['Later']);
    expect(log.entries.at(-1)?.message).toContain('gets the event again');
  });

  test('also counts as failed if it takes too long, and stays claimed until then', async () => {
    const timer = manualTimer();
    const { ports, another, post, log } = await listening();
    const told: DomainEvent[] = [];
    const slow = another({
      ports: { ...ports, timer },
      onEvent: (event) => {
        told.push(event);
        return Promise.withResolvers<void>().promise;
      },
    });
    const other = another({ onEvent: (event) => void told.push(event) });
    await post('First');
    const telling = tellEvents(slow);
    for (let n = 0; n < 10; n += 1) {
      while (!timer.waits().includes(3 * second)) await nextTurn();
      pass(3 * second);
      timer.expire();
      await nextTurn();
    }
    await telling;
    expect(titlesOf(told)).toEqual(['First']);
    expect(log.entries.at(-1)).toMatchObject({ cause: { message: 'No end within 30000 ms' } });
    pass(second);
    await tellEvents(other);
    expect(titlesOf(told)).toEqual(['First', 'First']);
  });
});

test('events that were removed before the listener got them are logged', async () => {
  const { cms, post, ports, log, news } = await listening();
  await post('First');
  pass(minute);
  await ports.store.repositories.outbox.sweep(second);
  await post('Second');
  await tellEvents(cms);
  expect(news()).toEqual([]);
  expect(log.entries.map(({ message }) => message)).toEqual([
    'Events were removed before the listener for domain events got them',
  ]);
  await post('Third');
  await tellEvents(cms);
  expect(news()).toEqual(['Third']);
});
