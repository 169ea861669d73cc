import type { BlobStore } from '../ports/blob-store.ts';
import type { IdentityProvider, ProviderFailure } from '../ports/identity-provider.ts';
import type { ImageResizer } from '../ports/image-resizer.ts';
import type { KeyValueCache } from '../ports/key-value-cache.ts';
import type { Mailer, MailOutcome } from '../ports/mailer.ts';
import type { Ports } from '../ports/ports.ts';
import type { Timer } from '../ports/time.ts';
import { DomainError } from '../primitives/errors.ts';
import { second } from '../primitives/time.ts';
import { pause } from './pauses.ts';

/**
 * How long the core waits for a port that may talk to something outside. Adapters have shorter deadlines of their own:
 * these are for one that has none, or whose deadline has a fault.
 */
export const deadlines = {
  sharedCacheMs: second / 2,
  limiterMs: 2 * second,
  passwordsMs: 30 * second,
  signerMs: 5 * second,
  blobsMs: 30 * second,
  imagesMs: 60 * second,
  mediaInspectorMs: 10 * second,
  /** Added to the time that a request may take. */
  webhookSenderMs: 5 * second,
  mailerMs: 60 * second,
  identityProviderMs: 30 * second,
} as const;

/** After a call that was late, the others fail at once for so long. */
const sharedCachePauseMs = second;

/**
 * The ports, none of which makes a caller wait without end: a call that is late throws DomainError `dependency_unavailable`.
 * Callers do without the shared cache; a delivery that is late has failed. The probes have the deadlines of the health
 * check. The store has its own: no deadline fits a migration and the read of one item.
 */
export const punctualPorts = <P extends Ports>(ports: P): P => {
  const { timer, limiter, passwords, signer, mediaInspector, webhookSender } = ports;
  const within = punctually(timer);
  return {
    ...ports,
    blobs: punctualBlobs(ports.blobs, timer),
    sharedCache: ports.sharedCache && punctualCache(ports.sharedCache, timer),
    limiter: {
      attempt: (key, limit) => within(limiter.attempt(key, limit), deadlines.limiterMs),
    },
    passwords: {
      scheme: passwords.scheme,
      hash: (password) => within(passwords.hash(password), deadlines.passwordsMs),
      verify: (password, hash) => within(passwords.verify(password, hash), deadlines.passwordsMs),
    },
    signer: {
      sign: (claims) => within(signer.sign(claims), deadlines.signerMs),
      verify: (token) => within(signer.verify(token), deadlines.signerMs),
    },
    mediaInspector: {
      inspect: (head, name) =>
        within(mediaInspector.inspect(head, name), deadlines.mediaInspectorMs),
      measure: (bytes, mimeType) =>
        whileBodyMoves(timer, deadlines.mediaInspectorMs, bytes, (watched) =>
          mediaInspector.measure(watched, mimeType),
        ),
    },
    imageResizer: punctualImages(ports.imageResizer, timer),
    mailer: ports.mailer && punctualMailer(ports.mailer, timer),
    identityProvider: ports.identityProvider && punctualProvider(ports.identityProvider, timer),
    webhookSender: {
      refusalOf: (url) => webhookSender.refusalOf(url),
      send: async (request) => {
        const deadlineMs = request.timeoutMs + deadlines.webhookSenderMs;
        const sent = await timer.within(webhookSender.send(request), deadlineMs);
        return sent.inTime ? sent.value : { failure: 'The sender did not end in time' };
      },
    },
  };
};

/** An attempt that is late, or that throws, has failed. */
const punctualMailer = (mailer: Mailer, timer: Timer): Mailer => ({
  send: async (message): Promise<MailOutcome> => {
    const attempt = async (): Promise<MailOutcome> => mailer.send(message);
    const sent = await timer
      .within(attempt(), deadlines.mailerMs)
      // The text of its error may contain what must not be told.
      .catch(() => undefined);
    if (sent?.inTime === true) return sent.value;
    const reason = sent === undefined ? 'The mailer failed' : 'The mailer did not end in time';
    return { kind: 'failed', reason };
  },
});

/** A call that is late, or that throws, has failed. */
const punctualProvider = (provider: IdentityProvider, timer: Timer): IdentityProvider => {
  const within = async <T>(call: () => Promise<T>): Promise<T | ProviderFailure> => {
    const attempt = async (): Promise<T> => call();
    const ended = await timer
      .within(attempt(), deadlines.identityProviderMs)
      // The text of its error may contain what must not be told.
      .catch(() => undefined);
    if (ended?.inTime === true) return ended.value;
    const end = ended === undefined ? 'failed' : 'did not end in time';
    return { kind: 'failed', reason: `The adapter of the identity provider ${end}` };
  };
  return {
    begin: (attempt) => within(() => provider.begin(attempt)),
    finish: (request) => within(() => provider.finish(request)),
  };
};

type Within = <T>(work: Promise<T>, ms: number) => Promise<T>;

const punctually =
  (timer: Timer): Within =>
  async (work, ms) => {
    const outcome = await timer.within(work, ms);
    if (!outcome.inTime) throw late(ms);
    return outcome.value;
  };

const late = (ms: number): DomainError =>
  new DomainError('dependency_unavailable', `There was no answer within ${ms} ms`);

/** A cache that is late is left alone for a second, so that not every request waits for it. */
export const punctualCache = (cache: KeyValueCache, timer: Timer): KeyValueCache => {
  let isLate = false;
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isLate) throw late(deadlines.sharedCacheMs);
    const outcome = await timer.within(call(), deadlines.sharedCacheMs);
    if (outcome.inTime) return outcome.value;
    if (!isLate) {
      isLate = true;
      void pause(timer, sharedCachePauseMs).then(() => {
        isLate = false;
      });
    }
    throw late(deadlines.sharedCacheMs);
  };
  return {
    get: (key) => ask(() => cache.get(key)),
    set: (key, value, ttlMs) => ask(() => cache.set(key, value, ttlMs)),
    increment: (key, ttlMs) => ask(() => cache.increment(key, ttlMs)),
  };
};

const punctualBlobs = (blobs: BlobStore, timer: Timer): BlobStore => {
  const ms = deadlines.blobsMs;
  const within = punctually(timer);
  return {
    put: (key, body, contentType) =>
      whileBodyMoves(timer, ms, body, (watched) => blobs.put(key, watched, contentType)),
    stat: (key) => within(blobs.stat(key), ms),
    get: async (key, range) => {
      const bytes = await within(blobs.get(key, range), ms);
      return bytes && punctualChunks(bytes, timer, ms);
    },
    delete: (key) => within(blobs.delete(key), ms),
    list: (after, limit, prefix) => within(blobs.list(after, limit, prefix), ms),
  };
};

/** Late is a call that has taken nothing of its body, while there was something, for a whole deadline. */
const whileBodyMoves = async <T>(
  timer: Timer,
  ms: number,
  body: AsyncIterable<Uint8Array>,
  call: (watched: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> => {
  let taken = 0;
  let isWaitingForBody = false;
  const watch = async function* (): AsyncGenerator<Uint8Array> {
    isWaitingForBody = true;
    for await (const chunk of body) {
      isWaitingForBody = false;
      taken += 1;
      yield chunk;
      isWaitingForBody = true;
    }
    isWaitingForBody = false;
    taken += 1;
  };
  const watched = watch();
  const called = call(watched);
  for (;;) {
    const before = taken;
    const outcome = await timer.within(called, ms);
    if (outcome.inTime) return outcome.value;
    if (isWaitingForBody || taken > before) continue;
    // Nobody waits for the body any more.
    watched.return(undefined).catch(() => undefined);
    throw late(ms);
  }
};

/** The deadline is that of each chunk: how long a reader takes does not count. */
const punctualChunks = async function* (
  chunks: AsyncIterable<Uint8Array>,
  timer: Timer,
  ms: number,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let canEnd = true;
  try {
    for (;;) {
      const next = await timer.within(iterator.next(), ms).catch((error: unknown) => {
        canEnd = false;
        throw error;
      });
      canEnd = next.inTime && next.value.done !== true;
      if (!next.inTime) throw late(ms);
      if (next.value.done === true) return;
      yield next.value.value;
    }
  } finally {
    // Releases what the source holds, unless it has ended or hangs.
    if (canEnd) await timer.within(Promise.resolve(iterator.return?.()), ms);
  }
};

const punctualImages = (images: ImageResizer, timer: Timer): ImageResizer => ({
  isAvailable: async () => {
    const answer = await timer.within(images.isAvailable(), deadlines.mediaInspectorMs);
    return answer.inTime && answer.value;
  },
  resize: (image, variant) =>
    punctualChunks(images.resize(image, variant), timer, deadlines.imagesMs),
});
