import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import {
  deadlines,
  inspectedBytes,
  fixedWindowLimiter,
  punctualPorts,
  type KeyValueCache,
  operator,
  type ImageDimensions,
  type Ports,
} from '../../core/index.ts';
import { minute } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { manualTimer } from '../support/core/manual-timer.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { chunks, mediaWorld, picture } from '../support/media/media-world.ts';

const never = new Promise<never>(() => {});

const hanging = <T extends object>(): T => new Proxy({} as T, { get: () => () => never });

const hangingChunks = async function* (): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  yield await never;
};

const claims = { userId: 'u', email: 'a', role: 'admin', jti: 'j', iat: 1, exp: 2 } as never;

const portsWith = async (replaced: Partial<Ports>) => {
  const { ports } = await memoryCms();
  const timer = manualTimer();
  return { timer, ports: punctualPorts({ ...ports, ...replaced, timer }) };
};

/** Lets the timer expire, while the condition is true, until the call has ended. */
const outcomeOf = async (
  timer: ReturnType<typeof manualTimer>,
  call: Promise<unknown>,
  condition: () => boolean = () => true,
): Promise<unknown> => {
  let hasEnded = false;
  const ended = call.finally(() => {
    hasEnded = true;
  });
  void ended.catch(() => undefined);
  for (;;) {
    await nextTurn();
    if (hasEnded) return ended;
    if (condition()) timer.expire();
  }
};

const calls: Readonly<Record<string, (ports: Ports) => Promise<unknown>>> = {
  'limiter.attempt': ({ limiter }) => limiter.attempt('key', { attempts: 1, windowMs: minute }),
  'passwords.hash': ({ passwords }) => passwords.hash('a password'),
  'passwords.verify': ({ passwords }) => passwords.verify('a password', 'a hash'),
  'signer.sign': ({ signer }) => signer.sign(claims),
  'signer.verify': ({ signer }) => signer.verify('a token'),
  'mediaInspector.inspect': ({ mediaInspector }) => mediaInspector.inspect(new Uint8Array(), 'a'),
  'mediaInspector.measure': ({ mediaInspector }) =>
    mediaInspector.measure(new Blob(['bytes']).stream(), 'image/jpeg'),
  'sharedCache.get': async ({ sharedCache }) => sharedCache?.get('key'),
  'sharedCache.set': async ({ sharedCache }) => sharedCache?.set('key', 'value', minute),
  'sharedCache.increment': async ({ sharedCache }) => sharedCache?.increment('key', minute),
  'blobs.put': ({ blobs }) => blobs.put('key', new Blob(['bytes']).stream(), 'text/plain'),
  'blobs.stat': ({ blobs }) => blobs.stat('key'),
  'blobs.get': ({ blobs }) => blobs.get('key'),
  'blobs.delete': ({ blobs }) => blobs.delete('key'),
  'blobs.list': ({ blobs }) => blobs.list(undefined, 1),
};

test.each(Object.keys(calls))('%s throws when the adapter never answers', async (name) => {
  const [port = ''] = name.split('.');
  const { timer, ports } = await portsWith({ [port]: hanging() });
  await rejectsWith('dependency_unavailable', outcomeOf(timer, calls[name]?.(ports) ?? never));
});

test('a file and an image that stop in the middle end with an error', async () => {
  const { timer, ports } = await portsWith({
    blobs: { ...hanging(), get: async () => hangingChunks() },
    imageResizer: { isAvailable: () => never, resize: hangingChunks },
  });
  const read = async (chunks: AsyncIterable<Uint8Array> | undefined): Promise<void> => {
    for await (const chunk of chunks ?? []) expect(chunk).toHaveLength(1);
  };
  const file = ports.blobs.get('key').then(read);
  await rejectsWith('dependency_unavailable', outcomeOf(timer, file));
  const image = read(ports.imageResizer.resize(hangingChunks(), {} as never));
  await rejectsWith('dependency_unavailable', outcomeOf(timer, image));
  expect(await outcomeOf(timer, ports.imageResizer.isAvailable())).toBe(false);
});

test('an upload may take longer than the deadline while its body is slow', async () => {
  const { timer, ports } = await portsWith({});
  const slow = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    for (let turn = 0; turn < 5; turn += 1) {
      await nextTurn();
      timer.expire();
    }
    yield new Uint8Array(1);
  };
  expect(await ports.blobs.put('key', slow(), 'text/plain')).toEqual({ size: 2 });
});

const unknownSize: ImageDimensions = { width: undefined, height: undefined };

/** An inspector that does not find the size of an image in its first bytes. */
const measuring = (measure: Ports['mediaInspector']['measure']): Ports['mediaInspector'] => ({
  inspect: async () => ({ mimeType: 'image/png', ...unknownSize }),
  measure,
});

test('an upload whose image is measured without end fails, and leaves nothing', async () => {
  const timer = manualTimer();
  const mediaInspector = measuring(async (bytes) => {
    for await (const _ of bytes) await never;
    return unknownSize;
  });
  const { upload, records, objects } = await mediaWorld({ ports: { timer, mediaInspector } });
  const uploaded = outcomeOf(timer, upload(operator, { body: chunks(picture, picture) }));
  await rejectsWith('dependency_unavailable', uploaded);
  expect([await records(), await objects()]).toEqual([[], []]);
});

test('an image may be measured for longer than the deadline while its bytes are slow', async () => {
  const timer = manualTimer();
  const mediaInspector = measuring(async (bytes) => {
    let width = 0;
    for await (const chunk of bytes) width += chunk.length;
    return { width, height: 1 };
  });
  const { upload } = await mediaWorld({ ports: { timer, mediaInspector } });
  const slow = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(inspectedBytes);
    for (let turn = 0; turn < 5; turn += 1) {
      await nextTurn();
      timer.expire();
    }
    yield picture;
  };
  expect(await upload(operator, { body: slow() })).toMatchObject({
    width: inspectedBytes + picture.length,
  });
});

test('the end of an iteration releases what the store holds', async () => {
  let isReleased = false;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(1);
    } finally {
      isReleased = true;
    }
  };
  const { ports } = await portsWith({ blobs: { ...hanging(), get: async () => chunks() } });
  for await (const _ of (await ports.blobs.get('key')) ?? []) break;
  expect(isReleased).toBe(true);
});

test('a delivery whose sender never ends has failed', async () => {
  const { timer, ports } = await portsWith({
    webhookSender: { refusalOf: () => undefined, send: () => never },
  });
  const sent = ports.webhookSender.send({ timeoutMs: 1_000 } as never);
  expect(timer.waits()).toEqual([1_000 + deadlines.webhookSenderMs]);
  expect(await outcomeOf(timer, sent)).toEqual({ failure: 'The sender did not end in time' });
});

test('a mail whose mailer never ends has failed for now', async () => {
  const { timer, ports } = await portsWith({ mailer: { send: () => never } });
  const sent = ports.mailer!.send({} as never);
  expect(timer.waits()).toEqual([deadlines.mailerMs]);
  const reason = 'The mailer did not end in time';
  expect(await outcomeOf(timer, sent)).toEqual({ kind: 'failed', reason });
});

test('a sign-in whose provider never ends has failed', async () => {
  const identityProvider = { begin: () => never, finish: () => never };
  const { timer, ports } = await portsWith({ identityProvider });
  const begun = ports.identityProvider!.begin({} as never);
  expect(timer.waits()).toEqual([deadlines.identityProviderMs]);
  const reason = 'The adapter of the identity provider did not end in time';
  expect(await outcomeOf(timer, begun)).toEqual({ kind: 'failed', reason });
});

test('a cache that was late is left alone until a pause is over', async () => {
  let asked = 0;
  const get = (): Promise<never> => {
    asked += 1;
    return never;
  };
  const { timer, ports } = await portsWith({ sharedCache: { ...hanging<KeyValueCache>(), get } });
  const ask = async () => ports.sharedCache?.get('key');
  await rejectsWith('dependency_unavailable', outcomeOf(timer, ask()));
  await rejectsWith('dependency_unavailable', ask());
  expect(asked).toBe(1);
  timer.expire();
  await nextTurn();
  await rejectsWith('dependency_unavailable', outcomeOf(timer, ask()));
  expect(asked).toBe(2);
});

test('while the shared cache hangs, attempts are counted by this process', async () => {
  const { ports } = await memoryCms();
  const timer = manualTimer();
  const limiter = fixedWindowLimiter(hanging(), new MemoryKeyValueCache(ports.clock), timer);
  const attempt = () => limiter.attempt('key', { attempts: 1, windowMs: minute });
  expect(await outcomeOf(timer, attempt())).toBe(undefined);
  expect(await attempt()).toEqual({ retryAfterMs: minute });
});

test('people sign in and read while the shared cache hangs', async () => {
  const timer = manualTimer();
  const { cms } = await memoryCms({ ports: { sharedCache: hanging(), timer } });
  const account = { email: 'ada@example.org', password: 'correct horse battery', client: 'a' };
  const { token } = await cms.accounts.register(account);
  const actor = (await outcomeOf(timer, cms.accounts.authenticate(token), () =>
    timer.waits().includes(deadlines.sharedCacheMs),
  )) as never;
  expect(await cms.collections.list(actor)).toHaveLength(2);
});

test('an operation does not wait without end for the listener of events', async () => {
  let hasHeard = false;
  const timer = manualTimer();
  const { cms, log } = await memoryCms({
    onEvent: () => {
      hasHeard = true;
      return never;
    },
    ports: { timer },
  });
  const account = { email: 'ada@example.org', password: 'correct horse battery', client: 'a' };
  await outcomeOf(timer, cms.accounts.register(account), () => hasHeard);
  expect(log.entries.map(({ message }) => message)).toContain(
    'The listener for domain events failed',
  );
});
