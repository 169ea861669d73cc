import type { BlobStore } from './blob-store.ts';
import type { DomainNames } from './domain-names.ts';
import type { Encryption } from './encryption.ts';
import type { IdGenerator, SecretGenerator } from './generators.ts';
import type { Digest, PasswordHasher } from './hashing.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { ImageResizer } from './image-resizer.ts';
import type { KeyValueCache } from './key-value-cache.ts';
import type { Mailer } from './mailer.ts';
import type { MarkdownReader } from './markdown-reader.ts';
import type { MediaInspector } from './media-inspector.ts';
import type { HealthProbe, Log } from './monitoring.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import type { PatternCompiler } from './pattern-compiler.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Repositories, Store } from './store.ts';
import type { Clock, Timer } from './time.ts';
import type { TokenSigner } from './token-signer.ts';
import type { WebhookSender, WebhookSigner } from './webhooks.ts';

/** Everything that the core needs from outside. Passed to `createCms`. */
export interface Ports {
  readonly store: Store;
  readonly blobs: BlobStore;
  /** Belongs to this process only. */
  readonly processCache: KeyValueCache;
  /**
   * Shared by all instances; undefined if they share none. Every value that it returns was set by this service:
   * others count as absent.
   */
  readonly sharedCache: KeyValueCache | undefined;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: IdGenerator;
  readonly secrets: SecretGenerator;
  readonly passwords: PasswordHasher;
  readonly digest: Digest;
  readonly signer: TokenSigner;
  readonly encryption: Encryption;
  readonly markdown: MarkdownReader;
  readonly mediaInspector: MediaInspector;
  readonly imageResizer: ImageResizer;
  readonly patterns: PatternCompiler;
  readonly domainNames: DomainNames;
  readonly webhookSender: WebhookSender;
  readonly webhookSigner: WebhookSigner;
  readonly oneTimeCodes: OneTimeCodes;
  /** Undefined if no mail is configured. */
  readonly mailer: Mailer | undefined;
  /** Undefined if people sign in by password only. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly log: Log;
  readonly probes: {
    readonly keyValue: HealthProbe;
    readonly storage: HealthProbe;
  };
}

/** What use cases choose from: the ports and the repositories. */
export interface Dependencies extends Ports, Repositories {}
