import { expect, test } from 'vitest';
import {
  anonymous,
  costlyReads,
  freeReadBytes,
  hasCode,
  type CostlyReads,
  type Spender,
} from '../../core/index.ts';
import { manualTimer } from '../support/core/manual-timer.ts';

const costly = freeReadBytes + 1;

const world = () => {
  const timer = manualTimer();
  const reads: CostlyReads = costlyReads(timer);
  /** The reads that have their turn, and what ends each. */
  const running = new Map<string, () => void>();
  const order: string[] = [];
  const start = (name: string, client: string, more: Partial<Spender> = {}) =>
    reads.run({ actor: anonymous, client, ...more }, async (spend) => {
      await spend(costly);
      order.push(name);
      await new Promise<void>((resolve) => {
        running.set(name, resolve);
      });
      running.delete(name);
    });
  const end = async (name: string): Promise<void> => {
    await expect.poll(() => running.has(name)).toBe(true);
    running.get(name)?.();
    await expect.poll(() => running.has(name)).toBe(false);
  };
  return { timer, reads, running, order, start, end };
};

const isOverloaded = async (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => false,
    (error: unknown) => hasCode(error, 'overloaded') && (error.retryAfterMs ?? 0) > 0,
  );

test('two costly reads run at the same time, the others wait in turn', async () => {
  const { start, order, end } = world();
  const all = ['a', 'b', 'c', 'd'].map((name, at) => start(name, `192.0.2.${at}`));
  await expect.poll(() => order).toEqual(['a', 'b']);
  await end('b');
  await expect.poll(() => order).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('one costly read of a client runs, whoever else waits', async () => {
  const { start, order, end } = world();
  const all = [start('a1', '192.0.2.1'), start('a2', '192.0.2.1'), start('b1', '192.0.2.2')];
  await expect.poll(() => order).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'a2']);
});

test('a client is a token or a session, or else the network of an address', async () => {
  const { start, order, end } = world();
  const token = { kind: 'token', tokenId: 't', scope: 'all' } as const;
  const all = [
    start('token', '2001:db8::1', { actor: token }),
    start('same token', '192.0.2.9', { actor: token }),
    start('network', '2001:db8::2'),
    start('same network', '2001:db8::3'),
  ];
  await expect.poll(() => order).toEqual(['token', 'network']);
  for (const name of ['token', 'same token', 'network', 'same network']) await end(name);
  await Promise.all(all);
});

test('sixteen reads of a client wait, the next one is refused; another client is not', async () => {
  const { start, order, running, end } = world();
  const first = start('first', '192.0.2.1');
  await expect.poll(() => running.has('first')).toBe(true);
  const waiting = Array.from({ length: 16 }, (_, at) => start(`w${at}`, '192.0.2.1'));
  expect(await isOverloaded(start('seventeenth', '192.0.2.1'))).toBe(true);
  const other = start('other', '192.0.2.2');
  await end('other');
  await end('first');
  for (const at of waiting.keys()) await end(`w${at}`);
  await Promise.all([first, other, ...waiting]);
  expect(order).toHaveLength(18);
});

test('a read that waits for ten seconds is refused and takes no slot', async () => {
  const { start, running, timer, end, order } = world();
  const first = start('first', '192.0.2.1');
  await expect.poll(() => running.has('first')).toBe(true);
  const late = isOverloaded(start('late', '192.0.2.1'));
  await expect.poll(() => timer.waits()).toEqual([10_000]);
  timer.expire();
  expect(await late).toBe(true);
  await end('first');
  const next = start('next', '192.0.2.1');
  await end('next');
  await Promise.all([first, next]);
  expect(order).toEqual(['first', 'next']);
});

test('a reader that leaves gives its place back', async () => {
  const { start, running, end, order } = world();
  const first = start('first', '192.0.2.1');
  await expect.poll(() => running.has('first')).toBe(true);
  const signal = { aborted: false };
  const gone = Array.from({ length: 16 }, (_, at) =>
    isOverloaded(start(`gone ${at}`, '192.0.2.1', { signal })),
  );
  signal.aborted = true;
  const next = start('next', '192.0.2.1');
  expect(await Promise.all(gone)).not.toContain(false);
  await end('first');
  await end('next');
  await Promise.all([first, next]);
  expect(order).toEqual(['first', 'next']);
});

test('small reads never wait, whatever others do', async () => {
  const { start, reads, order, end } = world();
  const all = [start('a', '192.0.2.1'), start('b', '192.0.2.2'), start('c', '192.0.2.1')];
  await expect.poll(() => order).toEqual(['a', 'b']);
  const small = await reads.run({ actor: anonymous, client: '192.0.2.1' }, async (spend) => {
    await spend(freeReadBytes);
    return 'read';
  });
  expect(small).toBe('read');
  for (const name of ['a', 'b', 'c']) await end(name);
  await Promise.all(all);
});

test('parts of one read count together, and have one turn; a failure ends it', async () => {
  const { reads, start, end, order } = world();
  const broken = reads.run({ actor: anonymous, client: '192.0.2.1' }, async (spend) => {
    await spend(freeReadBytes);
    await spend(1);
    await spend(costly);
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  const next = start('next', '192.0.2.1');
  await end('next');
  await next;
  expect(order).toEqual(['next']);
});
