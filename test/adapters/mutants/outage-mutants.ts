import { FileTypeMediaInspector } from '../../../adapters/file-type/file-type-media-inspector.ts';
import { JoseTokenSigner } from '../../../adapters/jose/jose-token-signer.ts';
import { MemoryKeyValueCache } from '../../../adapters/memory/memory-key-value-cache.ts';
import { fixedWindowLimiter, type ImageResizer, type WebhookSender } from '../../../core/index.ts';
import { png } from '../../conformance/media/media-samples.ts';
import {
  imageResizerOutageSuite,
  mediaInspectorOutageSuite,
  passwordHasherOutageSuite,
  rateLimiterOutageSuite,
  tokenSignerOutageSuite,
  webhookSenderOutageSuite,
  type OutageSubject,
  type ResizerWithImage,
  type SenderWithReceiver,
} from '../../conformance/outages.ts';
import type { ConformanceSuite } from '../../conformance/suite.ts';
import { altered } from '../../support/core/altered.ts';
import { openHanging } from '../../support/core/hanging-port.ts';
import { manualClock } from '../../support/core/manual-clock.ts';
import { manualTimer } from '../../support/core/manual-timer.ts';
import { quickPasswordHasher } from '../../support/core/quick-password-hasher.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

const never = new Promise<never>(() => {});

const during =
  'during an outage, every call throws dependency_unavailable in time, or succeeds without';
const after = 'after an outage, every call succeeds again';

/** What becomes of a call that throws. */
type Fail = () => Promise<never>;

/** Replaces the errors of one method. */
type Failing<Port> = (port: Port, fail: Fail) => Port;

const ofMethod =
  <Port extends object>(name: keyof Port): Failing<Port> =>
  (port, fail) => {
    const method = port[name] as (...input: readonly never[]) => Promise<unknown>;
    const call = (...input: readonly never[]): Promise<unknown> => method(...input).catch(fail);
    return altered(port, { [name]: call } as Partial<Port>);
  };

const outageMutants = <Port>(
  suite: ConformanceSuite<OutageSubject<Port>>,
  open: () => OutageSubject<Port>,
  methods: Readonly<Record<string, Failing<Port>>>,
) => {
  const broken =
    (method: Failing<Port>, fail: Fail): Mutant<OutageSubject<Port>>['make'] =>
    (subject) => ({ ...subject, port: method(subject.port, fail) });
  return mutantsOf<OutageSubject<Port>>(suite, open, [
    ...Object.entries(methods).flatMap(([name, method]) => [
      {
        fault: `hangs in ${name} while nothing answers`,
        caughtBy: during,
        make: broken(method, () => never),
      },
      {
        fault: `throws another error in ${name} while nothing answers`,
        caughtBy: during,
        make: broken(method, () => Promise.reject(new Error('ECONNRESET'))),
      },
    ]),
    {
      fault: 'is never used again',
      caughtBy: after,
      make: (subject) => ({ ...subject, restore: async () => undefined }),
    },
  ]);
};

export const openTokenSigner = () =>
  openHanging('signer', new JoseTokenSigner('a secret that is used by tests only'));

export const openPasswordHasher = () => openHanging('passwords', quickPasswordHasher());

export const openRateLimiter = () => {
  const counts = new MemoryKeyValueCache(manualClock());
  return openHanging('limiter', fixedWindowLimiter(counts, counts, manualTimer()));
};

export const openMediaInspector = () => openHanging('mediaInspector', new FileTypeMediaInspector());

/** Repeats the image. */
const resizer: ImageResizer = {
  isAvailable: async () => true,
  resize: (image) => image,
};

export const openImageResizer = (): OutageSubject<ResizerWithImage> => {
  const subject = openHanging('imageResizer', resizer);
  return { ...subject, port: { resizer: subject.port, image: png(3, 2) } };
};

const sender: WebhookSender = {
  send: async () => ({ status: 200, body: '' }),
  refusalOf: () => undefined,
};

export const openWebhookSender = (): OutageSubject<SenderWithReceiver> => {
  const subject = openHanging('webhookSender', sender);
  return { ...subject, port: { sender: subject.port, url: 'https://receiver.example' } };
};

const resize: Failing<ResizerWithImage> = ({ resizer: intact, image }, fail) => ({
  image,
  resizer: altered(intact, {
    async *resize(...input) {
      try {
        yield* intact.resize(...input);
      } catch {
        await fail();
      }
    },
  }),
});

const send: Failing<SenderWithReceiver> = ({ sender: intact, url }, fail) => ({
  url,
  sender: altered(intact, {
    send: async (request) => {
      const response = await intact.send(request);
      return 'failure' in response ? fail() : response;
    },
  }),
});

export const allOutageMutants = [
  outageMutants(tokenSignerOutageSuite, openTokenSigner, {
    sign: ofMethod('sign'),
    verify: ofMethod('verify'),
  }),
  outageMutants(passwordHasherOutageSuite, openPasswordHasher, {
    hash: ofMethod('hash'),
    verify: ofMethod('verify'),
  }),
  outageMutants(rateLimiterOutageSuite, openRateLimiter, { attempt: ofMethod('attempt') }),
  outageMutants(mediaInspectorOutageSuite, openMediaInspector, {
    inspect: ofMethod('inspect'),
    measure: ofMethod('measure'),
  }),
  outageMutants(imageResizerOutageSuite, openImageResizer, { resize }),
  outageMutants(webhookSenderOutageSuite, openWebhookSender, { send }),
];
