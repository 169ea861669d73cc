import {
  deadlines,
  type ImageResizer,
  type MediaInspector,
  type PasswordHasher,
  type RateLimiter,
  type SessionClaims,
  type TokenSigner,
  type WebhookRequest,
  type WebhookSender,
} from '../../core/index.ts';
import { DomainError, hasCode, hour } from '../../core/vocabulary.ts';
import { equal, ok } from './assert.ts';
import { collect, inChunks } from './bytes.ts';
import { lateSizes, png } from './media/media-samples.ts';
import { suite, type ConformanceSuite } from './suite.ts';

/** A port whose adapter talks to something that can be unreachable. */
export interface OutageSubject<Port> {
  readonly port: Port;
  /** Makes it unreachable: it neither answers nor refuses, like a host that is gone. */
  readonly hang: () => Promise<void>;
  /** Makes it reachable again. Resolves when the port uses it again. */
  readonly restore: () => Promise<void>;
  /** Waits. */
  readonly wait: (ms: number) => Promise<void>;
}

export interface OutageCalls<Port, State> {
  /** How long a call may take: the deadline of the core. */
  readonly deadlineMs: number;
  /** Called before the outage. */
  readonly prepare: (port: Port) => Promise<State>;
  /** By the name of the method. A call fulfils with the same value whenever it succeeds. */
  readonly calls: Readonly<Record<string, (port: Port, state: State) => Promise<unknown>>>;
  /** Whether all calls may succeed without what is unreachable. By default at least one must throw. */
  readonly canDoWithout?: boolean;
}

/**
 * How a call ended.
 *
 * @throws Error that names the call if it does not end in time.
 */
export const endOf = async <T>(
  name: string,
  call: Promise<T>,
  ms: number,
  wait: (ms: number) => Promise<void>,
): Promise<PromiseSettledResult<T>> => {
  let end: PromiseSettledResult<T> | undefined;
  const ended = Promise.allSettled([call]).then(([settled]) => {
    end = settled;
  });
  await Promise.race([ended, wait(ms)]);
  if (end === undefined) throw new Error(`${name} did not end within ${ms} ms`);
  return end;
};

/** The suite of any port that has a deadline in the core. */
export const outageSuite = <Port, State>(
  port: string,
  { deadlineMs, prepare, calls, canDoWithout = false }: OutageCalls<Port, State>,
): ConformanceSuite<OutageSubject<Port>> =>
  suite<OutageSubject<Port>>(port, {
    'during an outage, every call throws dependency_unavailable in time, or succeeds without':
      async ({ port: adapter, hang, wait }) => {
        const state = await prepare(adapter);
        const before = new Map<string, unknown>();
        for (const [name, call] of Object.entries(calls)) {
          before.set(name, await call(adapter, state));
        }
        await hang();
        let failed = 0;
        for (const [name, call] of Object.entries(calls)) {
          const end = await endOf(name, call(adapter, state), deadlineMs, wait);
          if (end.status === 'fulfilled') equal(end.value, before.get(name), name);
          else if (hasCode(end.reason, 'dependency_unavailable')) failed += 1;
          else throw new Error(`${name}: expected dependency_unavailable`, { cause: end.reason });
        }
        ok(failed > 0 || canDoWithout, 'a call throws during the outage');
      },

    'after an outage, every call succeeds again': async ({
      port: adapter,
      hang,
      restore,
      wait,
    }) => {
      const state = await prepare(adapter);
      await hang();
      for (const [name, call] of Object.entries(calls)) {
        await endOf(name, call(adapter, state), deadlineMs, wait);
      }
      await restore();
      for (const [name, call] of Object.entries(calls)) {
        const end = await endOf(name, call(adapter, state), deadlineMs, wait);
        if (end.status === 'rejected') throw new Error(name, { cause: end.reason });
      }
    },
  });

const claims: SessionClaims = {
  userId: '01890a5d-ac96-774b-bcce-b302099a8057',
  email: 'anna@example.org',
  role: 'editor',
  jti: '01890a5d-ac96-774b-bcce-b302099a8058',
  iat: 1_700_000_000,
  exp: 1_700_086_400,
};

export const tokenSignerOutageSuite = outageSuite<TokenSigner, string>('TokenSigner', {
  deadlineMs: deadlines.signerMs,
  prepare: (signer) => signer.sign(claims),
  calls: {
    sign: async (signer) => (await signer.sign(claims)).split('.').length,
    verify: (signer, token) => signer.verify(token),
  },
});

export const passwordHasherOutageSuite = outageSuite<PasswordHasher, string>('PasswordHasher', {
  deadlineMs: deadlines.passwordsMs,
  prepare: (hasher) => hasher.hash('correct horse'),
  calls: {
    hash: async (hasher) => (await hasher.hash('correct horse')).startsWith(hasher.scheme),
    verify: (hasher, hash) => hasher.verify('correct horse', hash),
  },
});

/** A limiter may count without what its instances share. */
export const rateLimiterOutageSuite = outageSuite<RateLimiter, void>('RateLimiter', {
  deadlineMs: deadlines.limiterMs,
  prepare: async () => undefined,
  calls: { attempt: (limiter) => limiter.attempt('key', { attempts: 100, windowMs: hour }) },
  canDoWithout: true,
});

export const mediaInspectorOutageSuite = outageSuite<MediaInspector, Uint8Array>('MediaInspector', {
  deadlineMs: deadlines.mediaInspectorMs,
  prepare: async () => lateSizes()['png'] ?? png(3, 2),
  calls: {
    inspect: (inspector) => inspector.inspect(png(3, 2), 'a.png'),
    measure: (inspector, image) => inspector.measure(inChunks(image), 'image/png'),
  },
});

/** A resizer, and an image that it can resize. */
export interface ResizerWithImage {
  readonly resizer: ImageResizer;
  readonly image: Uint8Array;
}

const variant = { width: 160, box: undefined, format: 'png', quality: undefined } as const;

export const imageResizerOutageSuite = outageSuite<ResizerWithImage, void>('ImageResizer', {
  deadlineMs: deadlines.imagesMs,
  prepare: async () => undefined,
  calls: {
    resize: async ({ resizer, image }) =>
      (await collect(resizer.resize(inChunks(image), variant))).length > 0,
  },
});

/** A sender, and the receiver that can be unreachable: it responds with 200. */
export interface SenderWithReceiver {
  readonly sender: WebhookSender;
  readonly url: string;
}

const request: Omit<WebhookRequest, 'url'> = {
  headers: {},
  body: '{}',
  timeoutMs: 500,
  responseMaxBytes: 10,
};

/** A sender never throws: it reports a failure. */
export const webhookSenderOutageSuite = outageSuite<SenderWithReceiver, void>('WebhookSender', {
  deadlineMs: request.timeoutMs + deadlines.webhookSenderMs,
  prepare: async () => undefined,
  calls: {
    send: async ({ sender, url }) => {
      const response = await sender.send({ ...request, url });
      if ('status' in response) return response.status;
      throw new DomainError('dependency_unavailable', response.failure);
    },
  },
});
