import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';
import { JoseTokenSigner } from '../../adapters/jose/jose-token-signer.ts';
import { MemoryBlobStore } from '../../adapters/memory/memory-blob-store.ts';
import { MemoryEventPublisher } from '../../adapters/memory/memory-event-publisher.ts';
import { MemoryHealthProbe } from '../../adapters/memory/memory-health-probe.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { memoryRepositories } from '../../adapters/memory/memory-repositories.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { MemoryUnitOfWork } from '../../adapters/memory/memory-unit-of-work.ts';
import { Re2jsPatternCompiler } from '../../adapters/re2js/re2js-pattern-compiler.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { WebCryptoDigest } from '../../adapters/webcrypto/web-crypto-digest.ts';
import {
  WebCryptoIdGenerator,
  WebCryptoSecretGenerator,
} from '../../adapters/webcrypto/web-crypto-generators.ts';
import { WebCryptoPasswordHasher } from '../../adapters/webcrypto/web-crypto-password-hasher.ts';
import {
  createCms,
  fixedWindowLimiter,
  type Cms,
  type CmsOptions,
  type Ports,
} from '../../core/index.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';
import { recordedLog, type RecordedLog } from './recorded-log.ts';

/** Signs the sessions of every service in memory. */
export const testSecret = 'a secret for tests, of more than thirty-two bytes';

export interface MemoryCms {
  readonly cms: Cms;
  readonly ports: Ports;
  readonly clock: ManualClock;
  readonly log: RecordedLog;
}

export interface MemoryCmsOptions extends Partial<CmsOptions> {
  /** Takes the place of single ports, for trouble of a certain kind. */
  readonly ports?: Partial<Ports>;
}

/** The whole core over the memory adapters, empty but for the starter collections. */
export const memoryCms = async (options: MemoryCmsOptions = {}): Promise<MemoryCms> => {
  const { uploadMaxBytes = 1024 * 1024, hooks = [], ports: replaced } = options;
  const clock = manualClock();
  const log = recordedLog();
  const ports: Ports = { ...memoryPorts(clock, log), ...replaced };
  const cms = createCms(ports, { uploadMaxBytes, hooks });
  await cms.system.plantStarterCollections();
  return { cms, ports, clock, log };
};

const memoryPorts = (clock: ManualClock, log: RecordedLog): Ports => {
  const store = new MemoryStore();
  const sharedCache = new MemoryKeyValueCache(clock);
  const processCache = new MemoryKeyValueCache(clock);
  return {
    ...memoryRepositories(store),
    unitOfWork: new MemoryUnitOfWork(store),
    blobs: new MemoryBlobStore(clock),
    sharedCache,
    processCache,
    limiter: fixedWindowLimiter(sharedCache, processCache),
    clock,
    timer: new SystemTimer(),
    ids: new WebCryptoIdGenerator(clock),
    secrets: new WebCryptoSecretGenerator(),
    passwords: new WebCryptoPasswordHasher({ legacySalt: '' }),
    digest: new WebCryptoDigest(),
    signer: new JoseTokenSigner(testSecret),
    mediaInspector: new FileTypeMediaInspector(),
    patterns: new Re2jsPatternCompiler(),
    events: new MemoryEventPublisher(),
    log,
    probes: {
      database: new MemoryHealthProbe(),
      keyValue: new MemoryHealthProbe(),
      storage: new MemoryHealthProbe(),
    },
  };
};
