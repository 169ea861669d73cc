import { JoseTokenSigner } from '../adapters/jose/jose-token-signer.ts';
import { MemoryBlobStore } from '../adapters/memory/memory-blob-store.ts';
import { MemoryHealthProbe } from '../adapters/memory/memory-health-probe.ts';
import { MemoryImageResizer } from '../adapters/memory/memory-image-resizer.ts';
import { MemoryKeyValueCache } from '../adapters/memory/memory-key-value-cache.ts';
import { MemoryStore } from '../adapters/memory/memory-store.ts';
import { Re2jsPatternCompiler } from '../adapters/re2js/re2js-pattern-compiler.ts';
import { MonotonicClock } from '../adapters/system/monotonic-clock.ts';
import { SystemClock } from '../adapters/system/system-clock.ts';
import { SystemTimer } from '../adapters/system/system-timer.ts';
import { UrlDomainNames } from '../adapters/url/url-domain-names.ts';
import { WebCryptoDigest } from '../adapters/webcrypto/web-crypto-digest.ts';
import { WebCryptoEncryption } from '../adapters/webcrypto/web-crypto-encryption.ts';
import {
  WebCryptoIdGenerator,
  WebCryptoSecretGenerator,
} from '../adapters/webcrypto/web-crypto-generators.ts';
import { MarkdownItReader } from '../adapters/markdown-it/markdown-it-reader.ts';
import { WebCryptoOneTimeCodes } from '../adapters/webcrypto/web-crypto-one-time-codes.ts';
import { WebCryptoPasswordHasher } from '../adapters/webcrypto/web-crypto-password-hasher.ts';
import { WebCryptoWebhookSigner } from '../adapters/webcrypto/web-crypto-webhook-signer.ts';
import {
  createCms,
  fixedWindowLimiter,
  noDimensions,
  withFormerHashes,
  type Cms,
  type CmsOptions,
  type Ports,
} from '../core/index.ts';

export interface PortableOptions extends Partial<CmsOptions> {
  /** Signs sessions; at least 32 bytes. Of several, the first signs, and all are accepted. */
  readonly secret: string | readonly string[];
  /** Ports that replace the defaults: adapters for your platform. */
  readonly ports?: Partial<Ports>;
  /** Whether to create the starter collections; true by default. */
  readonly hasStarterCollections?: boolean;
}

export interface PortableCms {
  readonly cms: Cms;
  readonly ports: Ports;
}

/**
 * The whole core in the memory of one process. Runs on every platform with Web Crypto: this file and its
 * imports use no modules of Node. The default media inspector recognizes no file type, so uploads are
 * rejected until you pass one. The default sender of webhooks fails, and no mail is
 * sent without a mailer.
 */
export const portableCms = async (options: PortableOptions): Promise<PortableCms> => {
  const { secret, ports: replaced = {}, hasStarterCollections = true, ...cmsOptions } = options;
  const { clock = new SystemClock() } = replaced;
  const elapsed = replaced.clock ?? new MonotonicClock();
  const { processCache = new MemoryKeyValueCache(elapsed) } = replaced;
  const { timer = new SystemTimer() } = replaced;
  const { log = { info: console.info, warn: console.warn, error: console.error } } = replaced;
  const builtInPasswords = new WebCryptoPasswordHasher({ legacySalt: '' });
  const { passwords = builtInPasswords } = replaced;
  const ports: Ports = {
    store: new MemoryStore(),
    blobs: new MemoryBlobStore(clock),
    processCache,
    sharedCache: undefined,
    limiter: fixedWindowLimiter(processCache, processCache, timer),
    clock,
    timer,
    ids: new WebCryptoIdGenerator(clock),
    secrets: new WebCryptoSecretGenerator(),
    digest: new WebCryptoDigest(),
    signer: new JoseTokenSigner(secret),
    encryption: new WebCryptoEncryption(secret),
    markdown: new MarkdownItReader(),
    mediaInspector: {
      inspect: async () => ({ mimeType: undefined, ...noDimensions }),
      measure: async () => noDimensions,
    },
    imageResizer: new MemoryImageResizer(),
    patterns: new Re2jsPatternCompiler(),
    domainNames: new UrlDomainNames(),
    webhookSender: {
      refusalOf: () => undefined,
      send: async () => ({ failure: 'This host sends no requests' }),
    },
    webhookSigner: new WebCryptoWebhookSigner(),
    oneTimeCodes: new WebCryptoOneTimeCodes(),
    mailer: undefined,
    identityProvider: undefined,
    log,
    probes: {
      keyValue: new MemoryHealthProbe(),
      storage: new MemoryHealthProbe(),
    },
    ...replaced,
    passwords: withFormerHashes(passwords, builtInPasswords),
  };
  const cms = createCms(ports, { uploadMaxBytes: 1024 * 1024, ...cmsOptions });
  if (hasStarterCollections) await cms.system.createStarterCollections();
  await cms.events.begin();
  return { cms, ports };
};
