import type { TracedPorts } from '../adapters/opentelemetry/traced-ports.ts';
import type { Tracing } from '../adapters/opentelemetry/tracing.ts';
import type { PortCounter } from '../adapters/prometheus/port-counts.ts';
import {
  withFormerHashes,
  type BlobStore,
  type Cms,
  type HealthProbe,
  type KeyValueCache,
  type PasswordHasher,
  type Ports,
} from '../core/index.ts';
import type { Get } from './container.ts';
import type { PortExtras } from './ports/port-factories.ts';

/** What the container binds: the ports, what they depend on, and the core. */
export interface Bindings extends Omit<Ports, 'blobs' | 'sharedCache' | 'probes'> {
  /** The first signs sessions, all verify them; other keys are derived from them. */
  readonly secret: readonly string[];
  /** Verifies hashes of another scheme than that of `passwords`. */
  readonly builtInPasswords: PasswordHasher;
  readonly portCounter: PortCounter;
  readonly tracing: ServiceTracing;
  readonly blobs: BlobStore & PortExtras;
  /** Undefined if the instances share none. */
  readonly sharedCache: (KeyValueCache & PortExtras) | undefined;
  /** The ports of the core. */
  readonly ports: Ports;
  readonly cms: Cms;
}

export interface ServiceTracing {
  /** Undefined if there are no traces. */
  readonly active: (Tracing & TracedPorts) | undefined;
  close?(): Promise<void>;
}

/** The ports of the core, as they are bound. */
export const assemblePorts = async (get: Get<Bindings>): Promise<Ports> => {
  const [blobs, sharedCache] = [await get('blobs'), await get('sharedCache')];
  return {
    store: await get('store'),
    blobs,
    processCache: await get('processCache'),
    sharedCache,
    limiter: await get('limiter'),
    clock: await get('clock'),
    timer: await get('timer'),
    ids: await get('ids'),
    secrets: await get('secrets'),
    passwords: withFormerHashes(await get('passwords'), await get('builtInPasswords')),
    digest: await get('digest'),
    signer: await get('signer'),
    encryption: await get('encryption'),
    markdown: await get('markdown'),
    mediaInspector: await get('mediaInspector'),
    imageResizer: await get('imageResizer'),
    patterns: await get('patterns'),
    domainNames: await get('domainNames'),
    webhookSender: await get('webhookSender'),
    webhookSigner: await get('webhookSigner'),
    oneTimeCodes: await get('oneTimeCodes'),
    mailer: await get('mailer'),
    identityProvider: await get('identityProvider'),
    log: await get('log'),
    probes: { keyValue: probeOfCache(sharedCache), storage: probeOfBlobs(blobs) },
  };
};

/** Looked up by the health check of a port that has no probe. No object and no entry has this key. */
const probedKey = 'health';

const probeOfBlobs = (blobs: Bindings['blobs']): HealthProbe =>
  blobs.health ?? { ping: async () => void (await blobs.stat(probedKey)) };

const probeOfCache = (cache: Bindings['sharedCache']): HealthProbe =>
  cache?.health ?? { ping: async () => void (await cache?.get(probedKey)) };
